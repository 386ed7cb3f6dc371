<?php
/**
 * The plugin's words: English as they stand in the code, Persian from a list beside it, by the language that WordPress shows.
 *
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** @param string $english As the list has it. */
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

/** The beginning of a text, in letters rather than bytes. */
function sarraf_cut( $text, $length ) {
	return preg_match( '/^.{0,' . (int) $length . '}/us', $text, $found ) ? $found[0] : '';
}
