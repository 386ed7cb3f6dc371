<?php
/**
 * @package Sarraf_For_WooCommerce
 */

defined( 'ABSPATH' ) || exit;

/** A refusal by the API, with its code; `UNANSWERED`: whether it was done is unknown. */
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
