<?php
/**
 * The plugin's texts: English as in the code, Persian from a list, by the language of WordPress.
 *
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** @param string $english As in the list. */
function sarraf_text( $english ) {
	static $persian = null;
	if ( 0 !== strpos( determine_locale(), 'fa' ) ) {
		return $english;
	}
	if ( null === $persian ) {
		$persian = require __DIR__ . '/words-fa.php';
	}
	return isset( $persian[ $english ] ) ? $persian[ $english ] : $english;
}

/** Returns the beginning of a text, counted in letters rather than bytes. */
function sarraf_cut( $text, $length ) {
	return preg_match( '/^.{0,' . (int) $length . '}/us', $text, $found ) ? $found[0] : '';
}
