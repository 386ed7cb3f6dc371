<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** The payment method that customers choose. */
final class Sarraf_Gateway extends WC_Payment_Gateway {

	public function __construct() {
		$this->id                 = 'sarraf';
		$this->method_title       = sarraf_text( 'Sarraf' );
		$this->method_description = sarraf_text( 'Customers pay on your store’s page at Sarraf, by bank card. Works in Toman and Rial.' );
		$this->has_fields         = false;
		$this->supports           = array( 'products', 'refunds' );
		$this->init_form_fields();
		$this->init_settings();
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		add_action( 'woocommerce_update_options_payment_gateways_sarraf', array( $this, 'process_admin_options' ) );
	}

	public function init_form_fields() {
		$this->form_fields = array(
			'enabled'        => array(
				'title'   => sarraf_text( 'Enabled' ),
				'type'    => 'checkbox',
				'label'   => sarraf_text( 'Customers can choose it' ),
				'default' => 'no',
			),
			'title'          => array(
				'title'   => sarraf_text( 'Title' ),
				'type'    => 'text',
				'default' => sarraf_text( 'Bank card (Sarraf)' ),
			),
			'description'    => array(
				'title'   => sarraf_text( 'Description' ),
				'type'    => 'textarea',
				'default' => sarraf_text( 'You pay by bank card and come back here.' ),
			),
			'api_url'        => array(
				'title'       => sarraf_text( 'Address of Sarraf' ),
				'type'        => 'text',
				'description' => sarraf_text( 'For example https://sarraf.example; https only.' ),
				'default'     => '',
			),
			'api_key'        => array(
				'title'       => sarraf_text( 'API key' ),
				'type'        => 'password',
				'description' => sarraf_text( 'From your store’s page, under “For developers”. For refunds, allow it there to give payments back.' ),
				'default'     => '',
			),
			'webhook_secret' => array(
				'title'       => sarraf_text( 'Signing secret' ),
				'type'        => 'password',
				/* translators: an address. */
				'description' => sprintf( sarraf_text( 'It is shown once when you save this address as your store’s webhook: %s' ), Sarraf_Receiver::hook_url() ),
				'default'     => '',
			),
		);
	}

	/** Called by WooCommerce for each field of this name. */
	public function validate_api_url_field( $key, $value ) {
		$url = untrailingslashit( trim( (string) $value ) );
		if ( '' !== $url && ! Sarraf_Api::is_allowed( $url ) ) {
			throw new Exception( sarraf_text( 'The address of Sarraf must begin with https.' ) );
		}
		return $url;
	}

	public function validate_webhook_secret_field( $key, $value ) {
		$secret = trim( (string) $value );
		if ( '' !== $secret && 0 !== strpos( $secret, 'whsec_' ) ) {
			throw new Exception( sarraf_text( 'The signing secret begins with whsec_.' ) );
		}
		return $secret;
	}

	/** Unavailable if no notification of the payment could arrive, and for an amount that isn't whole Toman. */
	public function is_available() {
		if ( ! parent::is_available() || null === Sarraf_Api::of_settings() || '' === $this->get_option( 'webhook_secret' ) ) {
			return false;
		}
		$currency = get_woocommerce_currency();
		if ( ! Sarraf_Money::is_known( $currency ) ) {
			return false;
		}
		$total = $this->get_order_total();
		return ! ( $total > 0 ) || null !== Sarraf_Money::of( $total, $currency );
	}

	public function process_payment( $order_id ) {
		$order = wc_get_order( $order_id );
		$api   = Sarraf_Api::of_settings();
		if ( null === $api ) {
			wc_add_notice( sarraf_text( 'Paying through Sarraf isn’t set up yet.' ), 'error' );
			return array( 'result' => 'failure' );
		}
		try {
			$request = Sarraf_Orders::link( $order, $api );
			if ( 'PAID' === $request['state'] ) {
				Sarraf_Orders::settle( $order->get_id(), $api->payment( $request['paymentId'] ) );
				return array(
					'result'   => 'success',
					'redirect' => $this->get_return_url( $order ),
				);
			}
			return array(
				'result'   => 'success',
				'redirect' => $request['link'],
			);
		} catch ( Sarraf_Failure $failure ) {
			/* translators: a code of the API. */
			$order->add_order_note( sprintf( sarraf_text( 'Sarraf refused: %s' ), $failure->reason ) );
			wc_add_notice( self::words( $failure->reason ), 'error' );
			return array( 'result' => 'failure' );
		}
	}

	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$order = wc_get_order( $order_id );
		if ( ! $order instanceof WC_Order || null === $amount ) {
			return new WP_Error( 'sarraf', sarraf_text( 'There is nothing to refund.' ) );
		}
		return Sarraf_Refunds::ask( $order, $amount, $reason, Sarraf_Api::of_settings() );
	}

	private static function words( $code ) {
		switch ( $code ) {
			case 'AMOUNT_NOT_ALLOWED':
				return sarraf_text( 'The total isn’t a whole number of Toman, so it can’t be paid this way.' );
			case 'LOW_AMOUNT':
				return sarraf_text( 'The total is less than can be paid this way.' );
			case 'AMOUNT_IS_HIGH':
				return sarraf_text( 'The total is more than can be paid this way.' );
			default:
				return sarraf_text( 'The payment can’t be started now. Please try again or pay another way.' );
		}
	}
}
