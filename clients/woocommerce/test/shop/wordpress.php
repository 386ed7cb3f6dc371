<?php
/** The parts of WordPress that the plugin calls; data is stored in a folder, for several concurrent processes. */

define( 'ABSPATH', __DIR__ . '/' );
define( 'SHOP_STATE', getenv( 'SHOP_STATE' ) );
define( 'SHOP_URL', getenv( 'SHOP_URL' ) );

// As in WordPress, whatever PHP's settings are.
$_GET    = array_map( 'addslashes', $_GET );
$_SERVER = array_map( static function ( $text ) { return is_string( $text ) ? addslashes( $text ) : $text; }, $_SERVER );

final class WP_Error {
	private $code;
	private $message;
	public function __construct( $code, $message ) {
		$this->code    = $code;
		$this->message = $message;
	}
	public function get_error_code() {
		return $this->code;
	}
	public function get_error_message() {
		return $this->message;
	}
}

$shop_hooks = array();
function add_action( $name, $work ) {
	global $shop_hooks;
	$shop_hooks[ $name ][] = $work;
}
function add_filter( $name, $work ) {
	add_action( $name, $work );
}
function do_action( $name, ...$given ) {
	global $shop_hooks;
	foreach ( isset( $shop_hooks[ $name ] ) ? $shop_hooks[ $name ] : array() as $work ) {
		call_user_func_array( $work, $given );
	}
}
function apply_filters( $name, $value ) {
	global $shop_hooks;
	foreach ( isset( $shop_hooks[ $name ] ) ? $shop_hooks[ $name ] : array() as $work ) {
		$value = call_user_func( $work, $value );
	}
	return $value;
}

/** One file per value, changed by one process at a time. */
function shop_change( $name, $change ) {
	$file = fopen( SHOP_STATE . '/' . $name . '.json', 'c+' );
	flock( $file, LOCK_EX );
	$state = json_decode( (string) stream_get_contents( $file ), true );
	$state = $change( null === $state ? array() : $state );
	rewind( $file );
	ftruncate( $file, 0 );
	fwrite( $file, json_encode( $state ) );
	fflush( $file );
	flock( $file, LOCK_UN );
	fclose( $file );
	return $state;
}
function shop_read( $name ) {
	return shop_change( $name, static function ( $state ) { return $state; } );
}

function get_option( $name, $otherwise = false ) {
	$all = shop_read( 'options' );
	return array_key_exists( $name, $all ) ? $all[ $name ] : $otherwise;
}
function update_option( $name, $value ) {
	shop_change( 'options', static function ( $all ) use ( $name, $value ) { return array( $name => $value ) + $all; } );
}

/** MySQL's named locks: they belong to the connection, and end with it. */
final class Shop_Database {
	public $prefix  = 'wp_';
	private $held   = array();
	public function prepare( $query, ...$values ) {
		return array( $query, $values );
	}
	public function get_var( $prepared ) {
		list( $query, $values ) = $prepared;
		$path = SHOP_STATE . '/lock-' . $values[0];
		if ( false !== strpos( $query, 'GET_LOCK' ) ) {
			$this->held[ $path ] = fopen( $path, 'c' );
			return flock( $this->held[ $path ], LOCK_EX ) ? '1' : '0';
		}
		fclose( $this->held[ $path ] );
		return '1';
	}
}
$wpdb = new Shop_Database();

function untrailingslashit( $text ) {
	return rtrim( $text, '/\\' );
}
function wp_parse_url( $url ) {
	return parse_url( $url );
}
function wp_json_encode( $value ) {
	return json_encode( $value );
}
function wp_unslash( $value ) {
	return is_string( $value ) ? stripslashes( $value ) : $value;
}
function sanitize_text_field( $text ) {
	return trim( preg_replace( '/[\r\n\t ]+/', ' ', strip_tags( $text ) ) );
}
function absint( $value ) {
	return abs( (int) $value );
}
function esc_html( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function home_url() {
	return SHOP_URL;
}
function determine_locale() {
	return get_option( 'locale', 'en_US' );
}
function add_query_arg( $more, $url ) {
	return $url . ( false === strpos( $url, '?' ) ? '?' : '&' ) . http_build_query( $more );
}
function plugins_url( $path ) {
	return SHOP_URL . '/wp-content/plugins/sarraf-for-woocommerce/' . $path;
}
function wp_register_script( $handle, $url, $needs ) {
	shop_change( 'scripts', static function ( $all ) use ( $handle, $url, $needs ) { return array( $handle => array( $url, $needs ) ) + $all; } );
}
function status_header( $status ) {
	http_response_code( $status );
}
/** Redirects only within the site, as WordPress does. */
function wp_safe_redirect( $url ) {
	header( 'Location: ' . ( 0 === strpos( $url, SHOP_URL . '/' ) ? $url : SHOP_URL . '/wp-admin/' ), true, 302 );
}
function is_wp_error( $value ) {
	return $value instanceof WP_Error;
}
function wp_remote_request( $url, $asked ) {
	$lines = array();
	foreach ( $asked['headers'] as $name => $value ) {
		$lines[] = $name . ': ' . $value;
	}
	$how  = array(
		'method'          => $asked['method'],
		'header'          => $lines,
		'timeout'         => $asked['timeout'],
		'follow_location' => $asked['redirection'] > 0 ? 1 : 0,
		'ignore_errors'   => true,
	);
	$how += null === $asked['body'] ? array() : array( 'content' => $asked['body'] );
	$body = @file_get_contents( $url, false, stream_context_create( array( 'http' => $how ) ) );
	if ( false === $body ) {
		return new WP_Error( 'http_request_failed', 'no answer' );
	}
	return array(
		'body'   => $body,
		'status' => (int) explode( ' ', $http_response_header[0] )[1],
	);
}
function wp_remote_retrieve_body( $answer ) {
	return $answer['body'];
}
function wp_remote_retrieve_response_code( $answer ) {
	return $answer['status'];
}
