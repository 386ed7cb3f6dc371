<?php
// phpcs:ignoreFile -- two namespaces in one file.
/** The parts of WooCommerce that the plugin calls, with its rules for orders, refunds and settings. */

namespace Automattic\WooCommerce\Utilities {
	final class FeaturesUtil {
		public static function declare_compatibility( $feature, $file, $fits ) {
			\shop_change( 'declared', static function ( $all ) use ( $feature, $fits ) { return array( $feature => $fits ) + $all; } );
		}
	}
}

namespace Automattic\WooCommerce\Blocks\Payments\Integrations {
	abstract class AbstractPaymentMethodType {
		protected $name     = '';
		protected $settings = array();
		public function get_name() {
			return $this->name;
		}
		protected function get_setting( $name, $otherwise = '' ) {
			return isset( $this->settings[ $name ] ) ? $this->settings[ $name ] : $otherwise;
		}
		abstract public function initialize();
	}
}

namespace {
	class WC_Order {
		private $id;
		private $state;
		private $changes = array();
		private $meta    = array();
		public function __construct( $id ) {
			$this->id    = $id;
			$this->state = shop_read( 'order-' . $id );
		}
		private function get( $name ) {
			return array_key_exists( $name, $this->changes ) ? $this->changes[ $name ] : $this->state[ $name ];
		}
		public function get_id() {
			return $this->id;
		}
		public function get_order_number() {
			return (string) $this->id;
		}
		public function get_order_key() {
			return $this->get( 'key' );
		}
		public function get_total() {
			return $this->get( 'total' );
		}
		public function get_currency() {
			return $this->get( 'currency' );
		}
		public function get_status() {
			return $this->get( 'status' );
		}
		public function is_paid() {
			return in_array( $this->get_status(), array( 'processing', 'completed' ), true );
		}
		public function get_meta( $name ) {
			$all = $this->meta + $this->state['meta'];
			return isset( $all[ $name ] ) ? $all[ $name ] : '';
		}
		public function update_meta_data( $name, $value ) {
			$this->meta[ $name ] = $value;
		}
		public function set_payment_method( $name ) {
			$this->changes['payment_method'] = $name;
		}
		/** An order note: written immediately, whether the order is saved or not. */
		public function add_order_note( $text ) {
			shop_change( 'order-' . $this->id, static function ( $state ) use ( $text ) { $state['notes'][] = $text; return $state; } );
		}
		/** Writes only what changed: another process may have written the rest. */
		public function save() {
			list( $changes, $meta ) = array( $this->changes, $this->meta );
			$this->state   = shop_change(
				'order-' . $this->id,
				static function ( $state ) use ( $changes, $meta ) {
					$state         = $changes + $state;
					$state['meta'] = $meta + $state['meta'];
					return $state;
				}
			);
			$this->changes = array();
			$this->meta    = array();
		}
		public function update_status( $status, $note = '' ) {
			$this->changes['status'] = $status;
			if ( '' !== $note ) {
				$this->add_order_note( $note );
			}
			$this->save();
		}
		public function payment_complete( $transaction ) {
			if ( in_array( $this->get_status(), array( 'on-hold', 'pending', 'failed', 'cancelled' ), true ) ) {
				$this->changes = array( 'status' => 'processing', 'transaction' => $transaction, 'completed' => $this->get( 'completed' ) + 1 ) + $this->changes;
			}
			$this->save();
		}
		public function get_checkout_order_received_url() {
			return SHOP_URL . '/checkout/order-received/' . $this->id . '/';
		}
		public function get_checkout_payment_url() {
			return SHOP_URL . '/checkout/order-pay/' . $this->id . '/';
		}
	}

	abstract class WC_Payment_Gateway {
		public $id;
		public $title;
		public $description;
		public $method_title;
		public $method_description;
		public $has_fields;
		public $supports;
		public $form_fields = array();
		public $settings    = array();
		public function init_settings() {
			$this->settings = get_option( 'woocommerce_' . $this->id . '_settings', array() );
		}
		public function get_option( $name ) {
			if ( isset( $this->settings[ $name ] ) ) {
				return $this->settings[ $name ];
			}
			return isset( $this->form_fields[ $name ]['default'] ) ? $this->form_fields[ $name ]['default'] : '';
		}
		public function is_available() {
			return 'yes' === $this->get_option( 'enabled' );
		}
		protected function get_order_total() {
			return (float) get_option( 'cart_total', 0 );
		}
		public function get_return_url( $order ) {
			return $order->get_checkout_order_received_url();
		}
		/** A field whose validation throws keeps its value. */
		public function process_admin_options() {
			foreach ( get_option( 'sent', array() ) as $name => $value ) {
				$judge = 'validate_' . $name . '_field';
				try {
					$this->settings[ $name ] = method_exists( $this, $judge ) ? $this->$judge( $name, $value ) : $value;
				} catch ( Exception $fault ) {
					wc_add_notice( $fault->getMessage(), 'error' );
				}
			}
			update_option( 'woocommerce_' . $this->id . '_settings', $this->settings );
		}
	}

	final class Shop_Gateways {
		public function payment_gateways() {
			$made = array();
			foreach ( apply_filters( 'woocommerce_payment_gateways', array() ) as $class ) {
				$one              = new $class();
				$made[ $one->id ] = $one;
			}
			return $made;
		}
	}
	final class Shop_WC {
		public function api_request_url( $name ) {
			return SHOP_URL . '/wc-api/' . $name . '/';
		}
		public function payment_gateways() {
			return new Shop_Gateways();
		}
	}

	function WC() {
		return new Shop_WC();
	}
	function wc_get_order( $id ) {
		return is_file( SHOP_STATE . '/order-' . (int) $id . '.json' ) ? new WC_Order( (int) $id ) : false;
	}
	/** Without a number of decimals: unchanged, a float to six places without trailing zeros. */
	function wc_format_decimal( $amount, $decimals, $trim ) {
		$text = is_float( $amount ) ? sprintf( '%.6F', $amount ) : preg_replace( '/[^0-9.-]/', '', (string) $amount );
		return $trim && false !== strpos( $text, '.' ) ? rtrim( rtrim( $text, '0' ), '.' ) : $text;
	}
	function get_woocommerce_currency() {
		return get_option( 'currency', 'IRT' );
	}
	function wc_get_page_permalink( $page ) {
		return SHOP_URL . '/' . $page . '/';
	}
	function wc_add_notice( $text, $kind ) {
		shop_change( 'notices', static function ( $all ) use ( $text, $kind ) { $all[] = array( $kind, $text ); return $all; } );
	}
	/** Creates a record, then calls the gateway: a refusal deletes the record. A full refund marks the order as refunded. */
	function wc_create_refund( $asked ) {
		$name  = 'order-' . $asked['order_id'];
		$order = wc_get_order( $asked['order_id'] );
		if ( (float) shop_read( $name )['refunded'] + (float) $asked['amount'] > (float) $order->get_total() ) {
			return new WP_Error( 'error', 'Invalid refund amount.' );
		}
		$add = static function ( $sign ) use ( $name, $asked ) {
			shop_change( $name, static function ( $state ) use ( $sign, $asked ) { $state['refunded'] += $sign * (float) $asked['amount']; return $state; } );
		};
		$add( 1 );
		if ( ! empty( $asked['refund_payment'] ) ) {
			$said = WC()->payment_gateways()->payment_gateways()['sarraf']->process_refund( $asked['order_id'], $asked['amount'], $asked['reason'] );
			if ( true !== $said ) {
				$add( -1 );
				return is_wp_error( $said ) ? $said : new WP_Error( 'error', 'refused' );
			}
		}
		$order = wc_get_order( $asked['order_id'] );
		if ( (float) shop_read( $name )['refunded'] >= (float) $order->get_total() ) {
			$order->update_status( 'refunded' );
		}
		return true;
	}
}
