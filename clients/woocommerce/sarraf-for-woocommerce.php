<?php
/**
 * Plugin Name:       Sarraf for WooCommerce
 * Description:       Takes payments in Toman through a store at Sarraf: a payment link for each order, signed webhooks, refunds.
 * Version:           0.1.0
 * Requires at least: 6.0
 * Requires PHP:      7.4
 * Requires Plugins:  woocommerce
 * WC requires at least: 7.1
 * Author:            The Sarraf developers
 * License:           MIT
 * License URI:       https://opensource.org/licenses/MIT
 * Text Domain:       sarraf-for-woocommerce
 *
 * The MIT License is compatible with WordPress' own (GPL version 2 or later), as its rules for plugins require.
 *
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

define( 'SARRAF_WC_VERSION', '0.1.0' );
define( 'SARRAF_WC_FILE', __FILE__ );

require_once __DIR__ . '/includes/words.php';
require_once __DIR__ . '/includes/class-sarraf-money.php';
require_once __DIR__ . '/includes/class-sarraf-signature.php';
require_once __DIR__ . '/includes/class-sarraf-failure.php';
require_once __DIR__ . '/includes/class-sarraf-api.php';
require_once __DIR__ . '/includes/class-sarraf-lock.php';
require_once __DIR__ . '/includes/class-sarraf-orders.php';
require_once __DIR__ . '/includes/class-sarraf-refunds.php';
require_once __DIR__ . '/includes/class-sarraf-receiver.php';

/** Orders are accessed by WooCommerce's own objects alone, so its new tables and its block checkout both work. */
add_action(
	'before_woocommerce_init',
	static function () {
		if ( class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', SARRAF_WC_FILE, true );
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', SARRAF_WC_FILE, true );
		}
	}
);

add_action(
	'plugins_loaded',
	static function () {
		if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
			return;
		}
		require_once __DIR__ . '/includes/class-sarraf-gateway.php';
		add_filter(
			'woocommerce_payment_gateways',
			static function ( $gateways ) {
				$gateways[] = 'Sarraf_Gateway';
				return $gateways;
			}
		);
		( new Sarraf_Receiver() )->listen();
	}
);

add_action(
	'woocommerce_blocks_loaded',
	static function () {
		if ( ! class_exists( '\Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType' ) ) {
			return;
		}
		require_once __DIR__ . '/includes/class-sarraf-blocks.php';
		add_action(
			'woocommerce_blocks_payment_method_type_registration',
			static function ( $registry ) {
				$registry->register( new Sarraf_Blocks() );
			}
		);
	}
);
