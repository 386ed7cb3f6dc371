import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  DecimalInput,
  DecimalText,
  decimal,
  described,
  flag,
  ignored,
  integer,
  itemReply,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  Timestamp,
  text,
  time,
} from './fields.ts';
import { Trigger } from './triggers.ts';

export const ORDER_TYPES = [
  'LIMITED_BUY',
  'LIMITED_SELL',
  'EXCHANGE_BUY',
  'EXCHANGE_SELL',
  'MARKET_BUY',
  'MARKET_SELL',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const ORDER_SIDES = ['BUY', 'SELL'] as const;

export const ORDER_STATUSES = [
  'IS_OPEN',
  'IS_CLOSED',
  'FINISHED_WITHOUT_TRANSACTION',
  'FINISHED_WITH_TRANSACTION',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Why an order ended early: its owner, self-trade prevention, an order book without liquidity, the exchange, its
 * expiry, a replacement, the timer for all of its owner's orders (POST /orders/cancel-after), or another order of
 * its group.
 */
export const ORDER_ENDS = [
  'OWNER',
  'SELF_TRADE',
  'NO_LIQUIDITY',
  'EXCHANGE',
  'EXPIRED',
  'REPLACED',
  'CANCEL_AFTER',
  'LINKED',
] as const;
export type OrderEnd = (typeof ORDER_ENDS)[number];

/** Time in force: until cancelled, immediate or cancel, fill or kill, until a time. */
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTD'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/** Which of two orders of the same user is cancelled instead of trading with each other. */
export const SELF_TRADE_PREVENTIONS = ['NEWEST', 'OLDEST', 'BOTH'] as const;
export type SelfTradePrevention = (typeof SELF_TRADE_PREVENTIONS)[number];

export const Order = object({
  id: text('Id of the order, used in other calls.'),
  number: text('Reference number shown on receipts, e.g. 7Q2M-04KD-9XTR.'),
  orderType: oneOf(
    'Type and side of the order. LIMITED_…: a limit order. MARKET_…: a market order, filled at the best available prices. EXCHANGE_…: a quick trade. …_BUY and …_SELL: the side.',
    ORDER_TYPES,
  ),
  orderStatus: oneOf(
    'IS_OPEN: in the order book, or waiting for `trigger`. IS_CLOSED: filled in full. FINISHED_WITHOUT_TRANSACTION: ended without any fill. FINISHED_WITH_TRANSACTION: ended after a partial fill.',
    ORDER_STATUSES,
  ),
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
  sourceCoin: text('Code of the asset that the caller gives.'),
  destinationCoin: text('Code of the asset that the caller receives.'),
  amount: decimal('Amount of the order, in the coin.'),
  unitPrice: decimal('Price per coin, in the quote.'),
  executedAmount: decimal('Filled amount, in the coin.'),
  executedPercent: integer('Filled part of the amount, in percent.'),
  wholePrice: decimal('Value in the quote, without the fee: amount × unitPrice.'),
  executedPrice: decimal(
    'Value filled so far, in the quote, without the fee; equals wholePrice for a completed quick trade.',
  ),
  wage: decimal('Fee charged so far, in the quote.'),
  totalPrice: decimal(
    'Total paid so far by a buy, or received by a sell, in the quote; final once the order has ended.',
  ),
  blocked: decimal('Amount still blocked for the order: in the quote for a buy, in the coin for a sell.'),
  endedBy: nullable(
    'Reason why the order ended before it was filled in full; null otherwise.',
    Type.Enum(ORDER_ENDS),
  ),
  timeInForce: nullable(
    'Time in force. GTC: open until cancelled. IOC: filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or not at all. GTD: open until validUntil. Null for a quick trade.',
    Type.Enum(TIMES_IN_FORCE),
  ),
  validUntil: nullable('Time after which a GTD order is no longer filled; null: no expiry.', Timestamp),
  postOnly: flag('Whether the order was accepted only if it would not match a resting order.'),
  clientOrderId: nullable('Id that the client gave the order; null: none.', Type.String()),
  selfTradePrevention: nullable(
    'Self-trade prevention: which order is cancelled when this order, on entry, would match one of the same account. NEWEST: this order. OLDEST: the resting order. BOTH: both. Null for a quick trade.',
    Type.Enum(SELF_TRADE_PREVENTIONS),
  ),
  replaces: nullable('Id of the order that this order replaced; null: none.', Type.String()),
  displayAmount: nullable(
    'Amount of the coin shown in the order book at a time (iceberg order); null: the full amount.',
    DecimalText,
  ),
  shownAmount: nullable(
    'Amount of the coin that the order book shows now, if a part is hidden; null: nothing is hidden, or the order is not open.',
    DecimalText,
  ),
  trigger: nullable(
    'Trigger that the order waits, or waited, for before it enters the order book; null: none.',
    Trigger,
  ),
  group: nullable(
    'Group of orders that cancel each other: the two orders of an OCO, or the orders of a bracket. Null: the order is in no group.',
    Type.String(),
  ),
  recurring: nullable('Id of the recurring purchase that placed the order; null: none.', Type.String()),
  createdAtDateTime: time('Time at which the order was created.'),
});
export type Order = Static<typeof Order>;

const exchangeBody = {
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.', {
    maxLength: 60,
    examples: ['BITCOIN_TOMAN'],
  }),
  amount: described('Amount, in the coin.', DecimalInput),
  unitPrice: described(
    'Price per coin; must have been published for this side and coin within the last 10 s.',
    DecimalInput,
  ),
  orderType: optional('Implied by the path; if sent, it must match.', Type.Enum(ORDER_TYPES)),
  sourceCoin: optional('Implied by the market; if sent, it must match.', Type.String({ maxLength: 40 })),
  destinationCoin: optional('Implied by the market; if sent, it must match.', Type.String({ maxLength: 40 })),
  totalPrice: ignored('amount × unit price, calculated by the server'),
  wage: ignored('the fee of the account’s level, calculated by the server'),
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

export const exchangeBuy = endpoint('POST', '/exchange/buy', {
  access: 'authorized',
  rate: 'money',
  permission: 'TRADE',
  settles: true,
  feature: 'QUICK_TRADE',
  summary: 'Buys a coin at the quoted price (send an Idempotency-Key)',
  body: object({
    ...exchangeBody,
    destinationWallet: optional(
      'Address to which the bought coins are withdrawn, subject to all checks of a withdrawal. If they are not sent, `message` is the code of the reason.',
      Type.String({ maxLength: 200 }),
    ),
    tokenType: optional('Network of `destinationWallet`.', Type.String({ maxLength: 40 })),
    tag: optional(
      'Tag or memo of `destinationWallet`, if the network uses one.',
      Type.String({ maxLength: 100 }),
    ),
    code: optional(
      'One-time code that confirms the withdrawal, from POST /users/send-code for this amount and `destinationWallet`, with `bought`.',
      Type.String({ maxLength: 20 }),
    ),
    smsCode: optional('Second one-time code, if one was sent by SMS.', Type.String({ maxLength: 20 })),
  }),
  idempotent: true,
  reply: itemReply(Order),
  errors: [
    ...tradeErrors,
    'Incorrect OTP',
    'Code Expired',
    'WITHDRAWAL_NOT_AVAILABLE',
    'INVALID_ADDRESS',
    'INVALID_TAG',
    'TAG_MISMATCH',
    'OWN_ADDRESS',
    'ADDRESS_NOT_ALLOWED',
    'ACCOUNT_FROZEN',
    'WITHDRAWAL_HOLD',
    'DEPOSIT_HOLD',
    'WITHDRAWALS_STOPPED',
    'SMS_CODE_NEEDED',
    'DAILY_LIMIT',
  ],
});

export const exchangeSell = endpoint('POST', '/exchange/sell', {
  access: 'verified',
  rate: 'money',
  permission: 'TRADE',
  settles: true,
  feature: 'QUICK_TRADE',
  summary: 'Sells a coin at the quoted price (send an Idempotency-Key)',
  body: object(exchangeBody),
  idempotent: true,
  reply: itemReply(Order),
  errors: tradeErrors,
});

export const orders = endpoint('GET', '/orders', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns the caller's orders, newest first",
  query: object({
    ...pageQuery,
    status: optional(
      'Returns only open orders, or only orders that have ended.',
      Type.Enum(['open', 'closed']),
    ),
    marketType: optional('Returns only the orders of this market.', Type.String({ maxLength: 60 })),
  }),
  reply: listReply(Order),
});

export const trades = endpoint('GET', '/trades', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns the caller's executed trades, newest first",
  query: object({
    ...pageQuery,
    type: optional(
      'OTC and EXCHANGE: quick trades. P2P: trades of the order book.',
      Type.Enum(['P2P', 'EXCHANGE', 'OTC', 'ALL']),
    ),
    destinationCoin: Type.Optional(Type.String({ maxLength: 40, description: 'Code of the traded coin.' })),
  }),
  reply: listReply(Order),
});
