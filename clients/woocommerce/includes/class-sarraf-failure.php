<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** What the API refused, by its code; `UNANSWERED`: nobody knows whether it was done. */
final class Sarraf_Failure extends Exception {

	/** @var string */
	public $reason;
	/** @var array */
	public $data;

	public function __construct( $reason, $data = array() ) {
		parent::__construct( $reason );
		$this->reason = $reason;
		$this->data   = $data;
	}
}
