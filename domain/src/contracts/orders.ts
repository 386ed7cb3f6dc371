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
  "Ids of orders are UUIDs; anything else is nobody's order.",
  Type.Object({ id: described('Id of the order, a UUID.', Type.String({ maxLength: 60 })) }, open),
);

export const ClientOrderId = Type.String({ pattern: '^[A-Za-z0-9._:-]{1,36}$', maxLength: 36 });

const orderBody = Type.Object(
  {
    marketType: described(
      'The market: coin and quote, e.g. BITCOIN_TOMAN.',
      Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
    ),
    orderType: described(
      'LIMITED at a limit, MARKET at the best prices there are.',
      Type.Enum(['LIMITED_BUY', 'LIMITED_SELL', 'MARKET_BUY', 'MARKET_SELL']),
    ),
    amount: described(
      'How much of the coin. A MARKET_BUY may name `totalPrice` in its place.',
      Type.Optional(DecimalInput),
    ),
    unitPrice: described(
      'The limit, in the quote; of a market order the worst price that is taken (unset: 5 % beyond the best).',
      Type.Optional(DecimalInput),
    ),
    totalPrice: described(
      'MARKET_BUY: the maximum that is paid in all, in the quote, the fee included. Read and ignored elsewhere.',
      Type.Optional(DecimalInput),
    ),
    timeInForce: described(
      'GTC (a limit order, unless said otherwise): until it is cancelled. IOC (a market order, unless said otherwise): at once, and what finds nobody ends. FOK: all of it at once, or it is refused (FOK_NOT_FILLED) and nothing has changed. GTD: until `validUntil`. A market order is IOC or FOK.',
      Type.Optional(Type.Enum(TIMES_IN_FORCE)),
    ),
    validUntil: described(
      'With GTD, and only with it: from then on nothing of it is traded, and it ends soon after. In the future, at most a year.',
      Type.Optional(TimestampInput),
    ),
    postOnly: described(
      'A limit order, GTC or GTD: refused (POST_ONLY_WOULD_TAKE) where it would meet an order that waits.',
      Type.Optional(Type.Boolean()),
    ),
    displayAmount: described(
      'A limit order, GTC or GTD: how much of the coin the book shows of it at a time, less than `amount`. As soon as that is taken the next part comes forth, behind all that wait at its price. Refused (DISPLAY_IS_LOW) where a part is below the minimum of the market or a hundredth of the order. Unset: the book shows all of it.',
      Type.Optional(DecimalInput),
    ),
    clientOrderId: described(
      'An id of your own. While an order with it is open, no other of the account may have it.',
      Type.Optional(ClientOrderId),
    ),
    selfTradePrevention: described(
      'What gives way where it would meet an order of the same account. NEWEST (unless said otherwise): it ends, or is refused (SELF_TRADE) where that is the first it meets. OLDEST: those that wait are cancelled, and it goes on. BOTH: the first that it meets is cancelled, and it ends too.',
      Type.Optional(Type.Enum(SELF_TRADE_PREVENTIONS)),
    ),
    trigger: described(
      'Lets it wait for a price before it comes to the book; what it may need is blocked meanwhile. A MARKET_BUY names `totalPrice`, or `amount` and `unitPrice`; a trailing stop is a market order. Not with postOnly, IOC or FOK of a limit order, or GTD.',
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
  summary: 'Takes an open order back; what was traded stays',
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
  summary: 'Takes back the open orders of one market, or, where `all=true` says so, of all',
  query: Type.Object(
    {
      marketType: described('Open orders of this market.', Type.Optional(Type.String({ maxLength: 60 }))),
      side: described('Of these, purchases or sales alone.', Type.Optional(Type.Enum(ORDER_SIDES))),
      orderType: described('Of these, those of one type alone.', Type.Optional(Type.Enum(ORDER_TYPES))),
      all: described(
        'In the place of `marketType`; one of them is needed, so that nothing is cancelled by a slip.',
        Type.Optional(Type.Literal(true)),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: success({ count: described('How many were cancelled.', Type.Integer()) }),
});

export const Fill = Type.Object(
  {
    number: described('Rises within its market.', Type.String()),
    unitPrice: described('Price of one coin, in the quote.', DecimalText),
    amount: described('How much of the coin.', DecimalText),
    wholePrice: described('amount × unitPrice in the quote.', DecimalText),
    wage: described("This order's fee, in the quote.", DecimalText),
    maker: described('Whether the order waited in the book.', Type.Boolean()),
    createdAtDateTime: described('When it was traded.', Timestamp),
  },
  open,
);
export type Fill = Static<typeof Fill>;

const orderWithFills = success({
  baseDTO: described('The order.', Order),
  content: described('Its fills, newest first.', Type.Array(Fill)),
  nextCursor: described(
    'Pass it as cursor for the entries that follow; null: there are none.',
    Type.Union([Type.String(), Type.Null()]),
  ),
});
const fillQuery = Type.Object(
  {
    size: described(
      'How many fills are asked for.',
      Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    ),
    cursor: described('The number of the last fill seen.', Type.Optional(Type.String({ maxLength: 20 }))),
  },
  open,
);

export const orderDetail = endpoint({
  method: 'GET',
  path: '/orders/:id',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "One of the person's orders with its fills, newest first",
  params: orderParams,
  query: fillQuery,
  reply: orderWithFills,
  errors: ['NOT_FOUND'],
});

const clientIdParams = Type.Object(
  { clientOrderId: described('The id that its owner gave the order.', Type.String({ maxLength: 60 })) },
  open,
);

export const orderByClientId = endpoint({
  method: 'GET',
  path: '/orders/by-client-id/:clientOrderId',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'The open order with this `clientOrderId`, or else the newest, with its fills, newest first',
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
    'The order that the request with this Idempotency-Key placed or changed, as it is now, with its fills, newest first: what became of a request whose answer was lost. NOT_FOUND: no such request was settled in the last 30 days; the same request with the same key is then done, or refused, for the first time',
  params: Type.Object(
    {
      key: described(
        'The Idempotency-Key, percent-encoded. Of one order of a batch: the key of the batch, a blank, and the place of the order, counting from 0, the cancels first. Of orders that were placed as a group, the first is answered.',
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
  summary: 'Takes the open order with this `clientOrderId` back; what was traded stays',
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
    'Changes an open order. Where its price stays and its amount does not grow, it keeps its id and its place in line; else a new order for what is left takes its place in the same moment, at the end of the line, and it ends as REPLACED',
  params: orderParams,
  body: Type.Object(
    {
      amount: described(
        'How much of the coin it is for in all, what is traded of it included; it must be more than that. Unset: as it is.',
        Type.Optional(DecimalInput),
      ),
      unitPrice: described('The limit, in the quote. Unset: as it is.', Type.Optional(DecimalInput)),
      clientOrderId: described(
        'Unset: the one it has, which a new order takes over.',
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
    message: described('What was done, or the code of the refusal.', Type.String()),
    baseDTO: described('The order, where it is OK.', Type.Optional(Order)),
    errors: described(
      'Names of what was wrong, where the refusal has some.',
      Type.Optional(Type.Array(Type.String())),
    ),
    data: described('What else the refusal says.', Type.Optional(Type.Record(Type.String(), Type.Unknown()))),
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
    'Cancels and places up to 20 orders in all: the cancels first, each on its own and with its own answer, in the order of the request (send an Idempotency-Key)',
  body: Type.Object(
    {
      cancel: described(
        'Ids of open orders.',
        Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: MAX_IN_BATCH })),
      ),
      place: described(
        'Orders, each as POST /orders takes it.',
        Type.Optional(Type.Array(orderBody, { maxItems: MAX_IN_BATCH })),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: success({
    content: described('What came of each: of the cancels, then of the orders.', Type.Array(Outcome)),
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
    'Has all open orders cancelled (CANCEL_AFTER) unless this is called again in time; it outlives a restart of the exchange',
  body: Type.Object(
    {
      seconds: described(
        'From now; 0: not at all.',
        Type.Integer({ minimum: 0, maximum: MAX_CANCEL_AFTER_S }),
      ),
      marketType: described(
        'Of this market alone, which has a time of its own in addition to that of all.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: withBase(
    Type.Object(
      {
        marketType: described('The market; null: all.', nullable(Type.String())),
        cancelsAtDateTime: described('When they are cancelled; null: not at all.', nullable(Timestamp)),
      },
      open,
    ),
  ),
  errors: ['IDEMPOTENCY_KEY_REUSED'],
});
