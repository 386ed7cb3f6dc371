<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Receives webhooks and returning customers. Neither is trusted: the state of a payment is read from the API. */
final class Sarraf_Receiver {

	const HOOK    = 'sarraf_hook';
	const RETURNS = 'sarraf_return';
	const LONGEST = 1000000;

	public function listen() {
		add_action( 'woocommerce_api_' . self::HOOK, array( $this, 'hook' ) );
		add_action( 'woocommerce_api_' . self::RETURNS, array( $this, 'come_back' ) );
	}

	public static function hook_url() {
		return WC()->api_request_url( self::HOOK );
	}

	public static function return_url( WC_Order $order ) {
		$of = array(
			'order' => $order->get_id(),
			'key'   => $order->get_order_key(),
		);
		return add_query_arg( $of, WC()->api_request_url( self::RETURNS ) );
	}

	/** Handles an event. 401: not signed by the store; 503: to be sent again later. */
	public function hook() {
		$body     = (string) file_get_contents( 'php://input', false, null, 0, self::LONGEST );
		$settings = get_option( 'woocommerce_sarraf_settings', array() );
		$secret   = isset( $settings['webhook_secret'] ) ? $settings['webhook_secret'] : '';
		$headers  = array(
			'id'        => self::header( 'HTTP_WEBHOOK_ID' ),
			'timestamp' => self::header( 'HTTP_WEBHOOK_TIMESTAMP' ),
			'signature' => self::header( 'HTTP_WEBHOOK_SIGNATURE' ),
		);
		if ( ! Sarraf_Signature::is_right( $headers, $body, $secret, time() ) ) {
			self::answer( 401, 'not ours' );
		}
		$event = json_decode( $body, true );
		if ( ! is_array( $event ) || ! isset( $event['id'], $event['type'], $event['data'] ) ) {
			self::answer( 400, 'no event' );
		}
		try {
			self::take( $event );
		} catch ( Sarraf_Failure $failure ) {
			// The store no longer has it: sending it again would not help.
			self::answer( 'NOT_FOUND' === $failure->reason ? 200 : 503, $failure->reason );
		}
		self::answer( 200, 'heard' );
	}

	private static function take( $event ) {
		$api = Sarraf_Api::of_settings();
		if ( null === $api ) {
			throw new Sarraf_Failure( 'UNANSWERED' );
		}
		$instruction = isset( $event['data']['instruction']['id'] ) ? $api->instruction( $event['data']['instruction']['id'] ) : null;
		$payment_id  = isset( $event['data']['payment']['id'] ) ? $event['data']['payment']['id'] : null;
		if ( null !== $instruction ) {
			$payment_id = $instruction['paymentId'];
		}
		$payment  = null === $payment_id ? null : $api->payment( $payment_id );
		$order_id = null === $payment ? null : Sarraf_Orders::id_of( $payment );
		if ( null === $order_id ) {
			return;
		}
		if ( null !== $instruction ) {
			Sarraf_Refunds::decide( $order_id, $instruction );
		} elseif ( 'payment.paid' === $event['type'] ) {
			Sarraf_Orders::settle( $order_id, $payment );
		} elseif ( 'payment.refunded' === $event['type'] || 'refund.cancelled' === $event['type'] ) {
			Sarraf_Refunds::tell( $order_id, $payment, $event );
		}
	}

	/**
	 * Handles a returning customer. The address's statement about the payment is ignored: the request is read by the
	 * order's number.
	 */
	public function come_back() {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended -- they come from another site, and the order's key proves whose it is.
		$id    = isset( $_GET['order'] ) ? absint( $_GET['order'] ) : 0;
		$key   = isset( $_GET['key'] ) ? sanitize_text_field( wp_unslash( $_GET['key'] ) ) : '';
		// phpcs:enable
		$order = wc_get_order( $id );
		if ( ! $order instanceof WC_Order || ! hash_equals( $order->get_order_key(), $key ) ) {
			self::go( wc_get_page_permalink( 'shop' ) );
		}
		$state = self::look( $order );
		$order = wc_get_order( $id );
		if ( $order->is_paid() || 'on-hold' === $order->get_status() ) {
			self::go( $order->get_checkout_order_received_url() );
		}
		if ( 'PENDING' === $state ) {
			wc_add_notice( sarraf_text( 'Your payment is still being checked. We will send you word; please don’t pay again.' ), 'notice' );
			self::go( $order->get_checkout_order_received_url() );
		}
		wc_add_notice( sarraf_text( 'The payment wasn’t made. You can try again.' ), 'error' );
		self::go( $order->get_checkout_payment_url() );
	}

	/** PAID, PENDING (not known yet), or NONE. */
	private static function look( WC_Order $order ) {
		$api = Sarraf_Api::of_settings();
		if ( null === $api ) {
			return 'PENDING';
		}
		try {
			$number  = Sarraf_Orders::number( $order->get_id(), max( 1, (int) $order->get_meta( Sarraf_Orders::ATTEMPT ) ) );
			$request = $api->request( $number );
			if ( null === $request['paymentId'] ) {
				return self::is_under_way( $api, $order ) ? 'PENDING' : 'NONE';
			}
			Sarraf_Orders::settle( $order->get_id(), $api->payment( $request['paymentId'] ) );
			return 'PAID';
		} catch ( Sarraf_Failure $failure ) {
			return 'NOT_FOUND' === $failure->reason ? 'NONE' : 'PENDING';
		}
	}

	/** Returns a payment that the bank hasn't confirmed yet, if the one named in the address belongs to this order. */
	private static function is_under_way( Sarraf_Api $api, WC_Order $order ) {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended
		$id = isset( $_GET['payment'] ) ? sanitize_text_field( wp_unslash( $_GET['payment'] ) ) : '';
		if ( '' === $id ) {
			return false;
		}
		$payment = $api->payment( $id );
		return 'PENDING' === $payment['state'] && Sarraf_Orders::id_of( $payment ) === $order->get_id();
	}

	private static function header( $name ) {
		return isset( $_SERVER[ $name ] ) ? (string) wp_unslash( $_SERVER[ $name ] ) : '';
	}

	private static function answer( $status, $text ) {
		status_header( $status );
		header( 'Content-Type: text/plain; charset=utf-8' );
		echo esc_html( $text );
		exit;
	}

	private static function go( $url ) {
		wp_safe_redirect( $url );
		exit;
	}
}
