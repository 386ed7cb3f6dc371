<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Refunds by key: the store's own rule may require its owner's approval, and nothing is recorded before that. */
final class Sarraf_Refunds {

	const ASKED    = '_sarraf_instruction';
	const TURN     = '_sarraf_refund_turn';
	const RECORDED = '_sarraf_refund_recorded';
	/** Final states: another attempt is a new refund. */
	const DEAD = array( 'REFUSED', 'EXPIRED', 'FAILED' );

	/**
	 * Called by WooCommerce with a refund that it has just created. True: it was requested at Sarraf.
	 *
	 * @return true|WP_Error
	 */
	public static function ask( WC_Order $order, $amount, $reason, $api ) {
		$payment = (string) $order->get_meta( Sarraf_Orders::PAYMENT );
		if ( '' === $payment || null === $api ) {
			return new WP_Error( 'sarraf', sarraf_text( 'This order has no payment of Sarraf, or the settings are not complete.' ) );
		}
		$whole = Sarraf_Money::of( $order->get_total(), $order->get_currency() );
		if ( null === $whole || Sarraf_Money::of( $amount, $order->get_currency() ) !== $whole ) {
			return new WP_Error( 'sarraf', sarraf_text( 'Sarraf refunds whole payments only. Refund the whole order, or a part by other means.' ) );
		}
		try {
			return Sarraf_Lock::hold(
				$order->get_id(),
				static function () use ( $order, $payment, $whole, $reason, $api ) {
					return self::answer( $order, self::instruct( $order, $payment, $whole, $reason, $api ) );
				}
			);
		} catch ( Sarraf_Failure $failure ) {
			return new WP_Error( 'sarraf', self::words( $failure->reason ) );
		}
	}

	private static function instruct( WC_Order $order, $payment, $whole, $reason, Sarraf_Api $api ) {
		$reason = trim( preg_replace( '/\s+/', ' ', (string) $reason ) );
		// Limits of the API: at least three letters, at most 200.
		$reason = ! preg_match( '/^.{3}/us', $reason ) ? sarraf_text( 'Refunded by the shop' ) : sarraf_cut( $reason, 200 );
		$turn   = max( 1, (int) $order->get_meta( self::TURN ) );
		$asked  = (string) $order->get_meta( self::ASKED );
		if ( '' !== $asked && self::is_over( $api->instruction( $asked ) ) ) {
			++$turn;
		}
		// Stored before the request: a retry requests the same refund.
		$order->update_meta_data( self::TURN, (string) $turn );
		$order->save();
		$instruction = $api->refund( $payment, $whole, $reason, 'wc-refund-' . $payment . '-' . $turn );
		$order->update_meta_data( self::ASKED, $instruction['id'] );
		$order->save();
		return $instruction;
	}

	private static function is_over( $instruction ) {
		$given_up = isset( $instruction['refund']['state'] ) && 'CANCELLED' === $instruction['refund']['state'];
		return $given_up || in_array( $instruction['state'], self::DEAD, true );
	}

	private static function answer( WC_Order $order, $instruction ) {
		if ( 'WAITING' === $instruction['state'] ) {
			$text = sarraf_text( 'The refund waits for approval on the store’s page at Sarraf. It is recorded here when it is approved.' );
			$order->add_order_note( $text );
			return new WP_Error( 'sarraf_waiting', $text );
		}
		if ( 'DONE' !== $instruction['state'] ) {
			return new WP_Error( 'sarraf', self::words( $instruction['state'] ) );
		}
		$order->update_meta_data( self::RECORDED, $instruction['id'] );
		$order->add_order_note( sarraf_text( 'The refund was asked for at Sarraf, which pays it to the card. A note says when it is done.' ) );
		$order->save();
		return true;
	}

	/**
	 * Records the outcome of a pending refund once, after a webhook; read from the API.
	 *
	 * @param array $instruction As returned by the API now.
	 */
	public static function decide( $order_id, $instruction ) {
		Sarraf_Lock::hold(
			$order_id,
			static function () use ( $order_id, $instruction ) {
				$order = wc_get_order( $order_id );
				if ( ! $order instanceof WC_Order || (string) $order->get_meta( self::ASKED ) !== $instruction['id'] ) {
					return;
				}
				$known = (string) $order->get_meta( self::RECORDED );
				if ( $known === $instruction['id'] || 'WAITING' === $instruction['state'] ) {
					return;
				}
				$order->update_meta_data( self::RECORDED, $instruction['id'] );
				if ( 'DONE' !== $instruction['state'] ) {
					$order->add_order_note( self::words( $instruction['state'] ) );
					$order->save();
					return;
				}
				$order->add_order_note( sarraf_text( 'The refund was approved at Sarraf, which pays it to the card.' ) );
				$order->save();
				// The refund was already requested: WooCommerce only records it.
				$made = wc_create_refund(
					array(
						'amount'         => $order->get_total(),
						'reason'         => $instruction['reason'],
						'order_id'       => $order_id,
						'refund_payment' => false,
						'restock_items'  => false,
					)
				);
				if ( is_wp_error( $made ) ) {
					$order->add_order_note( sarraf_text( 'The approved refund could not be recorded here. Please record it by hand.' ) );
				}
			}
		);
	}

	/** Notes on the order whether the card was refunded, or never will be: `PAID`, `CANCELLED`. */
	public static function tell( $order_id, $payment, $event ) {
		Sarraf_Lock::hold(
			$order_id,
			static function () use ( $order_id, $payment, $event ) {
				$order = wc_get_order( $order_id );
				if ( ! $order instanceof WC_Order || (string) $order->get_meta( Sarraf_Orders::PAYMENT ) !== $payment['id'] ) {
					return;
				}
				$told = (array) $order->get_meta( '_sarraf_told' );
				if ( in_array( $event['id'], $told, true ) ) {
					return;
				}
				$order->update_meta_data( '_sarraf_told', array_merge( array_filter( $told ), array( $event['id'] ) ) );
				if ( 'payment.refunded' === $event['type'] ) {
					/* translators: the bank's reference number. */
					$order->add_order_note( sprintf( sarraf_text( 'Sarraf gave the payment back to the card: bank reference %s.' ), (string) $payment['refund']['reference'] ) );
					$order->save();
					return;
				}
				$order->update_status( 'on-hold', sarraf_text( 'Sarraf could not give the payment back: it is the store’s again. Please settle it with your customer.' ) );
			}
		);
	}

	private static function words( $code ) {
		$words = array(
			'API_KEY_PERMISSION' => sarraf_text( 'The API key may not give payments back. Allow it on the store’s page at Sarraf.' ),
			'CONFLICT'           => sarraf_text( 'This payment is settled already or is being refunded, so it can no longer be refunded through Sarraf.' ),
			'REFUSED'            => sarraf_text( 'The refund was refused on the store’s page at Sarraf.' ),
			'EXPIRED'            => sarraf_text( 'The refund was not approved at Sarraf in time.' ),
			'FAILED'             => sarraf_text( 'The refund was approved at Sarraf but was no longer possible.' ),
			'UNANSWERED'         => sarraf_text( 'Sarraf did not answer. Ask for the refund again: it is done once.' ),
		);
		/* translators: a code of the API. */
		return isset( $words[ $code ] ) ? $words[ $code ] : sprintf( sarraf_text( 'Sarraf refused: %s' ), $code );
	}
}
