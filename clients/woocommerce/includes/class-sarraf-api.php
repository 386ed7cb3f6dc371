<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** API calls with the store's key. Each throws Sarraf_Failure. */
final class Sarraf_Api {

	const SECONDS = 15;
	const PATH    = '/api/company-api';

	/** @var string */
	private $url;
	/** @var string */
	private $key;

	public function __construct( $url, $key ) {
		$this->url = untrailingslashit( $url );
		$this->key = $key;
	}

	/** Creates the client from this shop's settings; null: they are incomplete. */
	public static function of_settings() {
		$settings = get_option( 'woocommerce_sarraf_settings', array() );
		$url      = isset( $settings['api_url'] ) ? $settings['api_url'] : '';
		$key      = isset( $settings['api_key'] ) ? $settings['api_key'] : '';
		return self::is_allowed( $url ) && '' !== $key ? new self( $url, $key ) : null;
	}

	/** The key is sent with each call: https only, except on a developer's own machine. */
	public static function is_allowed( $url ) {
		$parts = wp_parse_url( $url );
		if ( ! is_array( $parts ) || empty( $parts['scheme'] ) || empty( $parts['host'] ) || isset( $parts['user'] ) ) {
			return false;
		}
		$own = in_array( $parts['host'], array( 'localhost', '127.0.0.1', '[::1]' ), true );
		return 'https' === $parts['scheme'] || ( 'http' === $parts['scheme'] && $own );
	}

	public function add_request( $request ) {
		return $this->call( 'POST', '/requests', $request );
	}

	public function request( $order_number ) {
		return $this->call( 'GET', '/requests/' . rawurlencode( $order_number ) );
	}

	public function payment( $id ) {
		return $this->call( 'GET', '/payments/' . rawurlencode( $id ) );
	}

	/** @param string $key The same key is the same refund, however often it is requested. */
	public function refund( $payment_id, $amount, $reason, $key ) {
		$body = array(
			'paymentId' => $payment_id,
			'amount'    => $amount,
			'reason'    => $reason,
		);
		return $this->call( 'POST', '/refunds', $body, $key );
	}

	public function instruction( $id ) {
		return $this->call( 'GET', '/instructions/' . rawurlencode( $id ) );
	}

	private function call( $method, $path, $body = null, $idempotency = null ) {
		$headers = array(
			'Authorization' => 'Bearer ' . $this->key,
			'Accept'        => 'application/json',
		);
		if ( null !== $body ) {
			$headers['Content-Type'] = 'application/json';
		}
		if ( null !== $idempotency ) {
			$headers['Idempotency-Key'] = $idempotency;
		}
		$answer = wp_remote_request(
			$this->url . self::PATH . $path,
			array(
				'method'      => $method,
				'headers'     => $headers,
				'body'        => null === $body ? null : wp_json_encode( $body ),
				'timeout'     => self::SECONDS,
				// A redirect would send the key to another address.
				'redirection' => 0,
			)
		);
		if ( is_wp_error( $answer ) ) {
			throw new Sarraf_Failure( 'UNANSWERED' );
		}
		$said = json_decode( wp_remote_retrieve_body( $answer ), true );
		if ( ! is_array( $said ) ) {
			throw new Sarraf_Failure( 'UNANSWERED' );
		}
		if ( 200 !== wp_remote_retrieve_response_code( $answer ) || ! isset( $said['baseDTO'] ) ) {
			$data = isset( $said['data'] ) && is_array( $said['data'] ) ? $said['data'] : array();
			throw new Sarraf_Failure( isset( $said['message'] ) ? (string) $said['message'] : 'UNANSWERED', $data );
		}
		return $said['baseDTO'];
	}
}
