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
    id: described('The id that other calls name it by.', Type.String()),
    number: described('What a receipt shows: 7Q2M-04KD-9XTR.', Type.String()),
    orderType: described(
      'LIMITED: an order of the book at a limit; MARKET: one at the best prices there; EXCHANGE: a quick trade. BUY and SELL say which side.',
      Type.Enum(ORDER_TYPES),
    ),
    orderStatus: described(
      'IS_OPEN: in the book, or waiting for what `trigger` says. IS_CLOSED: all of it was traded. FINISHED_WITHOUT_TRANSACTION and FINISHED_WITH_TRANSACTION: it ended before, with nothing or a part of it traded.',
      Type.Enum(ORDER_STATUSES),
    ),
    marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    sourceCoin: described('What is given.', Type.String()),
    destinationCoin: described('What is received.', Type.String()),
    amount: described('How much of the coin it is for.', DecimalText),
    unitPrice: described('Price of one coin, in the quote.', DecimalText),
    executedAmount: described('How much of the coin was traded so far.', DecimalText),
    executedPercent: described('How much of it was traded so far, percent.', Type.Integer()),
    wholePrice: described('amount × unitPrice in the quote, without the fee.', DecimalText),
    executedPrice: described(
      'What was traded so far, in the quote, without the fee; equals wholePrice once all of a quick trade is done.',
      DecimalText,
    ),
    wage: described('Fee so far, in the quote.', DecimalText),
    totalPrice: described(
      'In the quote: paid so far in all on a buy, received on a sell; of an order that is done: in the end.',
      DecimalText,
    ),
    blocked: described('What is still blocked for it: the quote on a buy, the coin on a sell.', DecimalText),
    endedBy: described(
      'Why it ended before all of it was traded; null where it did not.',
      nullable(Type.Enum(ORDER_ENDS)),
    ),
    timeInForce: described(
      'GTC: until it is cancelled. IOC: at once, and what finds nobody ends. FOK: all of it at once, or nothing. GTD: until validUntil. Null: a quick trade.',
      nullable(Type.Enum(TIMES_IN_FORCE)),
    ),
    validUntil: described(
      'From when on a GTD order is not traded any more; null: no such time.',
      nullable(Timestamp),
    ),
    postOnly: described('Whether it was taken only because it would wait.', Type.Boolean()),
    clientOrderId: described('The id that its owner gave it; null: none.', nullable(Type.String())),
    selfTradePrevention: described(
      'What gives way where it would meet an order of the same account, as it comes: NEWEST (itself), OLDEST (the one that waits) or BOTH. Null: a quick trade.',
      nullable(Type.Enum(SELF_TRADE_PREVENTIONS)),
    ),
    replaces: described('Id of the order in whose place it came; null: of none.', nullable(Type.String())),
    displayAmount: described(
      'How much of the coin the book shows of it at a time; null: all of it.',
      nullable(DecimalText),
    ),
    shownAmount: described(
      'How much of the coin the book shows of it now, where it hides a part; null: it hides none, or is not open.',
      nullable(DecimalText),
    ),
    trigger: described(
      'What it waits for, or waited, before it comes to the book; null: nothing.',
      Type.Union([Trigger, Type.Null()]),
    ),
    group: described(
      'Orders of one group end each other: the two of an OCO, those of a bracket. Null: it stands alone.',
      Type.Union([Type.String(), Type.Null()]),
    ),
    recurring: described(
      'Id of the recurring purchase that it is of; null: of none.',
      nullable(Type.String()),
    ),
    createdAtDateTime: described('When it was made.', Timestamp),
  },
  open,
);
export type Order = Static<typeof Order>;

const exchangeBody = {
  marketType: described(
    'The market: coin and quote, e.g. BITCOIN_TOMAN.',
    Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
  ),
  amount: described('How much of the coin.', DecimalInput),
  unitPrice: described('A price published for this side and coin within the last 10 s.', DecimalInput),
  orderType: described(
    'Follows from the address; it must agree with it where it is sent.',
    Type.Optional(Type.Enum(ORDER_TYPES)),
  ),
  sourceCoin: described(
    'Follows from the market; it must agree with it where it is sent.',
    Type.Optional(Type.String({ maxLength: 40 })),
  ),
  destinationCoin: described(
    'Follows from the market; it must agree with it where it is sent.',
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
        "Where the coins go on to, by all that a withdrawal is asked. Where they stay all the same, `message` is the reason's code.",
        Type.Optional(Type.String({ maxLength: 200 })),
      ),
      tokenType: described(
        'The network of `destinationWallet`.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
      tag: described(
        'Tag or memo of `destinationWallet`, where the network has one.',
        Type.Optional(Type.String({ maxLength: 100 })),
      ),
      code: described(
        'Confirms that the coins leave: of POST /users/send-code for this amount and `destinationWallet`, with `bought`.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      smsCode: described(
        'The second code, where one was sent by SMS.',
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
  summary: "The person's orders, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      status: described(
        'Open orders alone, or those that have ended.',
        Type.Optional(Type.Enum(['open', 'closed'])),
      ),
      marketType: described(
        'The orders of this market alone.',
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
  summary: "The person's executed trades, newest first",
  query: Type.Object(
    {
      ...pageQuery,
      type: described(
        'OTC and EXCHANGE: quick trades. P2P: trades of the book.',
        Type.Optional(Type.Enum(['P2P', 'EXCHANGE', 'OTC', 'ALL'])),
      ),
      destinationCoin: Type.Optional(Type.String({ maxLength: 40, description: 'The coin traded' })),
    },
    open,
  ),
  reply: withContent(Order),
});
