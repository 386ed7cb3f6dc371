<?php
/** A shop run by PHP's own web server: the plugin, and an endpoint for the test that creates and reads orders. */

require __DIR__ . '/wordpress.php';
require __DIR__ . '/woocommerce.php';
require dirname( __DIR__, 2 ) . '/sarraf-for-woocommerce.php';
do_action( 'before_woocommerce_init' );
do_action( 'plugins_loaded' );
do_action( 'woocommerce_blocks_loaded' );

$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( preg_match( '#^/wc-api/(\w+)/$#', $path, $found ) ) {
	do_action( 'woocommerce_api_' . $found[1] );
	echo '-1';
	exit;
}

/** Registered by the shop for its block checkout. */
final class Shop_Registry {
	public $types = array();
	public function register( $type ) {
		$type->initialize();
		$type->get_payment_method_script_handles();
		$this->types[ $type->get_name() ] = array( $type->is_active(), $type->get_payment_method_data() );
	}
}

function shop_gateway() {
	return WC()->payment_gateways()->payment_gateways()['sarraf'];
}

function shop_do( $asked ) {
	switch ( $asked['do'] ) {
		case 'option':
			update_option( $asked['name'], $asked['value'] );
			return true;
		case 'order':
			$id  = count( glob( SHOP_STATE . '/order-*.json' ) ) + 1;
			$new = array( 'key' => 'wc_order_' . bin2hex( random_bytes( 6 ) ), 'status' => 'pending', 'meta' => array(), 'notes' => array(), 'completed' => 0, 'refunded' => 0, 'transaction' => '' );
			shop_change( 'order-' . $id, static function () use ( $asked, $new ) { return array( 'total' => $asked['total'], 'currency' => $asked['currency'] ) + $new; } );
			return array( 'id' => $id, 'key' => $new['key'] );
		case 'change':
			shop_change( 'order-' . $asked['id'], static function ( $state ) use ( $asked ) { return $asked['to'] + $state; } );
			return true;
		case 'pay':
			return shop_gateway()->process_payment( $asked['id'] );
		case 'refund':
			$said = wc_create_refund( array( 'order_id' => $asked['id'], 'amount' => $asked['amount'], 'reason' => $asked['reason'], 'refund_payment' => true ) );
			return is_wp_error( $said ) ? array( $said->get_error_code(), $said->get_error_message() ) : $said;
		case 'read':
			return shop_read( $asked['name'] );
		case 'available':
			return shop_gateway()->is_available();
		case 'save':
			update_option( 'sent', $asked['fields'] );
			do_action( 'woocommerce_update_options_payment_gateways_sarraf' );
			shop_gateway()->process_admin_options();
			return get_option( 'woocommerce_sarraf_settings' );
		case 'fields':
			return shop_gateway()->form_fields;
		case 'toman':
			return array_map( static function ( $one ) { return Sarraf_Money::toman( $one[0], $one[1] ); }, $asked['of'] );
		case 'allowed':
			return array_map( array( 'Sarraf_Api', 'is_allowed' ), $asked['of'] );
		case 'blocks':
			$registry = new Shop_Registry();
			do_action( 'woocommerce_blocks_payment_method_type_registration', $registry );
			return $registry->types;
	}
}

header( 'Content-Type: application/json' );
if ( '/test' === $path ) {
	echo json_encode( shop_do( json_decode( file_get_contents( 'php://input' ), true ) ) );
	exit;
}
echo '"a page of the shop"';
