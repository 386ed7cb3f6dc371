<?php
/**
 * Takes the settings away with the plugin: the key and the secret among them. What orders say of their payments stays.
 *
 * @package Sarraf_For_WooCommerce
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'woocommerce_sarraf_settings' );
