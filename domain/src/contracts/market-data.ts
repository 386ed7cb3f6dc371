import { type Static, Type } from 'typebox';
import {
  DecimalText,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

const marketParams = Type.Object(
  { marketType: Type.String({ maxLength: 60, examples: ['BITCOIN_TOMAN'] }) },
  open,
);

/** What an order of this market must keep to. */
export const MarketTerms = Type.Object(
  {
    marketType: Type.String(),
    coin: Type.String(),
    quote: Type.String(),
    /** Step of a limit price, in the quote. */
    tick: DecimalText,
    /** Step of an amount, in the coin. */
    lot: DecimalText,
    /** The least an order may be worth, in the quote. */
    minNotional: DecimalText,
    /** The most of the coin in one order. */
    maxAmount: DecimalText,
    /** How far from the market a limit price may lie, percent. */
    bandPercent: Type.Integer(),
  },
  open,
);
export type MarketTerms = Static<typeof MarketTerms>;

export const market = endpoint({
  method: 'GET',
  path: '/markets/:marketType',
  access: 'public',
  rate: 'read',
  summary: 'Whether a market is open, and its terms; the two coins in either order',
  params: marketParams,
  reply: withBase(MarketTerms),
  errors: ['NOT_FOUND', 'MARKET_IS_NOT_ACTIVE'],
});

/** Price and amount, decimal text. */
export const PriceLevel = Type.Tuple([DecimalText, DecimalText]);
export type PriceLevel = Static<typeof PriceLevel>;

export const OrderBook = Type.Object(
  {
    marketType: Type.String(),
    /** Rises with each change of the book. */
    sequence: Type.Integer(),
    /** Best first, at most 200 levels a side. */
    bids: Type.Array(PriceLevel),
    asks: Type.Array(PriceLevel),
  },
  open,
);
export type OrderBook = Static<typeof OrderBook>;

export const orderBook = endpoint({
  method: 'GET',
  path: '/orderbook/:marketType',
  access: 'public',
  rate: 'read',
  summary: 'The open orders of a market, by price',
  params: marketParams,
  reply: OrderBook,
  errors: ['NOT_FOUND'],
});

export const PublicTrade = Type.Object(
  {
    /** Rises within its market. */
    number: Type.Integer(),
    unitPrice: DecimalText,
    amount: DecimalText,
    /** Which side took. */
    side: Type.Enum(['buy', 'sell']),
    createdAtDateTime: Timestamp,
  },
  open,
);
export type PublicTrade = Static<typeof PublicTrade>;

export const publicTrades = endpoint({
  method: 'GET',
  path: '/trades/public/:marketType',
  access: 'public',
  rate: 'read',
  summary: 'The newest trades of a market',
  params: marketParams,
  query: Type.Object(
    {
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      /** The number of the last trade seen: older ones follow. */
      cursor: Type.Optional(Type.String({ maxLength: 20 })),
    },
    open,
  ),
  reply: withContent(PublicTrade),
  errors: ['NOT_FOUND'],
});

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

export const Candle = Type.Object(
  {
    /** When it begins, seconds since 1970: hours by Tehran's clock, days at its midnight, weeks on its Saturday. */
    time: Type.Integer(),
    open: DecimalText,
    high: DecimalText,
    low: DecimalText,
    close: DecimalText,
    /** Traded here, in the coin; "0" where the candle is of the reference price. */
    volume: DecimalText,
  },
  open,
);
export type Candle = Static<typeof Candle>;

export const candles = endpoint({
  method: 'GET',
  path: '/candles/:marketType',
  access: 'public',
  rate: 'read',
  summary:
    'Candles of our trades, and of the reference price where nobody traded; oldest first, at most 1,000',
  params: marketParams,
  query: Type.Object(
    {
      interval: Type.Enum(CANDLE_INTERVALS),
      /** Seconds since 1970. The newest 1,000 before `to` are answered. */
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      to: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    open,
  ),
  reply: success({
    content: Type.Array(Candle),
    /** When the oldest candle of this length begins, seconds since 1970; null while there is none. */
    historyFrom: Type.Union([Type.Integer(), Type.Null()]),
    /** More of the past is being fetched; ask again in some seconds. */
    filling: Type.Boolean(),
  }),
  errors: ['NOT_FOUND', 'BAD_REQUEST'],
});

export const MarketInfo = Type.Object(
  {
    relatedCoin: Type.String(),
    marketType: Type.String(),
    isActive: Type.Boolean(),
    /** Of the last trade here, of the reference price where nobody traded in a day; null when neither is known. */
    lastPrice: Type.Union([DecimalText, Type.Null()]),
    /** What `lastPrice` and `last24HoursChange` are of: trades here within a day, or the reference price. */
    priceOf: Type.Enum(['TRADES', 'REFERENCE']),
    /** Signed percent text, "-1.25". */
    last24HoursChange: Type.Union([Type.String(), Type.Null()]),
    /** In the coin, and in the quote. */
    last24HoursVolume: DecimalText,
    last24HoursValue: DecimalText,
    last24HoursHigh: Type.Union([DecimalText, Type.Null()]),
    last24HoursLow: Type.Union([DecimalText, Type.Null()]),
    bestBid: Type.Union([DecimalText, Type.Null()]),
    bestAsk: Type.Union([DecimalText, Type.Null()]),
    /** 20 points, oldest first, when asked for. */
    lastWeekData: Type.Optional(Type.Array(DecimalText)),
  },
  open,
);
export type MarketInfo = Static<typeof MarketInfo>;

export const marketInfo = endpoint({
  method: 'GET',
  path: '/trades/market-info/v2',
  access: 'public',
  rate: 'read',
  summary: 'Every market of a quote with its 24 hours',
  query: Type.Object(
    {
      ...pageQuery,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
      weeklyDataIncluded: Type.Optional(Type.Boolean()),
      source_coin: Type.Optional(Type.Enum(['TOMAN', 'TETHER'])),
    },
    open,
  ),
  reply: withContent(MarketInfo),
});
