<?php
/**
 * Deletes the settings with the plugin, including the key and the secret. The orders' notes about their payments stay.
 *
 * @package Sarraf_For_WooCommerce
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'woocommerce_sarraf_settings' );
