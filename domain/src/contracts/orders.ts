import { type Static, type TSchema, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  open,
  success,
  Timestamp,
  TimestampInput,
  withBase,
} from './endpoint.ts';
import { ORDER_SIDES, ORDER_TYPES, Order, SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from './trading.ts';
import { TriggerInput } from './triggers.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const orderParams = described(
  'Path parameters. An id that is not a UUID matches no order.',
  Type.Object({ id: described('Id of the order, a UUID.', Type.String({ maxLength: 60 })) }, open),
);

export const ClientOrderId = Type.String({ pattern: '^[A-Za-z0-9._:-]{1,36}$', maxLength: 36 });

const orderBody = Type.Object(
  {
    marketType: described(
      'Market: coin and quote, e.g. BITCOIN_TOMAN.',
      Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
    ),
    orderType: described(
      'Type and side of the order. LIMITED_…: at a limit price. MARKET_…: at the best available prices.',
      Type.Enum(['LIMITED_BUY', 'LIMITED_SELL', 'MARKET_BUY', 'MARKET_SELL']),
    ),
    amount: described(
      'Amount, in the coin. For a MARKET_BUY, `totalPrice` may be sent instead.',
      Type.Optional(DecimalInput),
    ),
    unitPrice: described(
      'Limit price, in the quote; for a market order, the worst acceptable price (unset: 5 % beyond the best price).',
      Type.Optional(DecimalInput),
    ),
    totalPrice: described(
      'For a MARKET_BUY: maximum total to pay, in the quote, including the fee. Ignored for other types.',
      Type.Optional(DecimalInput),
    ),
    timeInForce: described(
      'Time in force. GTC (default of limit orders): open until cancelled. IOC (default of market orders): filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or refused (FOK_NOT_FILLED) without any effect. GTD: open until `validUntil`. Market orders must be IOC or FOK.',
      Type.Optional(Type.Enum(TIMES_IN_FORCE)),
    ),
    validUntil: described(
      'Expiry of a GTD order; required with GTD and not allowed otherwise. The order is not filled after this time and is closed shortly after. Must be in the future, at most one year ahead.',
      Type.Optional(TimestampInput),
    ),
    postOnly: described(
      'If true, the order is refused (POST_ONLY_WOULD_TAKE) if it would match a resting order. For limit orders that are GTC or GTD only.',
      Type.Optional(Type.Boolean()),
    ),
    displayAmount: described(
      "Amount of the coin shown in the order book at a time (iceberg order), less than `amount`. Once it is filled, the next part is shown, behind all resting orders at its price. For limit orders that are GTC or GTD only. Refused (DISPLAY_IS_LOW) if it is below the market's minimum or a hundredth of the order. Unset: the full amount is shown.",
      Type.Optional(DecimalInput),
    ),
    clientOrderId: described(
      "Id chosen by the client, unique among the account's open orders.",
      Type.Optional(ClientOrderId),
    ),
    selfTradePrevention: described(
      'Self-trade prevention: which order is cancelled when this order would match one of the same account. NEWEST (default): this order is cancelled, or refused (SELF_TRADE) if that is its first match. OLDEST: the resting orders are cancelled and this order continues. BOTH: the first resting order matched and this order are cancelled.',
      Type.Optional(Type.Enum(SELF_TRADE_PREVENTIONS)),
    ),
    trigger: described(
      'Trigger that must be reached before the order enters the order book; the required funds are blocked meanwhile. A MARKET_BUY requires `totalPrice`, or `amount` and `unitPrice`; a trailing stop must be a market order. Not allowed with postOnly, GTD, or a limit order that is IOC or FOK.',
      Type.Optional(TriggerInput),
    ),
  },
  open,
);

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

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary: 'Places a limit or market order (send an Idempotency-Key)',
  body: orderBody,
  idempotent: true,
  reply: withBase(Order),
  errors: orderErrors,
});

export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/orders/:id',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary: 'Cancels an open order; its fills are not reversed',
  params: orderParams,
  idempotent: true,
  reply: withBase(Order),
  errors: ['NOT_FOUND', 'ORDER_IS_CLOSED'],
});

export const cancelOrders = endpoint({
  method: 'DELETE',
  path: '/orders',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary: 'Cancels the open orders of one market or, with `all=true`, of all markets',
  query: Type.Object(
    {
      marketType: described(
        'Market whose open orders are cancelled.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
      side: described(
        'Cancels only orders of this side. Unset: both.',
        Type.Optional(Type.Enum(ORDER_SIDES)),
      ),
      orderType: described(
        'Cancels only orders of this type. Unset: all.',
        Type.Optional(Type.Enum(ORDER_TYPES)),
      ),
      all: described(
        'Cancels the orders of all markets. Either this or `marketType` is required, to prevent accidental cancellation.',
        Type.Optional(Type.Literal(true)),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: success({ count: described('Number of cancelled orders.', Type.Integer()) }),
});

export const Fill = Type.Object(
  {
    number: described('Number of the fill; increases within its market.', Type.String()),
    unitPrice: described('Price per coin, in the quote.', DecimalText),
    amount: described('Amount, in the coin.', DecimalText),
    wholePrice: described('Value in the quote: amount × unitPrice.', DecimalText),
    wage: described('Fee of this order, in the quote.', DecimalText),
    maker: described('Whether the order was the maker: it was resting in the order book.', Type.Boolean()),
    createdAtDateTime: described('Time of the trade.', Timestamp),
  },
  open,
);
export type Fill = Static<typeof Fill>;

const orderWithFills = success({
  baseDTO: described('The order.', Order),
  content: described('Fills of the order, newest first.', Type.Array(Fill)),
  nextCursor: described(
    'Value of `cursor` for the next page; null on the last page.',
    Type.Union([Type.String(), Type.Null()]),
  ),
});
const fillQuery = Type.Object(
  {
    size: described(
      'Maximum number of fills to return.',
      Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    ),
    cursor: described(
      'Number of the last fill of the previous page.',
      Type.Optional(Type.String({ maxLength: 20 })),
    ),
  },
  open,
);

export const orderDetail = endpoint({
  method: 'GET',
  path: '/orders/:id',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns one of the caller's orders with its fills, newest first",
  params: orderParams,
  query: fillQuery,
  reply: orderWithFills,
  errors: ['NOT_FOUND'],
});

const clientIdParams = Type.Object(
  { clientOrderId: described('Id that the client gave the order.', Type.String({ maxLength: 60 })) },
  open,
);

export const orderByClientId = endpoint({
  method: 'GET',
  path: '/orders/by-client-id/:clientOrderId',
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

export const orderByIdempotencyKey = endpoint({
  method: 'GET',
  path: '/orders/by-idempotency-key/:key',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns the order that the request with this Idempotency-Key placed or changed, in its current state, with its fills, newest first. Use it if the response to a request was lost. NOT_FOUND: no such request was executed in the last 30 days; the same request can be sent again with the same key and is then executed, or refused, for the first time',
  params: Type.Object(
    {
      key: described(
        'The Idempotency-Key, percent-encoded. For an order of a batch: the key of the batch, a space, and the index of the order from 0, cancellations first. For orders placed as a group, the first order is returned.',
        Type.String({ pattern: '^[!-~]{8,100}( \\d{1,2})?$', maxLength: 103 }),
      ),
    },
    open,
  ),
  query: fillQuery,
  reply: orderWithFills,
  errors: ['NOT_FOUND'],
});

export const cancelByClientId = endpoint({
  method: 'DELETE',
  path: '/orders/by-client-id/:clientOrderId',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary: 'Cancels the open order with this `clientOrderId`; its fills are not reversed',
  params: clientIdParams,
  idempotent: true,
  reply: withBase(Order),
  errors: ['NOT_FOUND', 'ORDER_IS_CLOSED', 'IDEMPOTENCY_KEY_REUSED'],
});

export const replaceOrder = endpoint({
  method: 'PUT',
  path: '/orders/:id',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: 'ORDERS',
  summary:
    'Changes an open order. If the price is unchanged and the amount does not increase, the order keeps its id and its priority. Otherwise it ends as REPLACED and a new order for the unfilled amount atomically takes its place, at the end of the queue',
  params: orderParams,
  body: Type.Object(
    {
      amount: described(
        'New total amount, in the coin, including the filled amount, which it must exceed. Unset: unchanged.',
        Type.Optional(DecimalInput),
      ),
      unitPrice: described('New limit price, in the quote. Unset: unchanged.', Type.Optional(DecimalInput)),
      clientOrderId: described(
        'New id chosen by the client. Unset: unchanged; a new order inherits it.',
        Type.Optional(ClientOrderId),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: withBase(Order),
  errors: ['NOT_FOUND', 'ORDER_IS_CLOSED', 'ORDER_WAITS', 'AMOUNT_IS_EXECUTED', ...orderErrors],
});

/** Maximum orders placed or cancelled by one request. */
export const MAX_IN_BATCH = 20;

const Outcome = Type.Object(
  {
    status: described('OK, or the status of the refusal.', Type.String()),
    message: described('Description of the result, or the code of the refusal.', Type.String()),
    baseDTO: described('The order, if `status` is OK.', Type.Optional(Order)),
    errors: described(
      'Names of the invalid fields, if the refusal has any.',
      Type.Optional(Type.Array(Type.String())),
    ),
    data: described(
      'Further data of the refusal.',
      Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    ),
  },
  open,
);
export type BatchOutcome = Static<typeof Outcome>;

export const batchOrders = endpoint({
  method: 'POST',
  path: '/orders/batch',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: ['ORDERS'],
  summary:
    'Cancels and places up to 20 orders in total. Cancellations are executed first; each item has its own result, in the order of the request (send an Idempotency-Key)',
  body: Type.Object(
    {
      cancel: described(
        'Ids of the open orders to cancel.',
        Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: MAX_IN_BATCH })),
      ),
      place: described(
        'Orders to place, each as in the body of POST /orders.',
        Type.Optional(Type.Array(orderBody, { maxItems: MAX_IN_BATCH })),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: success({
    content: described('Result of each item: cancellations first, then placed orders.', Type.Array(Outcome)),
  }),
  errors: ['IDEMPOTENCY_KEY_REUSED'],
});

/** Seconds. */
export const MAX_CANCEL_AFTER_S = 3_600;

export const cancelAfter = endpoint({
  method: 'POST',
  path: '/orders/cancel-after',
  access: 'verified',
  rate: 'order',
  permission: 'TRADE',
  settles: true,
  feature: null,
  summary:
    'Cancels all open orders (CANCEL_AFTER) after a timeout, unless this is called again before it expires. The timer survives a restart of the exchange',
  body: Type.Object(
    {
      seconds: described(
        'Seconds from now; 0 stops the timer.',
        Type.Integer({ minimum: 0, maximum: MAX_CANCEL_AFTER_S }),
      ),
      marketType: described(
        'Market to which the timer applies; its timer is independent of the timer of all markets. Unset: all markets.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: withBase(
    Type.Object(
      {
        marketType: described('Market of the timer; null: all markets.', nullable(Type.String())),
        cancelsAtDateTime: described(
          'Time at which the orders are cancelled; null: the timer is off.',
          nullable(Timestamp),
        ),
      },
      open,
    ),
  ),
  errors: ['IDEMPOTENCY_KEY_REUSED'],
});
