<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Verifies a webhook by the Standard Webhooks scheme: over the received bytes, at most five minutes old. */
final class Sarraf_Signature {

	const WINDOW = 300;

	/**
	 * @param array $headers `id`, `timestamp` and `signature`, as received.
	 * @param string $body As received.
	 * @param string $secret  `whsec_` and base64.
	 * @param int    $now     Seconds.
	 */
	public static function is_right( $headers, $body, $secret, $now ) {
		$time = $headers['timestamp'];
		if ( '' === $headers['id'] || ! preg_match( '/^\d{1,12}$/', $time ) || abs( $now - (int) $time ) > self::WINDOW ) {
			return false;
		}
		$key = self::key( $secret );
		if ( null === $key ) {
			return false;
		}
		$expected = base64_encode( hash_hmac( 'sha256', $headers['id'] . '.' . $time . '.' . $body, $key, true ) );
		$right    = false;
		// There are two while a secret is replaced; each is compared, so that the time reveals nothing.
		foreach ( explode( ' ', $headers['signature'] ) as $signature ) {
			$right = hash_equals( 'v1,' . $expected, $signature ) || $right;
		}
		return $right;
	}

	private static function key( $secret ) {
		if ( 0 !== strpos( $secret, 'whsec_' ) ) {
			return null;
		}
		$key = base64_decode( substr( $secret, 6 ), true );
		return false === $key || strlen( $key ) < 16 ? null : $key;
	}
}
