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
      'The market: coin and quote, e.g. BITCOIN_TOMAN.',
      Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }),
    ),
  },
  open,
);

export const MarketTerms = described(
  'What an order of this market must keep to.',
  Type.Object(
    {
      marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
      coin: described("The coin's code.", Type.String()),
      quote: described('Code of the quote: TOMAN or TETHER.', Type.String()),
      tick: described('Step of a limit price, in the quote.', DecimalText),
      lot: described('Step of an amount, in the coin.', DecimalText),
      minNotional: described('Minimum value of an order, in the quote.', DecimalText),
      maxAmount: described('Maximum of the coin in one order.', DecimalText),
      bandPercent: described('How far from the market a limit price may lie, percent.', Type.Integer()),
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
  summary: 'Whether a market is open, and its terms; the two coins in either order',
  params: marketParams,
  reply: withBase(MarketTerms),
  errors: ['NOT_FOUND', 'MARKET_IS_NOT_ACTIVE'],
});

export const MARKET_STATES = ['OPEN', 'PAUSED', 'CLOSED', 'INACTIVE'] as const;

const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableTime = Type.Union([Timestamp, Type.Null()]);
const nullableAmount = Type.Union([DecimalText, Type.Null()]);

export const MarketDetail = described(
  'A market with all that a program must know of it before it places an order.',
  Type.Object(
    {
      ...MarketTerms.properties,
      coinCode: described('Ticker of the coin, e.g. BTC.', Type.String()),
      quoteCode: described('Ticker of the quote: TMN or USDT.', Type.String()),
      minAmount: described('Minimum of the coin in one order: one lot.', DecimalText),
      pricePrecision: described('How many decimals a limit price has at most.', Type.Integer()),
      amountPrecision: described('How many decimals an amount has at most.', Type.Integer()),
      quotePrecision: described('How many decimals totals and fees have at most.', Type.Integer()),
      state: described(
        'OPEN: orders are taken. PAUSED: staff holds it back for a while. CLOSED: outside the hours of trading. INACTIVE: it is not offered.',
        Type.Enum(MARKET_STATES),
      ),
      opensAtDateTime: described(
        'When it is expected to be OPEN again; null: it is, or nobody knows.',
        nullableTime,
      ),
      makerFeePercent: described(
        'What an order that waited pays at the lowest level, percent.',
        Type.String(),
      ),
      takerFeePercent: described(
        'What an order that comes pays at the lowest level, percent.',
        Type.String(),
      ),
      fees: described(
        'The fee of each level, lowest first; `GET /users/account-levels` has from when on one holds.',
        Type.Array(
          Type.Object(
            {
              userAccountLevel: described('Whose fees these are.', Type.Enum(USER_LEVELS)),
              makerFeePercent: described('Of an order that waited, percent.', Type.String()),
              takerFeePercent: described('Of an order that comes, percent.', Type.String()),
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
  summary: 'Every market with its steps, bounds, fees and state',
  reply: withContent(MarketDetail),
});

export const serverTime = endpoint({
  method: 'GET',
  path: '/time',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'The clock of the exchange',
  reply: withBase(
    Type.Object(
      {
        dateTime: described('Now, ISO 8601 in UTC.', Timestamp),
        milliseconds: described('The same in milliseconds since 1970.', Type.Integer()),
      },
      open,
    ),
  ),
});

export const Ticker = described(
  'A market over the last 24 hours, by its trades here alone; null where there were none, or nobody waits.',
  Type.Object(
    {
      marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
      coinCode: described('Ticker of the coin, e.g. BTC.', Type.String()),
      quoteCode: described('Ticker of the quote: TMN or USDT.', Type.String()),
      isActive: described('Whether the market is offered.', Type.Boolean()),
      lastPrice: described('Price of the last trade ever made here, in the quote.', nullableAmount),
      openPrice: described(
        'The last price of a day ago, in the quote; where nobody had traded in the day before that, the first since.',
        nullableAmount,
      ),
      highPrice: described('Highest price, in the quote.', nullableAmount),
      lowPrice: described('Lowest price, in the quote.', nullableAmount),
      changePercent: described(
        'From `openPrice` to `lastPrice`, signed percent text, "-1.25".',
        nullableText,
      ),
      volume: described('What was traded, in the coin.', DecimalText),
      quoteVolume: described('What was traded, in the quote.', DecimalText),
      bestBid: described('Best price of those who buy, in the quote.', nullableAmount),
      bestBidAmount: described('How much of the coin they want there.', nullableAmount),
      bestAsk: described('Best price of those who sell, in the quote.', nullableAmount),
      bestAskAmount: described('How much of the coin they offer there.', nullableAmount),
      referencePrice: described(
        "The world's price, in the quote; null while it isn't known.",
        nullableAmount,
      ),
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
  summary: 'Every market over the last 24 hours, as of this second',
  reply: success({
    dateTime: described('When they were calculated.', Timestamp),
    content: described('One of each market.', Type.Array(Ticker)),
  }),
});

export const PriceLevel = described(
  'Price and amount, decimal text.',
  Type.Tuple([DecimalText, DecimalText]),
);
export type PriceLevel = Static<typeof PriceLevel>;

/** Levels of one side of a book that are returned when no limit is given, and at most. */
export const BOOK_LEVELS = { default: 200, max: 1_000 } as const;

export const OrderBook = Type.Object(
  {
    marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    sequence: described('Rises with each change of the book.', Type.Integer()),
    bids: described('Buying side, best first, at most `limit` levels.', Type.Array(PriceLevel)),
    asks: described('Selling side, best first, at most `limit` levels.', Type.Array(PriceLevel)),
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
  summary: 'The open orders of a market, by price',
  params: marketParams,
  query: Type.Object(
    {
      limit: described(
        'Maximum number of levels of each side. The stream follows the best 200 of them.',
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
    marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    bid: described('Best of those who buy; null: nobody does.', Type.Union([PriceLevel, Type.Null()])),
    ask: described('Best of those who sell; null: nobody does.', Type.Union([PriceLevel, Type.Null()])),
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
  summary: 'The best price of both sides of every book, as of this second',
  reply: success({
    dateTime: described('When they were looked at.', Timestamp),
    content: described('One of each market.', Type.Array(BookTop)),
  }),
});

export const TRADE_SIDES = ['buy', 'sell'] as const;

export const PublicTrade = Type.Object(
  {
    number: described('Rises within its market.', Type.Integer()),
    unitPrice: described('Price of one coin, in the quote.', DecimalText),
    amount: described('What was traded, in the coin.', DecimalText),
    side: described('Which side took.', Type.Enum(TRADE_SIDES)),
    createdAtDateTime: described('When it was traded.', Timestamp),
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
  summary: 'The newest trades of a market',
  params: marketParams,
  query: Type.Object(
    {
      size: described(
        'How many entries are asked for.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      ),
      cursor: described(
        'The number of the last trade seen: older ones follow.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      after: described(
        'Only trades with a higher number: the ones that follow it, oldest first; `nextCursor` is then the next `after`. Not together with `cursor`.',
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
      "When it begins, seconds since 1970: hours by Tehran's clock, days at its midnight, weeks on its Saturday; by UTC's with `bounds=UTC`, weeks on Monday.",
      Type.Integer(),
    ),
    open: described('First price of its time, in the quote.', DecimalText),
    high: described('Highest price of its time, in the quote.', DecimalText),
    low: described('Lowest price of its time, in the quote.', DecimalText),
    close: described('Last price of its time, in the quote.', DecimalText),
    volume: described(
      'Traded here, in the coin; "0" where the candle is of the reference price.',
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
    'Candles of our trades, and of the reference price where nobody traded; oldest first, at most 1,000',
  params: marketParams,
  query: Type.Object(
    {
      interval: described('Length of a candle.', Type.Enum(CANDLE_INTERVALS)),
      from: described(
        'Seconds since 1970. The newest 1,000 before `to` are answered.',
        Type.Optional(Type.Integer({ minimum: 0 })),
      ),
      to: described('Seconds since 1970; unset: now.', Type.Optional(Type.Integer({ minimum: 0 }))),
      limit: described(
        'How many lengths of time before `to` are looked at; those without a price have no candle.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
      ),
      bounds: described(
        "By whose clock hours, days and weeks begin: Tehran's is 3:30 ahead of UTC's. Of the reference price UTC's hours are there since they are kept alone.",
        Type.Optional(Type.Enum(CANDLE_BOUNDS)),
      ),
    },
    open,
  ),
  reply: success({
    content: described('The candles, oldest first.', Type.Array(Candle)),
    historyFrom: described(
      'When the oldest candle of this length begins, seconds since 1970; null while there is none.',
      Type.Union([Type.Integer(), Type.Null()]),
    ),
    filling: described('More of the past is being fetched; ask again in some seconds.', Type.Boolean()),
  }),
  errors: ['NOT_FOUND', 'BAD_REQUEST'],
});

export const MarketInfo = Type.Object(
  {
    relatedCoin: described("The coin's code; TOMAN for Toman.", Type.String()),
    marketType: described('The market: coin and quote, e.g. BITCOIN_TOMAN.', Type.String()),
    isActive: described('Whether orders are taken now.', Type.Boolean()),
    lastPrice: described(
      'In the quote: of the last trade here, of the reference price where nobody traded in a day; null when neither is known.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    priceOf: described(
      'What `lastPrice` and `last24HoursChange` are of: trades here within a day, or the reference price.',
      Type.Enum(['TRADES', 'REFERENCE']),
    ),
    last24HoursChange: described('Signed percent text, "-1.25".', Type.Union([Type.String(), Type.Null()])),
    last24HoursVolume: described('What was traded here in the last 24 hours, in the coin.', DecimalText),
    last24HoursValue: described('What was traded here in the last 24 hours, in the quote.', DecimalText),
    last24HoursHigh: described(
      'Highest price of the last 24 hours, in the quote; null: not known.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    last24HoursLow: described(
      'Lowest price of the last 24 hours, in the quote; null: not known.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    bestBid: described(
      'Best price of those who buy, in the quote; null: nobody does.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    bestAsk: described(
      'Best price of those who sell, in the quote; null: nobody does.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    lastWeekData: described(
      '20 points, oldest first, when asked for.',
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
  summary: 'Every market of a quote with its 24 hours',
  query: Type.Object(
    {
      ...pageQuery,
      size: described(
        'How many entries are asked for.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
      ),
      weeklyDataIncluded: described('Whether `lastWeekData` is wanted.', Type.Optional(Type.Boolean())),
      source_coin: described(
        'The quote; unset: markets of both.',
        Type.Optional(Type.Enum(['TOMAN', 'TETHER'])),
      ),
    },
    open,
  ),
  reply: withContent(MarketInfo),
});
