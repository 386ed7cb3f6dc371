import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  endpoint,
  ignored,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

export const ORDER_TYPES = [
  'LIMITED_BUY',
  'LIMITED_SELL',
  'EXCHANGE_BUY',
  'EXCHANGE_SELL',
  'MARKET_BUY',
  'MARKET_SELL',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const ORDER_STATUSES = [
  'IS_OPEN',
  'IS_CLOSED',
  'FINISHED_WITHOUT_TRANSACTION',
  'FINISHED_WITH_TRANSACTION',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What ends an order early: its owner, an own order on the other side, a book without more, or the exchange. */
export const ORDER_ENDS = ['OWNER', 'SELF_TRADE', 'NO_LIQUIDITY', 'EXCHANGE'] as const;
export type OrderEnd = (typeof ORDER_ENDS)[number];

export const Order = Type.Object(
  {
    id: Type.String(),
    /** What a receipt shows: 7Q2M-04KD-9XTR. */
    number: Type.String(),
    orderType: Type.Enum(ORDER_TYPES),
    orderStatus: Type.Enum(ORDER_STATUSES),
    marketType: Type.String(),
    /** What is given. */
    sourceCoin: Type.String(),
    /** What is received. */
    destinationCoin: Type.String(),
    /** The coin's. */
    amount: DecimalText,
    unitPrice: DecimalText,
    executedAmount: DecimalText,
    executedPercent: Type.Integer(),
    /** amount × unitPrice in the quote, without the fee. */
    wholePrice: DecimalText,
    /** What was traded so far, in the quote, without the fee; equals wholePrice once all of a quick trade is done. */
    executedPrice: DecimalText,
    /** Fee so far, in the quote. */
    wage: DecimalText,
    /** Paid so far in all on a buy, received on a sell; of an order that is done: in the end. */
    totalPrice: DecimalText,
    /** What is still blocked for it: the quote on a buy, the coin on a sell. */
    blocked: DecimalText,
    /** Why it ended before all of it was traded; null where it did not. */
    endedBy: Type.Union([Type.Enum(ORDER_ENDS), Type.Null()]),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type Order = Static<typeof Order>;

const exchangeBody = {
  marketType: Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
  amount: DecimalInput,
  /** A price published for this side and coin within the last 10 s. */
  unitPrice: DecimalInput,
  orderType: Type.Optional(Type.Enum(ORDER_TYPES)),
  sourceCoin: Type.Optional(Type.String({ maxLength: 40 })),
  destinationCoin: Type.Optional(Type.String({ maxLength: 40 })),
  totalPrice: ignored('amount × unit price, reckoned by the server'),
  wage: ignored('the fee of the account’s level, reckoned by the server'),
};

const tradeErrors = [
  'QUICK_TRADE_DISABLED_FOR_MARKETER',
  'MARKET_IS_NOT_ACTIVE',
  'PRICE_CHANGED',
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_NOT_ALLOWED',
  'AMOUNT_IS_LOW',
  'AMOUNT_IS_HIGH',
  'Not Enough Balance',
  'NOT_ENOUGH_BALANCE_TOMAN',
  'INVENTORY_LIMIT',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

export const exchangeBuy = endpoint({
  method: 'POST',
  path: '/exchange/buy',
  access: 'authorized',
  rate: 'money',
  settles: true,
  summary: 'Buys a coin at the quoted price (send an Idempotency-Key)',
  body: Type.Object(
    {
      ...exchangeBody,
      /**
       * An address of the person's own book that the coins go on to, by the checks of a withdrawal. Where they stay all
       * the same, `message` is the reason's code.
       */
      destinationWallet: Type.Optional(Type.String({ maxLength: 200 })),
      tokenType: Type.Optional(Type.String({ maxLength: 40 })),
    },
    open,
  ),
  reply: withBase(Order),
  errors: [
    ...tradeErrors,
    'WITHDRAWAL_NOT_AVAILABLE',
    'INVALID_ADDRESS',
    'OWN_ADDRESS',
    'ADDRESS_NOT_ALLOWED',
    'WITHDRAWAL_HOLD',
    'DEPOSIT_HOLD',
    'WITHDRAWALS_STOPPED',
    'SMS_CODE_NEEDED',
    'DAILY_LIMIT',
  ],
});

export const exchangeSell = endpoint({
  method: 'POST',
  path: '/exchange/sell',
  access: 'verified',
  rate: 'money',
  settles: true,
  summary: 'Sells a coin at the quoted price (send an Idempotency-Key)',
  body: Type.Object(exchangeBody, open),
  reply: withBase(Order),
  errors: tradeErrors,
});

export const orders = endpoint({
  method: 'GET',
  path: '/orders',
  access: 'verified',
  rate: 'read',
  summary: "The person's orders, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      status: Type.Optional(Type.Enum(['open', 'closed'])),
      marketType: Type.Optional(Type.String({ maxLength: 60 })),
    },
    open,
  ),
  reply: withContent(Order),
});

export const trades = endpoint({
  method: 'GET',
  path: '/trades',
  access: 'verified',
  rate: 'read',
  summary: "The person's executed trades, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      type: Type.Optional(Type.Enum(['P2P', 'EXCHANGE', 'OTC', 'ALL'])),
      destinationCoin: Type.Optional(Type.String({ maxLength: 40, description: 'The coin traded' })),
    },
    open,
  ),
  reply: withContent(Order),
});

/** Ids of orders are UUIDs; anything else is nobody's order. */
const orderParams = Type.Object({ id: Type.String({ maxLength: 60 }) }, open);

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: 'verified',
  rate: 'order',
  settles: true,
  summary: 'Places a limit or market order (send an Idempotency-Key)',
  body: Type.Object(
    {
      marketType: Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
      orderType: Type.Enum(['LIMITED_BUY', 'LIMITED_SELL', 'MARKET_BUY', 'MARKET_SELL']),
      /** The coin's. A MARKET_BUY may name `totalPrice` in its place. */
      amount: Type.Optional(DecimalInput),
      /** The limit; of a market order the worst price that is taken (unset: 5 % beyond the best). */
      unitPrice: Type.Optional(DecimalInput),
      /** MARKET_BUY: the most that is paid in all, the fee included. Read and ignored elsewhere. */
      totalPrice: Type.Optional(DecimalInput),
    },
    open,
  ),
  reply: withBase(Order),
  errors: [
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
    'TOO_MANY_OPEN_ORDERS',
    'STABLECOIN_LIMIT',
    'NOT_AUTHORIZED',
    'IDEMPOTENCY_KEY_REUSED',
  ],
});

export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/orders/:id',
  access: 'verified',
  rate: 'order',
  settles: true,
  summary: 'Takes an open order back; what was traded stays',
  params: orderParams,
  reply: withBase(Order),
  errors: ['NOT_FOUND', 'ORDER_IS_CLOSED'],
});

export const cancelOrders = endpoint({
  method: 'DELETE',
  path: '/orders',
  access: 'verified',
  rate: 'order',
  settles: true,
  summary: 'Takes back the open orders of one market, or, where `all=true` says so, of all',
  query: Type.Object(
    {
      marketType: Type.Optional(Type.String({ maxLength: 60 })),
      /** In the place of `marketType`; one of them is needed, so that nothing is cancelled by a slip. */
      all: Type.Optional(Type.Literal(true)),
    },
    open,
  ),
  /** How many were taken back. */
  reply: success({ count: Type.Integer() }),
});

export const Fill = Type.Object(
  {
    /** Rises within its market. */
    number: Type.String(),
    unitPrice: DecimalText,
    amount: DecimalText,
    /** amount × unitPrice in the quote. */
    wholePrice: DecimalText,
    /** This order's fee, in the quote. */
    wage: DecimalText,
    /** Whether the order waited in the book. */
    maker: Type.Boolean(),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type Fill = Static<typeof Fill>;

export const orderDetail = endpoint({
  method: 'GET',
  path: '/orders/:id',
  access: 'verified',
  rate: 'read',
  summary: "One of the person's orders with its fills, newest first",
  params: orderParams,
  query: Type.Object(
    {
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      /** The number of the last fill seen. */
      cursor: Type.Optional(Type.String({ maxLength: 20 })),
    },
    open,
  ),
  reply: success({
    baseDTO: Order,
    content: Type.Array(Fill),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  }),
  errors: ['NOT_FOUND'],
});
