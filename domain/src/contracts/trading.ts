import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  endpoint,
  open,
  pageQuery,
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
    /** Fee in the quote. */
    wage: DecimalText,
    /** Paid in all on a buy, received on a sell. */
    totalPrice: DecimalText,
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
  /** Read and ignored: the server reckons them itself. */
  totalPrice: Type.Optional(DecimalInput),
  wage: Type.Optional(DecimalInput),
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
  query: Type.Object({ ...pageQuery, status: Type.Optional(Type.Enum(['open', 'closed'])) }, open),
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
