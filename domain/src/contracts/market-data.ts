import { type Static, Type } from 'typebox';
import { USER_LEVELS } from '../fees.ts';
import {
  DecimalText,
  described,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

const marketParams = Type.Object(
  {
    marketType: described(
      'Market: coin and quote, e.g. BITCOIN_TOMAN.',
      Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
    ),
  },
  open,
);

export const MarketTerms = described(
  'Rules for orders in a market.',
  Type.Object(
    {
      marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
      coin: described('Code of the coin.', Type.String()),
      quote: described('Code of the quote: TOMAN or TETHER.', Type.String()),
      tick: described('Step of limit prices, in the quote.', DecimalText),
      lot: described('Step of amounts, in the coin.', DecimalText),
      minNotional: described('Minimum value of an order, in the quote.', DecimalText),
      maxAmount: described('Maximum amount of an order, in the coin.', DecimalText),
      bandPercent: described(
        'Maximum deviation of a limit price from the market price, in percent.',
        Type.Integer(),
      ),
    },
    open,
  ),
);
export type MarketTerms = Static<typeof MarketTerms>;

export const market = endpoint({
  method: 'GET',
  path: '/markets/:marketType',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the rules of a market if it is open; the two coins may be given in either order',
  params: marketParams,
  reply: withBase(MarketTerms),
  errors: ['NOT_FOUND', 'MARKET_IS_NOT_ACTIVE'],
});

export const MARKET_STATES = ['OPEN', 'PAUSED', 'CLOSED', 'INACTIVE'] as const;

const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableTime = Type.Union([Timestamp, Type.Null()]);
const nullableAmount = Type.Union([DecimalText, Type.Null()]);

export const MarketDetail = described(
  'Everything a program needs to know about a market before it places an order.',
  Type.Object(
    {
      ...MarketTerms.properties,
      coinCode: described('Ticker of the coin, e.g. BTC.', Type.String()),
      quoteCode: described('Ticker of the quote: TMN or USDT.', Type.String()),
      minAmount: described('Minimum amount of an order, in the coin: one lot.', DecimalText),
      pricePrecision: described('Maximum number of decimal places of a limit price.', Type.Integer()),
      amountPrecision: described('Maximum number of decimal places of an amount.', Type.Integer()),
      quotePrecision: described('Maximum number of decimal places of totals and fees.', Type.Integer()),
      state: described(
        'OPEN: orders are accepted. PAUSED: temporarily paused by staff. CLOSED: outside trading hours. INACTIVE: not offered.',
        Type.Enum(MARKET_STATES),
      ),
      opensAtDateTime: described(
        'Time at which the market is expected to be OPEN again; null: it is open, or the time is unknown.',
        nullableTime,
      ),
      makerFeePercent: described('Maker fee rate at the lowest level, in percent.', Type.String()),
      takerFeePercent: described('Taker fee rate at the lowest level, in percent.', Type.String()),
      fees: described(
        'Fee rates of each level, lowest level first; see `GET /users/account-levels` for the requirements of the levels.',
        Type.Array(
          Type.Object(
            {
              userAccountLevel: described('Level to which the fee rates apply.', Type.Enum(USER_LEVELS)),
              makerFeePercent: described('Maker fee rate, in percent.', Type.String()),
              takerFeePercent: described('Taker fee rate, in percent.', Type.String()),
            },
            open,
          ),
        ),
      ),
    },
    open,
  ),
);
export type MarketDetail = Static<typeof MarketDetail>;

export const markets = endpoint({
  method: 'GET',
  path: '/markets',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns all markets with their steps, limits, fee rates and states',
  reply: withContent(MarketDetail),
});

export const serverTime = endpoint({
  method: 'GET',
  path: '/time',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the server time',
  reply: withBase(
    Type.Object(
      {
        dateTime: described('Server time, ISO 8601 in UTC.', Timestamp),
        milliseconds: described('Server time in milliseconds since 1970.', Type.Integer()),
      },
      open,
    ),
  ),
});

export const Ticker = described(
  'Statistics of a market over the last 24 hours, from trades on this exchange only. Fields are null without trades, or without open orders on that side.',
  Type.Object(
    {
      marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
      coinCode: described('Ticker of the coin, e.g. BTC.', Type.String()),
      quoteCode: described('Ticker of the quote: TMN or USDT.', Type.String()),
      isActive: described('Whether the market is offered.', Type.Boolean()),
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
      volume: described('Volume, in the coin.', DecimalText),
      quoteVolume: described('Volume, in the quote.', DecimalText),
      bestBid: described('Best bid price, in the quote.', nullableAmount),
      bestBidAmount: described('Amount bid at that price, in the coin.', nullableAmount),
      bestAsk: described('Best ask price, in the quote.', nullableAmount),
      bestAskAmount: described('Amount offered at that price, in the coin.', nullableAmount),
      referencePrice: described('Global market price, in the quote; null: unknown.', nullableAmount),
    },
    open,
  ),
);
export type Ticker = Static<typeof Ticker>;

export const tickers = endpoint({
  method: 'GET',
  path: '/tickers',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns 24-hour statistics of all markets, updated every second',
  reply: success({
    dateTime: described('Time at which the statistics were calculated.', Timestamp),
    content: described('One entry per market.', Type.Array(Ticker)),
  }),
});

export const PriceLevel = described(
  'Price and amount, as decimal text.',
  Type.Tuple([DecimalText, DecimalText]),
);
export type PriceLevel = Static<typeof PriceLevel>;

/** Levels of one side of a book that are returned when no limit is given, and at most. */
export const BOOK_LEVELS = { default: 200, max: 1_000 } as const;

export const OrderBook = Type.Object(
  {
    marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    sequence: described('Sequence number of the order book; increases with each change.', Type.Integer()),
    bids: described('Bids, best first, at most `limit` levels.', Type.Array(PriceLevel)),
    asks: described('Asks, best first, at most `limit` levels.', Type.Array(PriceLevel)),
  },
  open,
);
export type OrderBook = Static<typeof OrderBook>;

export const orderBook = endpoint({
  method: 'GET',
  path: '/orderbook/:marketType',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the order book of a market, aggregated by price',
  params: marketParams,
  query: Type.Object(
    {
      limit: described(
        'Maximum number of levels per side. The stream publishes only the best 200.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: BOOK_LEVELS.max, default: BOOK_LEVELS.default })),
      ),
    },
    open,
  ),
  reply: OrderBook,
  errors: ['NOT_FOUND'],
});

export const BookTop = Type.Object(
  {
    marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    bid: described('Best bid; null: there are no bids.', Type.Union([PriceLevel, Type.Null()])),
    ask: described('Best ask; null: there are no asks.', Type.Union([PriceLevel, Type.Null()])),
  },
  open,
);
export type BookTop = Static<typeof BookTop>;

export const bookTops = endpoint({
  method: 'GET',
  path: '/orderbook',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the best bid and ask of all order books, updated every second',
  reply: success({
    dateTime: described('Time at which the order books were read.', Timestamp),
    content: described('One entry per market.', Type.Array(BookTop)),
  }),
});

export const TRADE_SIDES = ['buy', 'sell'] as const;

export const PublicTrade = Type.Object(
  {
    number: described('Number of the trade; increases within its market.', Type.Integer()),
    unitPrice: described('Price per coin, in the quote.', DecimalText),
    amount: described('Amount, in the coin.', DecimalText),
    side: described('Side of the taker.', Type.Enum(TRADE_SIDES)),
    createdAtDateTime: described('Time of the trade.', Timestamp),
  },
  open,
);
export type PublicTrade = Static<typeof PublicTrade>;

export const publicTrades = endpoint({
  method: 'GET',
  path: '/trades/public/:marketType',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the newest trades of a market',
  params: marketParams,
  query: Type.Object(
    {
      size: described(
        'Maximum number of entries to return.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      ),
      cursor: described(
        'Number of the last trade of the previous page; returns older trades.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      after: described(
        'Returns only trades with a higher number, oldest first; `nextCursor` is then the next value of `after`. Cannot be combined with `cursor`.',
        Type.Optional(Type.Integer({ minimum: 0 })),
      ),
    },
    open,
  ),
  reply: withContent(PublicTrade),
  errors: ['NOT_FOUND'],
});

/** Time zone in which hours, days and weeks start. */
export const CANDLE_BOUNDS = ['TEHRAN', 'UTC'] as const;
export type CandleBounds = (typeof CANDLE_BOUNDS)[number];

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

export const Candle = Type.Object(
  {
    time: described(
      'Start of the candle, in seconds since 1970. Hours and days start by Tehran time, and weeks on Saturday; with `bounds=UTC`, by UTC, and weeks on Monday.',
      Type.Integer(),
    ),
    open: described('Opening price, in the quote.', DecimalText),
    high: described('Highest price, in the quote.', DecimalText),
    low: described('Lowest price, in the quote.', DecimalText),
    close: described('Closing price, in the quote.', DecimalText),
    volume: described(
      'Volume on this exchange, in the coin; "0" if the candle shows the reference price.',
      DecimalText,
    ),
  },
  open,
);
export type Candle = Static<typeof Candle>;

export const candles = endpoint({
  method: 'GET',
  path: '/candles/:marketType',
  access: 'public',
  shared: true,
  rate: 'read',
  summary:
    'Returns candles of trades on this exchange, or of the reference price if there were no trades; oldest first, at most 1,000',
  params: marketParams,
  query: Type.Object(
    {
      interval: described('Length of a candle.', Type.Enum(CANDLE_INTERVALS)),
      from: described(
        'Start of the range, in seconds since 1970. At most the newest 1,000 candles before `to` are returned.',
        Type.Optional(Type.Integer({ minimum: 0 })),
      ),
      to: described(
        'End of the range, in seconds since 1970; unset: now.',
        Type.Optional(Type.Integer({ minimum: 0 })),
      ),
      limit: described(
        'Number of intervals before `to`; intervals without a price have no candle.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
      ),
      bounds: described(
        'Time zone in which hours, days and weeks start; Tehran is 3:30 ahead of UTC. Reference price candles of UTC hours are available only for the period since they have been stored separately.',
        Type.Optional(Type.Enum(CANDLE_BOUNDS)),
      ),
    },
    open,
  ),
  reply: success({
    content: described('Candles, oldest first.', Type.Array(Candle)),
    historyFrom: described(
      'Start of the oldest candle of this length, in seconds since 1970; null: there is none.',
      Type.Union([Type.Integer(), Type.Null()]),
    ),
    filling: described(
      'Whether older candles are still being loaded; if true, repeat the request after a few seconds.',
      Type.Boolean(),
    ),
  }),
  errors: ['NOT_FOUND', 'BAD_REQUEST'],
});

export const MarketInfo = Type.Object(
  {
    relatedCoin: described('Code of the coin; TOMAN for Toman.', Type.String()),
    marketType: described('Market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    isActive: described('Whether the market accepts orders at present.', Type.Boolean()),
    lastPrice: described(
      'Price of the last trade on this exchange or, without trades in the last 24 hours, the reference price, in the quote; null: neither is known.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    priceOf: described(
      'Source of `lastPrice` and `last24HoursChange`. TRADES: trades on this exchange in the last 24 hours. REFERENCE: the reference price.',
      Type.Enum(['TRADES', 'REFERENCE']),
    ),
    last24HoursChange: described(
      'Price change over the last 24 hours, in percent, signed, e.g. "-1.25".',
      Type.Union([Type.String(), Type.Null()]),
    ),
    last24HoursVolume: described('Volume on this exchange in the last 24 hours, in the coin.', DecimalText),
    last24HoursValue: described('Volume on this exchange in the last 24 hours, in the quote.', DecimalText),
    last24HoursHigh: described(
      'Highest price of the last 24 hours, in the quote; null: unknown.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    last24HoursLow: described(
      'Lowest price of the last 24 hours, in the quote; null: unknown.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    bestBid: described(
      'Best bid price, in the quote; null: there are no bids.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    bestAsk: described(
      'Best ask price, in the quote; null: there are no asks.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    lastWeekData: described(
      '20 prices over the last week, oldest first; only if requested.',
      Type.Optional(Type.Array(DecimalText)),
    ),
  },
  open,
);
export type MarketInfo = Static<typeof MarketInfo>;

export const marketInfo = endpoint({
  method: 'GET',
  path: '/trades/market-info/v2',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the markets of a quote with their 24-hour statistics',
  query: Type.Object(
    {
      ...pageQuery,
      size: described(
        'Maximum number of entries to return.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
      ),
      weeklyDataIncluded: described('Whether to include `lastWeekData`.', Type.Optional(Type.Boolean())),
      source_coin: described(
        'Quote of the markets; unset: both.',
        Type.Optional(Type.Enum(['TOMAN', 'TETHER'])),
      ),
    },
    open,
  ),
  reply: withContent(MarketInfo),
});
