<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Serialises webhooks and returning customers for each order, since they may arrive at the same moment. */
final class Sarraf_Lock {

	const SECONDS = 20;

	/**
	 * Runs `$work` exclusively for this order. Throws Sarraf_Failure when the lock isn't released in time: the sender
	 * retries.
	 *
	 * @param int $order_id Id of the order.
	 * @param callable $work Reads the order itself, so that it sees earlier changes.
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
