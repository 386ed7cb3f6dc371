<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * Amount of an order in whole Toman. Decimal text is shifted and never becomes a float; an amount that isn't whole Toman is
 * refused instead of rounded, since the payment would differ from the order.
 */
final class Sarraf_Money {

	/** Number of decimal places between a unit of the shop's currency and a Toman. */
	const PLACES = array(
		'IRT'  => 0, // Toman.
		'IRR'  => -1, // Rial: ten are a Toman.
		'IRHR' => 2, // A thousand Rial.
		'IRHT' => 3, // A thousand Toman.
	);

	/** @param string $currency Currency of the order. */
	public static function is_known( $currency ) {
		return array_key_exists( $currency, self::PLACES );
	}

	/**
	 * @param string $amount Plain decimal text, as stored by WooCommerce.
	 * @param string $currency Currency of the order.
	 * @return string|null Whole Toman; null: another currency, not whole, or not an amount.
	 */
	public static function toman( $amount, $currency ) {
		if ( ! self::is_known( $currency ) || ! preg_match( '/^(\d+)(?:\.(\d+))?$/', (string) $amount, $parts ) ) {
			return null;
		}
		$whole    = $parts[1];
		$fraction = isset( $parts[2] ) ? $parts[2] : '';
		$places   = self::PLACES[ $currency ];
		if ( $places < 0 ) {
			$whole    = str_pad( $whole, 1 - $places, '0', STR_PAD_LEFT );
			$fraction = substr( $whole, $places ) . $fraction;
			$whole    = substr( $whole, 0, $places );
		} else {
			$fraction = str_pad( $fraction, $places, '0' );
			$whole   .= substr( $fraction, 0, $places );
			$fraction = substr( $fraction, $places );
		}
		$whole = ltrim( $whole, '0' );
		return '' === trim( $fraction, '0' ) && '' !== $whole ? $whole : null;
	}

	/**
	 * Converts the amount of an order or a refund.
	 *
	 * @param string|float|int $amount As passed by WooCommerce.
	 * @param string $currency Currency of the order.
	 */
	public static function of( $amount, $currency ) {
		// Not rounded to the shop's decimals: an amount that isn't whole is refused.
		return self::toman( wc_format_decimal( $amount, false, true ), $currency );
	}
}
