import { type Static, type TSchema, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
  endpoint,
  ignored,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';
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

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const Order = Type.Object(
  {
    id: described('Id of the order, used in other calls.', Type.String()),
    number: described('Reference number shown on receipts, e.g. 7Q2M-04KD-9XTR.', Type.String()),
    orderType: described(
      'Type and side of the order. LIMITED_…: a limit order. MARKET_…: a market order, filled at the best available prices. EXCHANGE_…: a quick trade. …_BUY and …_SELL: the side.',
      Type.Enum(ORDER_TYPES),
    ),
    orderStatus: described(
      'IS_OPEN: in the order book, or waiting for `trigger`. IS_CLOSED: filled in full. FINISHED_WITHOUT_TRANSACTION: ended without any fill. FINISHED_WITH_TRANSACTION: ended after a partial fill.',
      Type.Enum(ORDER_STATUSES),
    ),
    marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    sourceCoin: described('Code of the asset that the caller gives.', Type.String()),
    destinationCoin: described('Code of the asset that the caller receives.', Type.String()),
    amount: described('Amount of the order, in the coin.', DecimalText),
    unitPrice: described('Price per coin, in the quote.', DecimalText),
    executedAmount: described('Filled amount, in the coin.', DecimalText),
    executedPercent: described('Filled part of the amount, in percent.', Type.Integer()),
    wholePrice: described('Value in the quote, without the fee: amount × unitPrice.', DecimalText),
    executedPrice: described(
      'Value filled so far, in the quote, without the fee; equals wholePrice for a completed quick trade.',
      DecimalText,
    ),
    wage: described('Fee charged so far, in the quote.', DecimalText),
    totalPrice: described(
      'Total paid so far by a buy, or received by a sell, in the quote; final once the order has ended.',
      DecimalText,
    ),
    blocked: described(
      'Amount still blocked for the order: in the quote for a buy, in the coin for a sell.',
      DecimalText,
    ),
    endedBy: described(
      'Reason why the order ended before it was filled in full; null otherwise.',
      nullable(Type.Enum(ORDER_ENDS)),
    ),
    timeInForce: described(
      'Time in force. GTC: open until cancelled. IOC: filled immediately as far as possible; the remainder is cancelled. FOK: filled immediately in full, or not at all. GTD: open until validUntil. Null for a quick trade.',
      nullable(Type.Enum(TIMES_IN_FORCE)),
    ),
    validUntil: described(
      'Time after which a GTD order is no longer filled; null: no expiry.',
      nullable(Timestamp),
    ),
    postOnly: described(
      'Whether the order was accepted only if it would not match a resting order.',
      Type.Boolean(),
    ),
    clientOrderId: described('Id that the client gave the order; null: none.', nullable(Type.String())),
    selfTradePrevention: described(
      'Self-trade prevention: which order is cancelled when this order, on entry, would match one of the same account. NEWEST: this order. OLDEST: the resting order. BOTH: both. Null for a quick trade.',
      nullable(Type.Enum(SELF_TRADE_PREVENTIONS)),
    ),
    replaces: described('Id of the order that this order replaced; null: none.', nullable(Type.String())),
    displayAmount: described(
      'Amount of the coin shown in the order book at a time (iceberg order); null: the full amount.',
      nullable(DecimalText),
    ),
    shownAmount: described(
      'Amount of the coin that the order book shows now, if a part is hidden; null: nothing is hidden, or the order is not open.',
      nullable(DecimalText),
    ),
    trigger: described(
      'Trigger that the order waits, or waited, for before it enters the order book; null: none.',
      Type.Union([Trigger, Type.Null()]),
    ),
    group: described(
      'Group of orders that cancel each other: the two orders of an OCO, or the orders of a bracket. Null: the order is in no group.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    recurring: described(
      'Id of the recurring purchase that placed the order; null: none.',
      nullable(Type.String()),
    ),
    createdAtDateTime: described('Time at which the order was created.', Timestamp),
  },
  open,
);
export type Order = Static<typeof Order>;

const exchangeBody = {
  marketType: described(
    'Market: coin and quote, e.g. BITCOIN_TOMAN.',
    Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
  ),
  amount: described('Amount, in the coin.', DecimalInput),
  unitPrice: described(
    'Price per coin; must have been published for this side and coin within the last 10 s.',
    DecimalInput,
  ),
  orderType: described('Implied by the path; if sent, it must match.', Type.Optional(Type.Enum(ORDER_TYPES))),
  sourceCoin: described(
    'Implied by the market; if sent, it must match.',
    Type.Optional(Type.String({ maxLength: 40 })),
  ),
  destinationCoin: described(
    'Implied by the market; if sent, it must match.',
    Type.Optional(Type.String({ maxLength: 40 })),
  ),
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

export const exchangeBuy = endpoint({
  method: 'POST',
  path: '/exchange/buy',
  access: 'authorized',
  rate: 'money',
  permission: 'TRADE',
  settles: true,
  feature: 'QUICK_TRADE',
  summary: 'Buys a coin at the quoted price (send an Idempotency-Key)',
  body: Type.Object(
    {
      ...exchangeBody,
      destinationWallet: described(
        'Address to which the bought coins are withdrawn, subject to all checks of a withdrawal. If they are not sent, `message` is the code of the reason.',
        Type.Optional(Type.String({ maxLength: 200 })),
      ),
      tokenType: described('Network of `destinationWallet`.', Type.Optional(Type.String({ maxLength: 40 }))),
      tag: described(
        'Tag or memo of `destinationWallet`, if the network uses one.',
        Type.Optional(Type.String({ maxLength: 100 })),
      ),
      code: described(
        'One-time code that confirms the withdrawal, from POST /users/send-code for this amount and `destinationWallet`, with `bought`.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      smsCode: described(
        'Second one-time code, if one was sent by SMS.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: withBase(Order),
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

export const exchangeSell = endpoint({
  method: 'POST',
  path: '/exchange/sell',
  access: 'verified',
  rate: 'money',
  permission: 'TRADE',
  settles: true,
  feature: 'QUICK_TRADE',
  summary: 'Sells a coin at the quoted price (send an Idempotency-Key)',
  body: Type.Object(exchangeBody, open),
  idempotent: true,
  reply: withBase(Order),
  errors: tradeErrors,
});

export const orders = endpoint({
  method: 'GET',
  path: '/orders',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: "Returns the caller's orders, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      status: described(
        'Returns only open orders, or only orders that have ended.',
        Type.Optional(Type.Enum(['open', 'closed'])),
      ),
      marketType: described(
        'Returns only the orders of this market.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
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
  permission: 'READ',
  summary: "Returns the caller's executed trades, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      type: described(
        'OTC and EXCHANGE: quick trades. P2P: trades of the order book.',
        Type.Optional(Type.Enum(['P2P', 'EXCHANGE', 'OTC', 'ALL'])),
      ),
      destinationCoin: Type.Optional(Type.String({ maxLength: 40, description: 'Code of the traded coin.' })),
    },
    open,
  ),
  reply: withContent(Order),
});
