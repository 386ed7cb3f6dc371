import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  DecimalInput,
  decimal,
  described,
  flag,
  integer,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  optional,
  success,
  Timestamp,
  TimestampInput,
  text,
  time,
} from './fields.ts';
import { ORDER_SIDES, ORDER_TYPES, Order, SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from './trading.ts';
import { TriggerInput } from './triggers.ts';

const orderParams = described('Path parameters. An id that is not a UUID matches no order.', {
  id: text('Id of the order, a UUID.', { maxLength: 60 }),
});

export const ClientOrderId = Type.String({ pattern: '^[A-Za-z0-9._:-]{1,36}$', maxLength: 36 });

const orderBody = object({
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.', {
    maxLength: 60,
    examples: ['BITCOIN_TOMAN'],
  }),
  orderType: oneOf(
    'Type and side of the order. LIMITED_…: at a limit price. MARKET_…: at the best available prices.',
    ['LIMITED_BUY', 'LIMITED_SELL', 'MARKET_BUY', 'MARKET_SELL'],
  ),
  amount: optional('Amount, in the coin. For a MARKET_BUY, `totalPrice` may be sent instead.', DecimalInput),
  unitPrice: optional(
    'Limit price, in the quote; for a market order, the worst acceptable price (unset: 5 % beyond the best price).',
    DecimalInput,
  ),
  totalPrice: optional(
    'For a MARKET_BUY: maximum total to pay, in the quote, including the fee. Ignored for other types.',
    DecimalInput,
  ),
  timeInForce: optional(
    'Time in force. GTC (default of limit orders): open until cancelled. IOC (default of market orders): filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or refused (FOK_NOT_FILLED) without any effect. GTD: open until `validUntil`. Market orders must be IOC or FOK.',
    Type.Enum(TIMES_IN_FORCE),
  ),
  validUntil: optional(
    'Expiry of a GTD order; required with GTD and not allowed otherwise. The order is not filled after this time and is closed shortly after. Must be in the future, at most one year ahead.',
    TimestampInput,
  ),
  postOnly: optional(
    'If true, the order is refused (POST_ONLY_WOULD_TAKE) if it would match a resting order. For limit orders that are GTC or GTD only.',
    Type.Boolean(),
  ),
  displayAmount: optional(
    "Amount of the coin shown in the order book at a time (iceberg order), less than `amount`. Once it is filled, the next part is shown, behind all resting orders at its price. For limit orders that are GTC or GTD only. Refused (DISPLAY_IS_LOW) if it is below the market's minimum or a hundredth of the order. Unset: the full amount is shown.",
    DecimalInput,
  ),
  clientOrderId: optional("Id chosen by the client, unique among the account's open orders.", ClientOrderId),
  selfTradePrevention: optional(
    'Self-trade prevention: which order is cancelled when this order would match one of the same account. NEWEST (default): this order is cancelled, or refused (SELF_TRADE) if that is its first match. OLDEST: the resting orders are cancelled and this order continues. BOTH: the first resting order matched and this order are cancelled.',
    Type.Enum(SELF_TRADE_PREVENTIONS),
  ),
  trigger: optional(
    'Trigger that must be reached before the order enters the order book; the required funds are blocked meanwhile. A MARKET_BUY requires `totalPrice`, or `amount` and `unitPrice`; a trailing stop must be a market order. Not allowed with postOnly, GTD, or a limit order that is IOC or FOK.',
    TriggerInput,
  ),
});

/** Refusals of endpoints that place triggered orders. */
export const TRIGGER_REFUSALS = [
  'MARKET_IS_NOT_ACTIVE',
  'TRADING_CLOSED',
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_NOT_ALLOWED',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'PRICE_OUT_OF_BAND',
  'Not Enough Balance',
  'NOT_ENOUGH_BALANCE_TOMAN',
  'POST_ONLY_WOULD_TAKE',
  'TRIGGER_ALREADY_REACHED',
  'TOO_MANY_OPEN_ORDERS',
  'STABLECOIN_LIMIT',
  'NOT_AUTHORIZED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

const orderErrors = [
  'MARKET_IS_NOT_ACTIVE',
  'TRADING_CLOSED',
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_NOT_ALLOWED',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'PRICE_OUT_OF_BAND',
  'Not Enough Balance',
  'NOT_ENOUGH_BALANCE_TOMAN',
  'NO_LIQUIDITY',
  'SELF_TRADE',
  'FOK_NOT_FILLED',
  'POST_ONLY_WOULD_TAKE',
  'DISPLAY_IS_LOW',
  'CLIENT_ORDER_ID_IN_USE',
  'TOO_MANY_OPEN_ORDERS',
  'STABLECOIN_LIMIT',
  'NOT_AUTHORIZED',
  'TRIGGER_ALREADY_REACHED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

export const placeOrder = endpoint('POST', '/orders', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary: 'Places a limit or market order (send an Idempotency-Key)',
  body: orderBody,
  idempotent: true,
  reply: itemReply(Order),
  errors: orderErrors,
});

export const cancelOrder = endpoint('DELETE', '/orders/:id', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary: 'Cancels an open order; its fills are not reversed',
  params: orderParams,
  idempotent: true,
  reply: itemReply(Order),
  errors: ['NOT_FOUND', 'ORDER_IS_CLOSED'],
});

export const cancelOrders = endpoint('DELETE', '/orders', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary: 'Cancels the open orders of one market or, with `all=true`, of all markets',
  query: object({
    marketType: optional('Market whose open orders are cancelled.', Type.String({ maxLength: 60 })),
    side: optional('Cancels only orders of this side. Unset: both.', Type.Enum(ORDER_SIDES)),
    orderType: optional('Cancels only orders of this type. Unset: all.', Type.Enum(ORDER_TYPES)),
    all: optional(
      'Cancels the orders of all markets. Either this or `marketType` is required, to prevent accidental cancellation.',
      Type.Literal(true),
    ),
  }),
  idempotent: true,
  reply: success({ count: integer('Number of cancelled orders.') }),
});

export const Fill = object({
  number: text('Number of the fill; increases within its market.'),
  unitPrice: decimal('Price per coin, in the quote.'),
  amount: decimal('Amount, in the coin.'),
  wholePrice: decimal('Value in the quote: amount × unitPrice.'),
  wage: decimal('Fee of this order, in the quote.'),
  maker: flag('Whether the order was the maker: it was resting in the order book.'),
  createdAtDateTime: time('Time of the trade.'),
});
export type Fill = Static<typeof Fill>;

const orderWithFills = success({
  baseDTO: described('The order.', Order),
  content: list('Fills of the order, newest first.', Fill),
  nextCursor: nullable('Value of `cursor` for the next page; null on the last page.', Type.String()),
});
const fillQuery = object({
  size: optional(
    'Maximum number of fills to return.',
    Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  ),
  cursor: optional('Number of the last fill of the previous page.', Type.String({ maxLength: 20 })),
});

export const orderDetail = endpoint('GET', '/orders/:id', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns one of the caller's orders with its fills, newest first",
  params: orderParams,
  query: fillQuery,
  reply: orderWithFills,
  errors: ['NOT_FOUND'],
});

const clientIdParams = object({
  clientOrderId: text('Id that the client gave the order.', { maxLength: 60 }),
});

export const orderByClientId = endpoint('GET', '/orders/by-client-id/:clientOrderId', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns the open order with this `clientOrderId`, or otherwise the newest one, with its fills, newest first',
  params: clientIdParams,
  query: fillQuery,
  reply: orderWithFills,
  errors: ['NOT_FOUND'],
});

export const orderByIdempotencyKey = endpoint('GET', '/orders/by-idempotency-key/:key', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns the order that the request with this Idempotency-Key placed or changed, in its current state, with its fills, newest first. Use it if the response to a request was lost. NOT_FOUND: no such request was executed in the last 30 days; the same request can be sent again with the same key and is then executed, or refused, for the first time',
  params: object({
    key: text(
      'The Idempotency-Key, percent-encoded. For an order of a batch: the key of the batch, a space, and the index of the order from 0, cancellations first. For orders placed as a group, the first order is returned.',
      { pattern: '^[!-~]{8,100}( \\d{1,2})?$', maxLength: 103 },
    ),
  }),
  query: fillQuery,
  reply: orderWithFills,
  errors: ['NOT_FOUND'],
});

export const cancelOrderByClientId = endpoint('DELETE', '/orders/by-client-id/:clientOrderId', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary: 'Cancels the open order with this `clientOrderId`; its fills are not reversed',
  params: clientIdParams,
  idempotent: true,
  reply: itemReply(Order),
  errors: ['NOT_FOUND', 'ORDER_IS_CLOSED', 'IDEMPOTENCY_KEY_REUSED'],
});

export const replaceOrder = endpoint('PUT', '/orders/:id', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary:
    'Changes an open order. If the price is unchanged and the amount does not increase, the order keeps its id and its priority. Otherwise it ends as REPLACED and a new order for the unfilled amount atomically takes its place, at the end of the queue',
  params: orderParams,
  body: object({
    amount: optional(
      'New total amount, in the coin, including the filled amount, which it must exceed. Unset: unchanged.',
      DecimalInput,
    ),
    unitPrice: optional('New limit price, in the quote. Unset: unchanged.', DecimalInput),
    clientOrderId: optional(
      'New id chosen by the client. Unset: unchanged; a new order inherits it.',
      ClientOrderId,
    ),
  }),
  idempotent: true,
  reply: itemReply(Order),
  errors: ['NOT_FOUND', 'ORDER_IS_CLOSED', 'ORDER_WAITS', 'AMOUNT_IS_EXECUTED', ...orderErrors],
});

/** Maximum orders placed or cancelled by one request. */
export const MAX_IN_BATCH = 20;

const Outcome = object({
  status: text('OK, or the status of the refusal.'),
  message: text('Description of the result, or the code of the refusal.'),
  baseDTO: optional('The order, if `status` is OK.', Order),
  errors: optional('Names of the invalid fields, if the refusal has any.', Type.Array(Type.String())),
  data: optional('Further data of the refusal.', Type.Record(Type.String(), Type.Unknown())),
});
export type BatchOutcome = Static<typeof Outcome>;

export const batchOrders = endpoint('POST', '/orders/batch', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: ['ORDERS'],
  summary:
    'Cancels and places up to 20 orders in total. Cancellations are executed first; each item has its own result, in the order of the request (send an Idempotency-Key)',
  body: object({
    cancel: optional(
      'Ids of the open orders to cancel.',
      Type.Array(Type.String({ maxLength: 60 }), { maxItems: MAX_IN_BATCH }),
    ),
    place: optional(
      'Orders to place, each as in the body of POST /orders.',
      Type.Array(orderBody, { maxItems: MAX_IN_BATCH }),
    ),
  }),
  idempotent: true,
  reply: success({
    content: list('Result of each item: cancellations first, then placed orders.', Outcome),
  }),
  errors: ['IDEMPOTENCY_KEY_REUSED'],
});

/** Seconds. */
export const MAX_CANCEL_AFTER_S = 3_600;

export const cancelAfter = endpoint('POST', '/orders/cancel-after', {
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary:
    'Cancels all open orders (CANCEL_AFTER) after a timeout, unless this is called again before it expires. The timer survives a restart of the exchange',
  body: object({
    seconds: integer('Seconds from now; 0 stops the timer.', { minimum: 0, maximum: MAX_CANCEL_AFTER_S }),
    marketType: optional(
      'Market to which the timer applies; its timer is independent of the timer of all markets. Unset: all markets.',
      Type.String({ maxLength: 60 }),
    ),
  }),
  idempotent: true,
  reply: itemReply({
    marketType: nullable('Market of the timer; null: all markets.', Type.String()),
    cancelsAtDateTime: nullable('Time at which the orders are cancelled; null: the timer is off.', Timestamp),
  }),
  errors: ['IDEMPOTENCY_KEY_REUSED'],
});
