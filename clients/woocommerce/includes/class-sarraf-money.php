<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/**
 * What an order costs in whole Toman. Decimal text is moved by its point and never becomes a float; what isn't whole Toman is
 * not rounded, since the shop would then be paid something else than its order says.
 */
final class Sarraf_Money {

	/** How many decimal places a unit of the shop's currency is above a Toman. */
	const PLACES = array(
		'IRT'  => 0, // Toman.
		'IRR'  => -1, // Rial: ten are a Toman.
		'IRHR' => 2, // A thousand Rial.
		'IRHT' => 3, // A thousand Toman.
	);

	/** @param string $currency Of the order. */
	public static function is_known( $currency ) {
		return array_key_exists( $currency, self::PLACES );
	}

	/**
	 * @param string $amount   Plain decimal text, as WooCommerce keeps it.
	 * @param string $currency Of the order.
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
	 * Of an order, or of what is taken from one.
	 *
	 * @param string|float|int $amount   As WooCommerce hands it on.
	 * @param string           $currency Of the order.
	 */
	public static function of( $amount, $currency ) {
		// Not rounded to the shop's decimals: what isn't whole is refused.
		return self::toman( wc_format_decimal( $amount, false, true ), $currency );
	}
}
