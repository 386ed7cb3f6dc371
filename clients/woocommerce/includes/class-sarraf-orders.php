<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** Orders and their payment requests. An order is changed only by what was read from the API. */
final class Sarraf_Orders {

	const ATTEMPT = '_sarraf_attempt';
	const PAYMENT = '_sarraf_payment_id';
	const MINUTES = 60;
	const MOST    = 8;

	/** Returns the payer's address. Throws Sarraf_Failure. */
	public static function link( WC_Order $order, Sarraf_Api $api ) {
		$toman = Sarraf_Money::of( $order->get_total(), $order->get_currency() );
		if ( null === $toman ) {
			throw new Sarraf_Failure( 'AMOUNT_NOT_ALLOWED' );
		}
		$attempt = max( 1, (int) $order->get_meta( self::ATTEMPT ) );
		for ( $n = 0; $n < self::MOST; $n++, $attempt++ ) {
			$request = self::ask( $order, $api, $toman, $attempt );
			// It was created for another total, or has ended: an order number is used once.
			if ( null === $request || in_array( $request['state'], array( 'EXPIRED', 'CANCELLED' ), true ) ) {
				continue;
			}
			$order->update_meta_data( self::ATTEMPT, (string) $attempt );
			$order->save();
			return $request;
		}
		throw new Sarraf_Failure( 'CONFLICT' );
	}

	private static function ask( WC_Order $order, Sarraf_Api $api, $toman, $attempt ) {
		try {
			return $api->add_request(
				array(
					'amount'           => $toman,
					'orderNumber'      => self::number( $order->get_id(), $attempt ),
					/* translators: the number of the order. */
					'description'      => sprintf( sarraf_text( 'Order %s' ), $order->get_order_number() ),
					'expiresInMinutes' => self::MINUTES,
					'returnUrl'        => Sarraf_Receiver::return_url( $order ),
					'metadata'         => array(
						'shop'     => self::shop(),
						'wc_order' => (string) $order->get_id(),
					),
				)
			);
		} catch ( Sarraf_Failure $failure ) {
			if ( 'CONFLICT' === $failure->reason ) {
				return null;
			}
			throw $failure;
		}
	}

	/** Order number with a prefix of this shop: several may share a store, and each handles its own orders only. */
	public static function number( $order_id, $attempt ) {
		return 'WC-' . substr( hash( 'sha256', self::shop() ), 0, 8 ) . '-' . $order_id . '-' . $attempt;
	}

	private static function shop() {
		return untrailingslashit( home_url() );
	}

	/**
	 * Finds the order of a payment; null: it belongs to another shop.
	 *
	 * @param array $payment As returned by the API.
	 */
	public static function id_of( $payment ) {
		$metadata = isset( $payment['metadata'] ) ? $payment['metadata'] : array();
		if ( ! isset( $metadata['shop'], $metadata['wc_order'], $payment['orderNumber'] ) || self::shop() !== $metadata['shop'] ) {
			return null;
		}
		$id = (int) $metadata['wc_order'];
		return 0 === strpos( $payment['orderNumber'], substr( self::number( $id, 1 ), 0, -1 ) ) ? $id : null;
	}

	/**
	 * Applies a payment to its order, once however often it is reported. A payment that doesn't match the order doesn't
	 * mark it as paid: the order is put on hold with a note.
	 *
	 * @param array $payment As returned by the API now.
	 */
	public static function settle( $order_id, $payment ) {
		return Sarraf_Lock::hold(
			$order_id,
			static function () use ( $order_id, $payment ) {
				$order = wc_get_order( $order_id );
				if ( ! $order instanceof WC_Order || 'PAID' !== $payment['state'] || null === $payment['receivedAtDateTime'] ) {
					return false;
				}
				$seen = (array) $order->get_meta( '_sarraf_seen' );
				if ( in_array( $payment['id'], $seen, true ) ) {
					return (string) $order->get_meta( self::PAYMENT ) === $payment['id'];
				}
				$order->update_meta_data( '_sarraf_seen', array_merge( array_filter( $seen ), array( $payment['id'] ) ) );
				return self::take( $order, $payment );
			}
		);
	}

	private static function take( WC_Order $order, $payment ) {
		if ( '' !== (string) $order->get_meta( self::PAYMENT ) || $order->is_paid() ) {
			/* translators: number of a receipt. */
			$order->add_order_note( sprintf( sarraf_text( 'Paid once more (receipt %s). Give this second payment back at Sarraf.' ), $payment['number'] ) );
			$order->save();
			return false;
		}
		if ( Sarraf_Money::of( $order->get_total(), $order->get_currency() ) !== $payment['amount'] ) {
			/* translators: 1: an amount in Toman, 2: number of a receipt. */
			$order->update_status( 'on-hold', sprintf( sarraf_text( 'Paid %1$s Toman (receipt %2$s), which is not what the order costs. Please look at it.' ), $payment['amount'], $payment['number'] ) );
			return false;
		}
		$order->update_meta_data( self::PAYMENT, $payment['id'] );
		$order->set_payment_method( 'sarraf' );
		/* translators: 1: number of a receipt, 2: the bank's reference number. */
		$order->add_order_note( sprintf( sarraf_text( 'Paid through Sarraf: receipt %1$s, bank reference %2$s.' ), $payment['number'], (string) $payment['trackingCode'] ) );
		$order->payment_complete( $payment['id'] );
		return true;
	}
}
