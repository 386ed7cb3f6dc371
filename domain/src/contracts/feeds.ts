/** Data in the formats of third parties: TradingView's charts, CoinGecko, CoinMarketCap, RSS readers. */
import { Type } from 'typebox';
import { endpoint, LANGUAGES } from './endpoint.ts';
import {
  DecimalText,
  decimal,
  described,
  flag,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from './fields.ts';
import { BOOK_LEVELS } from './market-data.ts';

const Pair = Type.String({ maxLength: 60, examples: ['BTC_USDT'] });
const optionalTime = Type.Optional(Type.Integer({ minimum: 0 }));
const Level = described('Price and amount.', Type.Tuple([DecimalText, DecimalText]));
const shared = { access: 'public', shared: true, rate: 'read' } as const;

// ── TradingView: Universal Data Feed ────────────────────────────────────────────────────────────

export const UDF_RESOLUTIONS = ['1', '5', '15', '30', '60', '240', '1D', '1W'] as const;
const resolutions = list('Bar length: minutes (number), days (D) or weeks (W).', Type.Enum(UDF_RESOLUTIONS));

export const udfConfig = endpoint('GET', '/udf/config', {
  ...shared,
  summary: 'TradingView UDF: returns the configuration of the data feed',
  reply: object({
    supported_resolutions: resolutions,
    supports_search: flag('True: symbol search is supported.'),
    supports_group_request: flag('False: symbol groups are not supported.'),
    supports_marks: flag('False: marks on bars are not supported.'),
    supports_timescale_marks: flag('False: marks on the time scale are not supported.'),
    supports_time: flag('True: the server time is available.'),
    exchanges: list('Exchanges offered as search filters.', {
      value: text('Value to send as the search filter.'),
      name: text('Display name.'),
      desc: text('Description.'),
    }),
    symbols_types: list('Symbol types offered as search filters.', {
      name: text('Display name.'),
      value: text('Value to send as the search filter.'),
    }),
  }),
});

export const UdfError = object({
  s: described('Status: the request failed.', Type.Literal('error')),
  errmsg: text('Error message.'),
});

export const UdfSymbol = object({
  name: text('Symbol name for display, e.g. BTCTMN.'),
  ticker: text('Symbol to use in history requests.'),
  description: text('Names of the coin and the quote.'),
  type: described('Type of the symbol.', Type.Literal('crypto')),
  session: text("Trading session, in TradingView's format."),
  timezone: text('Time zone in which days start.'),
  exchange: text('Name of the exchange.'),
  listed_exchange: text('Name of the listing exchange; same as `exchange`.'),
  format: described('Format of displayed prices.', Type.Literal('price')),
  minmov: described('Size of a price step, in units of 1/`pricescale`.', Type.Number()),
  pricescale: described('Number of parts into which one unit of the quote is divided.', Type.Number()),
  has_intraday: flag('Whether intraday bars are available.'),
  has_daily: flag('Whether daily bars are available.'),
  has_weekly_and_monthly: flag('Whether weekly bars are available.'),
  intraday_multipliers: list('Available intraday resolutions, in minutes.', Type.String()),
  weekly_multipliers: list('Available weekly resolutions, in weeks.', Type.String()),
  supported_resolutions: resolutions,
  volume_precision: integer('Number of decimal places of the volume.'),
  data_status: described('Status of the data: real-time.', Type.Literal('streaming')),
  currency_code: text('Ticker of the quote.'),
});

export const udfSymbols = endpoint('GET', '/udf/symbols', {
  ...shared,
  summary: 'TradingView UDF: returns one symbol',
  query: object({
    symbol: text('Ticker of a market, with or without the exchange prefix.', { maxLength: 80 }),
    currencyCode: optional('Ignored: each market has a fixed quote.', Type.String({ maxLength: 20 })),
    unitId: optional('Ignored: coins have one unit.', Type.String({ maxLength: 20 })),
  }),
  reply: Type.Union([UdfSymbol, UdfError]),
});

export const udfSearch = endpoint('GET', '/udf/search', {
  ...shared,
  summary: 'TradingView UDF: searches symbols by part of their name',
  query: object({
    query: optional('Search text.', Type.String({ maxLength: 60 })),
    type: optional('Type of symbols to return.', Type.String({ maxLength: 30 })),
    exchange: optional('Exchange selected in the search filter.', Type.String({ maxLength: 60 })),
    limit: optional(
      'Maximum number of symbols to return.',
      Type.Integer({ minimum: 1, maximum: 100, default: 30 }),
    ),
  }),
  reply: Type.Array(
    object({
      symbol: text('Short name.'),
      full_name: text('Name with the exchange prefix.'),
      description: text('Names of the coin and the quote.'),
      exchange: text('Name of the exchange.'),
      ticker: text('Symbol to use in other requests.'),
      type: described('Type of the symbol.', Type.Literal('crypto')),
    }),
  ),
});

const numbers = Type.Array(Type.Number());
export const UdfBars = object({
  s: described('Status: bars were found.', Type.Literal('ok')),
  t: described(
    'Start times of the bars, in seconds since 1970; daily and weekly bars at 0:00 UTC of their date.',
    numbers,
  ),
  o: described('Opening prices.', numbers),
  h: described('Highest prices.', numbers),
  l: described('Lowest prices.', numbers),
  c: described('Closing prices.', numbers),
  v: described('Volumes, in the coin.', numbers),
});

export const UdfNoData = object({
  s: described('Status: there are no bars in this range.', Type.Literal('no_data')),
  nextTime: optional('Start time of the newest bar before the range.', Type.Integer()),
});

export const udfHistory = endpoint('GET', '/udf/history', {
  ...shared,
  summary: 'TradingView UDF: returns bars, oldest first, at most 1,000',
  query: object({
    symbol: text('Ticker of a market.', { maxLength: 80 }),
    resolution: text('Bar length; D and W are accepted for 1D and 1W.', { maxLength: 10 }),
    from: described('Start of the range, inclusive, in seconds since 1970.', optionalTime),
    to: described('End of the range, exclusive, in seconds since 1970.', optionalTime),
    countback: optional(
      'Number of bars before `to`; takes precedence over `from`.',
      Type.Integer({ minimum: 1 }),
    ),
    currencyCode: optional('Ignored: each market has a fixed quote.', Type.String({ maxLength: 20 })),
    unitId: optional('Ignored: coins have one unit.', Type.String({ maxLength: 20 })),
  }),
  reply: Type.Union([UdfBars, UdfNoData, UdfError]),
});

export const udfTime = endpoint('GET', '/udf/time', {
  ...shared,
  summary: 'TradingView UDF: returns the server time, in seconds since 1970, as text',
  media: ['text/plain'],
  reply: Type.Any(),
});

// ── CoinGecko ───────────────────────────────────────────────────────────────────────────────────

const geckoMarket = { ticker_id: described('Market: coin and quote.', Pair) };

export const coinGeckoTickers = endpoint('GET', '/coingecko/tickers', {
  ...shared,
  summary: "Returns all markets in CoinGecko's format",
  reply: Type.Array(
    object({
      ticker_id: text('Market: coin and quote.'),
      base_currency: text('Ticker of the coin.'),
      target_currency: text('Ticker of the quote.'),
      last_price: decimal('Price of the last trade, in the quote.'),
      base_volume: decimal('Volume of the last 24 hours, in the coin.'),
      target_volume: decimal('Volume of the last 24 hours, in the quote.'),
      bid: nullable('Best bid price, in the quote; null: there are no bids.', DecimalText),
      ask: nullable('Best ask price, in the quote; null: there are no asks.', DecimalText),
      high: decimal(
        'Highest price of the last 24 hours, in the quote; the last price if there were no trades.',
      ),
      low: decimal(
        'Lowest price of the last 24 hours, in the quote; the last price if there were no trades.',
      ),
    }),
  ),
});

export const coinGeckoOrderBook = endpoint('GET', '/coingecko/orderbook', {
  ...shared,
  summary: "Returns an order book in CoinGecko's format",
  query: object({
    ...geckoMarket,
    depth: optional(
      'Maximum number of levels, both sides together; 0 or unset: the best 200 of each side.',
      Type.Integer({ minimum: 0, maximum: 2 * BOOK_LEVELS.max }),
    ),
  }),
  reply: object({
    ticker_id: text('Market: coin and quote.'),
    timestamp: integer('Time of the snapshot, in milliseconds since 1970.'),
    bids: list('Bids, best first.', Level),
    asks: list('Asks, best first.', Level),
  }),
  errors: ['NOT_FOUND'],
});

const GeckoTrade = object({
  trade_id: integer('Number of the trade; increases within its market.'),
  price: decimal('Price per coin, in the quote.'),
  base_volume: decimal('Amount, in the coin.'),
  target_volume: decimal('Value, in the quote.'),
  trade_timestamp: integer('Time of the trade, in milliseconds since 1970.'),
  type: text('Side of the taker: buy or sell.'),
});

export const coinGeckoTrades = endpoint('GET', '/coingecko/historical_trades', {
  ...shared,
  summary: "Returns trades in CoinGecko's format, newest first",
  query: object({
    ...geckoMarket,
    type: optional(
      'Returns only trades in which the taker was on this side.',
      Type.String({ pattern: '^(buy|sell)$' }),
    ),
    limit: optional(
      'Maximum number of trades to search; 0: 1,000.',
      Type.Integer({ minimum: 0, maximum: 1000, default: 200 }),
    ),
    start_time: described('Start of the range, inclusive, in seconds since 1970.', optionalTime),
    end_time: described('End of the range, inclusive, in seconds since 1970.', optionalTime),
  }),
  reply: object({
    buy: list('Trades in which the buyer was the taker.', GeckoTrade),
    sell: list('Trades in which the seller was the taker.', GeckoTrade),
  }),
  errors: ['NOT_FOUND'],
});

// ── CoinMarketCap ───────────────────────────────────────────────────────────────────────────────

const capMarket = object({ market_pair: described('Market: coin and quote.', Pair) });

export const coinMarketCapSummary = endpoint('GET', '/coinmarketcap/summary', {
  ...shared,
  summary: "Returns all markets in CoinMarketCap's format",
  reply: Type.Array(
    object({
      trading_pairs: text('Market: coin and quote.'),
      base_currency: text('Ticker of the coin.'),
      quote_currency: text('Ticker of the quote.'),
      last_price: described('Price of the last trade, in the quote.', Type.Number()),
      lowest_ask: described('Best ask price, in the quote; 0: there are no asks.', Type.Number()),
      highest_bid: described('Best bid price, in the quote; 0: there are no bids.', Type.Number()),
      base_volume: described('Volume of the last 24 hours, in the coin.', Type.Number()),
      quote_volume: described('Volume of the last 24 hours, in the quote.', Type.Number()),
      price_change_percent_24h: described('Price change over the last 24 hours, in percent.', Type.Number()),
      highest_price_24h: described('Highest price of the last 24 hours, in the quote.', Type.Number()),
      lowest_price_24h: described('Lowest price of the last 24 hours, in the quote.', Type.Number()),
    }),
  ),
});

export const coinMarketCapAssets = endpoint('GET', '/coinmarketcap/assets', {
  ...shared,
  summary: "Returns all coins in CoinMarketCap's format",
  reply: Type.Record(
    Type.String(),
    object({
      name: text('English name of the coin.'),
      can_withdraw: flag('Whether withdrawals are available on at least one network.'),
      can_deposit: flag('Whether deposits are available on at least one network.'),
      min_withdraw: decimal('Minimum amount of a withdrawal, in the coin.'),
      max_withdraw: decimal('Maximum amount of a withdrawal, in the coin.'),
      maker_fee: decimal(
        "Maker fee rate at the lowest level in the coin's Toman market, as a fraction of 1.",
      ),
      taker_fee: decimal(
        "Taker fee rate at the lowest level in the coin's Toman market, as a fraction of 1.",
      ),
    }),
  ),
});

export const coinMarketCapTicker = endpoint('GET', '/coinmarketcap/ticker', {
  ...shared,
  summary: "Returns 24-hour statistics in CoinMarketCap's format",
  reply: Type.Record(
    Type.String(),
    object({
      last_price: decimal('Price of the last trade, in the quote.'),
      base_volume: decimal('Volume of the last 24 hours, in the coin.'),
      quote_volume: decimal('Volume of the last 24 hours, in the quote.'),
      isFrozen: text('1 if the market does not accept orders at present.'),
    }),
  ),
});

export const coinMarketCapOrderBook = endpoint('GET', '/coinmarketcap/orderbook/:market_pair', {
  ...shared,
  summary: "Returns an order book in CoinMarketCap's format",
  params: capMarket,
  query: object({
    depth: optional(
      'Maximum number of levels, both sides together; 0 or unset: the best 200 of each side.',
      Type.Integer({ minimum: 0, maximum: 2 * BOOK_LEVELS.max }),
    ),
    level: optional(
      '1: only the best level. 2 and 3: as many levels as `depth` says.',
      Type.Integer({ minimum: 1, maximum: 3, default: 3 }),
    ),
  }),
  reply: object({
    timestamp: integer('Time of the snapshot, in milliseconds since 1970.'),
    bids: list('Bids, best first.', Level),
    asks: list('Asks, best first.', Level),
  }),
  errors: ['NOT_FOUND'],
});

export const coinMarketCapTrades = endpoint('GET', '/coinmarketcap/trades/:market_pair', {
  ...shared,
  summary: "Returns the trades of the last 24 hours in CoinMarketCap's format, newest first, at most 1,000",
  params: capMarket,
  reply: Type.Array(
    object({
      trade_id: integer('Number of the trade; increases within its market.'),
      price: decimal('Price per coin, in the quote.'),
      base_volume: decimal('Amount, in the coin.'),
      quote_volume: decimal('Value, in the quote.'),
      timestamp: integer('Time of the trade, in milliseconds since 1970.'),
      type: text('Side of the taker: buy or sell.'),
    }),
  ),
  errors: ['NOT_FOUND'],
});

// ── RSS ─────────────────────────────────────────────────────────────────────────────────────────

export const announcementsFeed = endpoint('GET', '/rss/:language', {
  ...shared,
  summary: 'Returns the announcements of the exchange, as RSS 2.0',
  params: object({ language: oneOf('Language of the announcements.', LANGUAGES) }),
  media: ['application/rss+xml'],
  reply: Type.Any(),
});
