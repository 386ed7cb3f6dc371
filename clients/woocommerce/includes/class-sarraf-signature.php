<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Whether a webhook is the store's own, as Standard Webhooks say: over the bytes as they came, not older than five minutes. */
final class Sarraf_Signature {

	const WINDOW = 300;

	/**
	 * @param array  $headers `id`, `timestamp` and `signature`, as they came.
	 * @param string $body    As it came.
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
		// Two while a secret is exchanged; each is looked at, so that how long it takes says nothing.
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
