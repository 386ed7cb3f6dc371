import { type Static, Type } from 'typebox';
import {
  DecimalInput,
  DecimalText,
  described,
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
    id: described('The id that other calls name it by.', Type.String()),
    number: described('What a receipt shows: 7Q2M-04KD-9XTR.', Type.String()),
    orderType: described(
      'LIMITED: an order of the book at a limit; MARKET: one at the best prices there; EXCHANGE: a quick trade. BUY and SELL say which side.',
      Type.Enum(ORDER_TYPES),
    ),
    orderStatus: described(
      'IS_OPEN: in the book. IS_CLOSED: all of it was traded. FINISHED_WITHOUT_TRANSACTION and FINISHED_WITH_TRANSACTION: it ended before, with nothing or a part of it traded.',
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
      Type.Union([Type.Enum(ORDER_ENDS), Type.Null()]),
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

const orderParams = described(
  "Ids of orders are UUIDs; anything else is nobody's order.",
  Type.Object({ id: described('Id of the order, a UUID.', Type.String({ maxLength: 60 })) }, open),
);

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: 'verified',
  rate: 'order',
  settles: true,
  feature: 'ORDERS',
  summary: 'Places a limit or market order (send an Idempotency-Key)',
  body: Type.Object(
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
        'MARKET_BUY: the most that is paid in all, in the quote, the fee included. Read and ignored elsewhere.',
        Type.Optional(DecimalInput),
      ),
    },
    open,
  ),
  idempotent: true,
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
  settles: true,
  feature: null,
  summary: 'Takes back the open orders of one market, or, where `all=true` says so, of all',
  query: Type.Object(
    {
      marketType: described('Open orders of this market.', Type.Optional(Type.String({ maxLength: 60 }))),
      all: described(
        'In the place of `marketType`; one of them is needed, so that nothing is cancelled by a slip.',
        Type.Optional(Type.Literal(true)),
      ),
    },
    open,
  ),
  idempotent: true,
  reply: success({ count: described('How many were taken back.', Type.Integer()) }),
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

export const orderDetail = endpoint({
  method: 'GET',
  path: '/orders/:id',
  access: 'verified',
  rate: 'read',
  summary: "One of the person's orders with its fills, newest first",
  params: orderParams,
  query: Type.Object(
    {
      size: described(
        'How many fills are asked for.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      ),
      cursor: described('The number of the last fill seen.', Type.Optional(Type.String({ maxLength: 20 }))),
    },
    open,
  ),
  reply: success({
    baseDTO: described('The order.', Order),
    content: described('Its fills, newest first.', Type.Array(Fill)),
    nextCursor: described(
      'Pass it as cursor for the entries that follow; null: there are none.',
      Type.Union([Type.String(), Type.Null()]),
    ),
  }),
  errors: ['NOT_FOUND'],
});
