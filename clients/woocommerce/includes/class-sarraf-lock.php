<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** A hook and a customer who comes back arrive at the same moment: one of them after the other, for each order. */
final class Sarraf_Lock {

	const SECONDS = 20;

	/**
	 * Runs `$work` alone for this order. Throws Sarraf_Failure where the other one doesn't end: whoever sent it sends it again.
	 *
	 * @param int      $order_id Whose.
	 * @param callable $work     Reads the order itself, so that it sees what the one before has written.
	 */
	public static function hold( $order_id, $work ) {
		global $wpdb;
		$name = $wpdb->prefix . 'sarraf_' . $order_id;
		$held = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $name, self::SECONDS ) );
		if ( '1' !== (string) $held ) {
			throw new Sarraf_Failure( 'UNANSWERED' );
		}
		try {
			return $work();
		} finally {
			$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $name ) );
		}
	}
}
