import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import { endpoint } from './endpoint.ts';
import {
  DecimalText,
  decimal,
  described,
  flag,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  orNull,
  pageQuery,
  success,
  Timestamp,
  text,
  time,
} from './fields.ts';

const marketParams = object({
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.', {
    maxLength: 60,
    examples: ['BITCOIN_TOMAN'],
  }),
});

export const MarketTerms = described('Rules for orders in a market.', {
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
  coin: text('Code of the coin.'),
  quote: text('Code of the quote: TOMAN or TETHER.'),
  tick: decimal('Step of limit prices, in the quote.'),
  lot: decimal('Step of amounts, in the coin.'),
  minNotional: decimal('Minimum value of an order, in the quote.'),
  maxAmount: decimal('Maximum amount of an order, in the coin.'),
  bandPercent: integer('Maximum deviation of a limit price from the market price, in percent.'),
});
export type MarketTerms = Static<typeof MarketTerms>;

export const market = endpoint('GET', '/markets/:marketType', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the rules of a market if it is open; the two coins may be given in either order',
  params: marketParams,
  reply: itemReply(MarketTerms),
  errors: ['NOT_FOUND', 'MARKET_IS_NOT_ACTIVE'],
});

export const MARKET_STATES = ['OPEN', 'PAUSED', 'CLOSED', 'INACTIVE'] as const;

const nullableText = orNull(Type.String());
const nullableTime = orNull(Timestamp);
const nullableAmount = orNull(DecimalText);

export const MarketDetail = described(
  'Everything a program needs to know about a market before it places an order.',
  {
    ...MarketTerms.properties,
    coinCode: text('Ticker of the coin, e.g. BTC.'),
    quoteCode: text('Ticker of the quote: TMN or USDT.'),
    minAmount: decimal('Minimum amount of an order, in the coin: one lot.'),
    pricePrecision: integer('Maximum number of decimal places of a limit price.'),
    amountPrecision: integer('Maximum number of decimal places of an amount.'),
    quotePrecision: integer('Maximum number of decimal places of totals and fees.'),
    state: oneOf(
      'OPEN: orders are accepted. PAUSED: temporarily paused by staff. CLOSED: outside trading hours. INACTIVE: not offered.',
      MARKET_STATES,
    ),
    opensAtDateTime: described(
      'Time at which the market is expected to be OPEN again; null: it is open, or the time is unknown.',
      nullableTime,
    ),
    makerFeePercent: text('Maker fee rate at the lowest level, in percent.'),
    takerFeePercent: text('Taker fee rate at the lowest level, in percent.'),
    fees: list(
      'Fee rates of each level, lowest level first; see `GET /users/account-levels` for the requirements of the levels.',
      {
        userAccountLevel: oneOf('Level to which the fee rates apply.', USER_LEVELS),
        makerFeePercent: text('Maker fee rate, in percent.'),
        takerFeePercent: text('Taker fee rate, in percent.'),
      },
    ),
  },
);
export type MarketDetail = Static<typeof MarketDetail>;

export const markets = endpoint('GET', '/markets', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns all markets with their steps, limits, fee rates and states',
  reply: listReply(MarketDetail),
});

export const serverTime = endpoint('GET', '/time', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the server time',
  reply: itemReply({
    dateTime: time('Server time, ISO 8601 in UTC.'),
    milliseconds: integer('Server time in milliseconds since 1970.'),
  }),
});

export const Ticker = described(
  'Statistics of a market over the last 24 hours, from trades on this exchange only. Fields are null without trades, or without open orders on that side.',
  {
    marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
    coinCode: text('Ticker of the coin, e.g. BTC.'),
    quoteCode: text('Ticker of the quote: TMN or USDT.'),
    isActive: flag('Whether the market is offered.'),
    lastPrice: described('Price of the last trade, however old, in the quote.', nullableAmount),
    openPrice: described(
      'Last price 24 hours ago, in the quote; if there were no trades in the 24 hours before that, the first price since.',
      nullableAmount,
    ),
    highPrice: described('Highest price, in the quote.', nullableAmount),
    lowPrice: described('Lowest price, in the quote.', nullableAmount),
    changePercent: described(
      'Change from `openPrice` to `lastPrice`, in percent, signed, e.g. "-1.25".',
      nullableText,
    ),
    volume: decimal('Volume, in the coin.'),
    quoteVolume: decimal('Volume, in the quote.'),
    bestBid: described('Best bid price, in the quote.', nullableAmount),
    bestBidAmount: described('Amount bid at that price, in the coin.', nullableAmount),
    bestAsk: described('Best ask price, in the quote.', nullableAmount),
    bestAskAmount: described('Amount offered at that price, in the coin.', nullableAmount),
    referencePrice: described('Global market price, in the quote; null: unknown.', nullableAmount),
  },
);
export type Ticker = Static<typeof Ticker>;

export const tickers = endpoint('GET', '/tickers', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns 24-hour statistics of all markets, updated every second',
  reply: success({
    dateTime: time('Time at which the statistics were calculated.'),
    content: list('One entry per market.', Ticker),
  }),
});

export const PriceLevel = described(
  'Price and amount, as decimal text.',
  Type.Tuple([DecimalText, DecimalText]),
);
export type PriceLevel = Static<typeof PriceLevel>;

/** Levels of one side of a book that are returned when no limit is given, and at most. */
export const BOOK_LEVELS = { default: 200, max: 1_000 } as const;

export const OrderBook = object({
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
  sequence: integer('Sequence number of the order book; increases with each change.'),
  bids: list('Bids, best first, at most `limit` levels.', PriceLevel),
  asks: list('Asks, best first, at most `limit` levels.', PriceLevel),
});
export type OrderBook = Static<typeof OrderBook>;

export const orderBook = endpoint('GET', '/orderbook/:marketType', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the order book of a market, aggregated by price',
  params: marketParams,
  query: object({
    limit: optional(
      'Maximum number of levels per side. The stream publishes only the best 200.',
      Type.Integer({ minimum: 1, maximum: BOOK_LEVELS.max, default: BOOK_LEVELS.default }),
    ),
  }),
  reply: OrderBook,
  errors: ['NOT_FOUND'],
});

export const BookTop = object({
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
  bid: nullable('Best bid; null: there are no bids.', PriceLevel),
  ask: nullable('Best ask; null: there are no asks.', PriceLevel),
});
export type BookTop = Static<typeof BookTop>;

export const orderBookTops = endpoint('GET', '/orderbook', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the best bid and ask of all order books, updated every second',
  reply: success({
    dateTime: time('Time at which the order books were read.'),
    content: list('One entry per market.', BookTop),
  }),
});

export const TRADE_SIDES = ['buy', 'sell'] as const;

export const PublicTrade = object({
  number: integer('Number of the trade; increases within its market.'),
  unitPrice: decimal('Price per coin, in the quote.'),
  amount: decimal('Amount, in the coin.'),
  side: oneOf('Side of the taker.', TRADE_SIDES),
  createdAtDateTime: time('Time of the trade.'),
});
export type PublicTrade = Static<typeof PublicTrade>;

export const publicTrades = endpoint('GET', '/trades/public/:marketType', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the newest trades of a market',
  params: marketParams,
  query: object({
    size: optional(
      'Maximum number of entries to return.',
      Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    ),
    cursor: optional(
      'Number of the last trade of the previous page; returns older trades.',
      Type.String({ maxLength: 20 }),
    ),
    after: optional(
      'Returns only trades with a higher number, oldest first; `nextCursor` is then the next value of `after`. Cannot be combined with `cursor`.',
      Type.Integer({ minimum: 0 }),
    ),
  }),
  reply: listReply(PublicTrade),
  errors: ['NOT_FOUND'],
});

/** Time zone in which hours, days and weeks start. */
export const CANDLE_BOUNDS = ['TEHRAN', 'UTC'] as const;
export type CandleBounds = (typeof CANDLE_BOUNDS)[number];

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

export const Candle = object({
  time: integer(
    'Start of the candle, in seconds since 1970. Hours and days start by Tehran time, and weeks on Saturday; with `bounds=UTC`, by UTC, and weeks on Monday.',
  ),
  open: decimal('Opening price, in the quote.'),
  high: decimal('Highest price, in the quote.'),
  low: decimal('Lowest price, in the quote.'),
  close: decimal('Closing price, in the quote.'),
  volume: decimal('Volume on this exchange, in the coin; "0" if the candle shows the reference price.'),
});
export type Candle = Static<typeof Candle>;

export const candles = endpoint('GET', '/candles/:marketType', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary:
    'Returns candles of trades on this exchange, or of the reference price if there were no trades; oldest first, at most 1,000',
  params: marketParams,
  query: object({
    interval: oneOf('Length of a candle.', CANDLE_INTERVALS),
    from: optional(
      'Start of the range, in seconds since 1970. At most the newest 1,000 candles before `to` are returned.',
      Type.Integer({ minimum: 0 }),
    ),
    to: optional('End of the range, in seconds since 1970; unset: now.', Type.Integer({ minimum: 0 })),
    limit: optional(
      'Number of intervals before `to`; intervals without a price have no candle.',
      Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }),
    ),
    bounds: optional(
      'Time zone in which hours, days and weeks start; Tehran is 3:30 ahead of UTC. Reference price candles of UTC hours are available only for the period since they have been stored separately.',
      Type.Enum(CANDLE_BOUNDS),
    ),
  }),
  reply: success({
    content: list('Candles, oldest first.', Candle),
    historyFrom: nullable(
      'Start of the oldest candle of this length, in seconds since 1970; null: there is none.',
      Type.Integer(),
    ),
    filling: flag(
      'Whether older candles are still being loaded; if true, repeat the request after a few seconds.',
    ),
  }),
  errors: ['NOT_FOUND', 'BAD_REQUEST'],
});

export const MarketInfo = object({
  relatedCoin: text('Code of the coin; TOMAN for Toman.'),
  marketType: text('Market: coin and quote, e.g. BITCOIN_TOMAN.'),
  isActive: flag('Whether the market accepts orders at present.'),
  lastPrice: nullable(
    'Price of the last trade on this exchange or, without trades in the last 24 hours, the reference price, in the quote; null: neither is known.',
    DecimalText,
  ),
  priceOf: oneOf(
    'Source of `lastPrice` and `last24HoursChange`. TRADES: trades on this exchange in the last 24 hours. REFERENCE: the reference price.',
    ['TRADES', 'REFERENCE'],
  ),
  last24HoursChange: nullable(
    'Price change over the last 24 hours, in percent, signed, e.g. "-1.25".',
    Type.String(),
  ),
  last24HoursVolume: decimal('Volume on this exchange in the last 24 hours, in the coin.'),
  last24HoursValue: decimal('Volume on this exchange in the last 24 hours, in the quote.'),
  last24HoursHigh: nullable('Highest price of the last 24 hours, in the quote; null: unknown.', DecimalText),
  last24HoursLow: nullable('Lowest price of the last 24 hours, in the quote; null: unknown.', DecimalText),
  bestBid: nullable('Best bid price, in the quote; null: there are no bids.', DecimalText),
  bestAsk: nullable('Best ask price, in the quote; null: there are no asks.', DecimalText),
  lastWeekData: optional(
    '20 prices over the last week, oldest first; only if requested.',
    Type.Array(DecimalText),
  ),
});
export type MarketInfo = Static<typeof MarketInfo>;

export const marketInfo = endpoint('GET', '/trades/market-info/v2', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the markets of a quote with their 24-hour statistics',
  query: object({
    ...pageQuery,
    size: optional(
      'Maximum number of entries to return.',
      Type.Integer({ minimum: 1, maximum: 1000, default: 1000 }),
    ),
    weeklyDataIncluded: optional('Whether to include `lastWeekData`.', Type.Boolean()),
    source_coin: optional('Quote of the markets; unset: both.', Type.Enum(['TOMAN', 'TETHER'])),
  }),
  reply: listReply(MarketInfo),
});
