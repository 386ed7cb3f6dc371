<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** The same payment method in WooCommerce's block checkout. */
final class Sarraf_Blocks extends AbstractPaymentMethodType {

	/** @var string */
	protected $name = 'sarraf';

	public function initialize() {
		$this->settings = get_option( 'woocommerce_sarraf_settings', array() );
	}

	public function is_active() {
		$gateways = WC()->payment_gateways()->payment_gateways();
		return isset( $gateways['sarraf'] ) && $gateways['sarraf']->is_available();
	}

	public function get_payment_method_script_handles() {
		wp_register_script(
			'sarraf-for-woocommerce-blocks',
			plugins_url( 'assets/blocks.js', SARRAF_WC_FILE ),
			array( 'wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities' ),
			SARRAF_WC_VERSION,
			true
		);
		return array( 'sarraf-for-woocommerce-blocks' );
	}

	public function get_payment_method_data() {
		return array(
			'title'       => $this->get_setting( 'title' ),
			'description' => $this->get_setting( 'description' ),
			'supports'    => array( 'products', 'refunds' ),
		);
	}
}
