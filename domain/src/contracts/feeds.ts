/** Data in the formats of third parties: TradingView's charts, CoinGecko, CoinMarketCap, RSS readers. */
import { type TSchema, Type } from 'typebox';
import { DecimalText, described, endpoint, LANGUAGES, open } from './endpoint.ts';
import { BOOK_LEVELS } from './market-data.ts';

const list = <S extends TSchema>(item: S) => Type.Array(item);
const Pair = Type.String({ maxLength: 60, examples: ['BTC_USDT'] });
const optionalTime = Type.Optional(Type.Integer({ minimum: 0 }));
const Level = described('Price and amount.', Type.Tuple([DecimalText, DecimalText]));
const shared = { method: 'GET', access: 'public', shared: true, rate: 'read' } as const;

// ── TradingView: Universal Data Feed ────────────────────────────────────────────────────────────

export const UDF_RESOLUTIONS = ['1', '5', '15', '30', '60', '240', '1D', '1W'] as const;
const resolutions = described(
  'Bar length: minutes (number), days (D) or weeks (W).',
  list(Type.Enum(UDF_RESOLUTIONS)),
);

export const udfConfig = endpoint({
  ...shared,
  path: '/udf/config',
  summary: 'TradingView UDF: returns the configuration of the data feed',
  reply: Type.Object(
    {
      supported_resolutions: resolutions,
      supports_search: described('True: symbol search is supported.', Type.Boolean()),
      supports_group_request: described('False: symbol groups are not supported.', Type.Boolean()),
      supports_marks: described('False: marks on bars are not supported.', Type.Boolean()),
      supports_timescale_marks: described(
        'False: marks on the time scale are not supported.',
        Type.Boolean(),
      ),
      supports_time: described('True: the server time is available.', Type.Boolean()),
      exchanges: described(
        'Exchanges offered as search filters.',
        list(
          Type.Object(
            {
              value: described('Value to send as the search filter.', Type.String()),
              name: described('Display name.', Type.String()),
              desc: described('Description.', Type.String()),
            },
            open,
          ),
        ),
      ),
      symbols_types: described(
        'Symbol types offered as search filters.',
        list(
          Type.Object(
            {
              name: described('Display name.', Type.String()),
              value: described('Value to send as the search filter.', Type.String()),
            },
            open,
          ),
        ),
      ),
    },
    open,
  ),
});

export const UdfError = Type.Object(
  {
    s: described('Status: the request failed.', Type.Literal('error')),
    errmsg: described('Error message.', Type.String()),
  },
  open,
);

export const UdfSymbol = Type.Object(
  {
    name: described('Symbol name for display, e.g. BTCTMN.', Type.String()),
    ticker: described('Symbol to use in history requests.', Type.String()),
    description: described('Names of the coin and the quote.', Type.String()),
    type: described('Type of the symbol.', Type.Literal('crypto')),
    session: described("Trading session, in TradingView's format.", Type.String()),
    timezone: described('Time zone in which days start.', Type.String()),
    exchange: described('Name of the exchange.', Type.String()),
    listed_exchange: described('Name of the listing exchange; same as `exchange`.', Type.String()),
    format: described('Format of displayed prices.', Type.Literal('price')),
    minmov: described('Size of a price step, in units of 1/`pricescale`.', Type.Number()),
    pricescale: described('Number of parts into which one unit of the quote is divided.', Type.Number()),
    has_intraday: described('Whether intraday bars are available.', Type.Boolean()),
    has_daily: described('Whether daily bars are available.', Type.Boolean()),
    has_weekly_and_monthly: described('Whether weekly bars are available.', Type.Boolean()),
    intraday_multipliers: described('Available intraday resolutions, in minutes.', list(Type.String())),
    weekly_multipliers: described('Available weekly resolutions, in weeks.', list(Type.String())),
    supported_resolutions: resolutions,
    volume_precision: described('Number of decimal places of the volume.', Type.Integer()),
    data_status: described('Status of the data: real-time.', Type.Literal('streaming')),
    currency_code: described('Ticker of the quote.', Type.String()),
  },
  open,
);

export const udfSymbols = endpoint({
  ...shared,
  path: '/udf/symbols',
  summary: 'TradingView UDF: returns one symbol',
  query: Type.Object(
    {
      symbol: described(
        'Ticker of a market, with or without the exchange prefix.',
        Type.String({ maxLength: 80 }),
      ),
      currencyCode: described(
        'Ignored: each market has a fixed quote.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      unitId: described('Ignored: coins have one unit.', Type.Optional(Type.String({ maxLength: 20 }))),
    },
    open,
  ),
  reply: Type.Union([UdfSymbol, UdfError]),
});

export const udfSearch = endpoint({
  ...shared,
  path: '/udf/search',
  summary: 'TradingView UDF: searches symbols by part of their name',
  query: Type.Object(
    {
      query: described('Search text.', Type.Optional(Type.String({ maxLength: 60 }))),
      type: described('Type of symbols to return.', Type.Optional(Type.String({ maxLength: 30 }))),
      exchange: described(
        'Exchange selected in the search filter.',
        Type.Optional(Type.String({ maxLength: 60 })),
      ),
      limit: described(
        'Maximum number of symbols to return.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
      ),
    },
    open,
  ),
  reply: list(
    Type.Object(
      {
        symbol: described('Short name.', Type.String()),
        full_name: described('Name with the exchange prefix.', Type.String()),
        description: described('Names of the coin and the quote.', Type.String()),
        exchange: described('Name of the exchange.', Type.String()),
        ticker: described('Symbol to use in other requests.', Type.String()),
        type: described('Type of the symbol.', Type.Literal('crypto')),
      },
      open,
    ),
  ),
});

const numbers = list(Type.Number());
export const UdfBars = Type.Object(
  {
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
  },
  open,
);

export const UdfNoData = Type.Object(
  {
    s: described('Status: there are no bars in this range.', Type.Literal('no_data')),
    nextTime: described('Start time of the newest bar before the range.', Type.Optional(Type.Integer())),
  },
  open,
);

export const udfHistory = endpoint({
  ...shared,
  path: '/udf/history',
  summary: 'TradingView UDF: returns bars, oldest first, at most 1,000',
  query: Type.Object(
    {
      symbol: described('Ticker of a market.', Type.String({ maxLength: 80 })),
      resolution: described(
        'Bar length; D and W are accepted for 1D and 1W.',
        Type.String({ maxLength: 10 }),
      ),
      from: described('Start of the range, inclusive, in seconds since 1970.', optionalTime),
      to: described('End of the range, exclusive, in seconds since 1970.', optionalTime),
      countback: described(
        'Number of bars before `to`; takes precedence over `from`.',
        Type.Optional(Type.Integer({ minimum: 1 })),
      ),
      currencyCode: described(
        'Ignored: each market has a fixed quote.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      unitId: described('Ignored: coins have one unit.', Type.Optional(Type.String({ maxLength: 20 }))),
    },
    open,
  ),
  reply: Type.Union([UdfBars, UdfNoData, UdfError]),
});

export const udfTime = endpoint({
  ...shared,
  path: '/udf/time',
  summary: 'TradingView UDF: returns the server time, in seconds since 1970, as text',
  media: ['text/plain'],
  reply: Type.Any(),
});

// ── CoinGecko ───────────────────────────────────────────────────────────────────────────────────

const geckoMarket = { ticker_id: described('Market: coin and quote.', Pair) };

export const coinGeckoTickers = endpoint({
  ...shared,
  path: '/coingecko/tickers',
  summary: "Returns all markets in CoinGecko's format",
  reply: list(
    Type.Object(
      {
        ticker_id: described('Market: coin and quote.', Type.String()),
        base_currency: described('Ticker of the coin.', Type.String()),
        target_currency: described('Ticker of the quote.', Type.String()),
        last_price: described('Price of the last trade, in the quote.', DecimalText),
        base_volume: described('Volume of the last 24 hours, in the coin.', DecimalText),
        target_volume: described('Volume of the last 24 hours, in the quote.', DecimalText),
        bid: described(
          'Best bid price, in the quote; null: there are no bids.',
          Type.Union([DecimalText, Type.Null()]),
        ),
        ask: described(
          'Best ask price, in the quote; null: there are no asks.',
          Type.Union([DecimalText, Type.Null()]),
        ),
        high: described(
          'Highest price of the last 24 hours, in the quote; the last price if there were no trades.',
          DecimalText,
        ),
        low: described(
          'Lowest price of the last 24 hours, in the quote; the last price if there were no trades.',
          DecimalText,
        ),
      },
      open,
    ),
  ),
});

export const coinGeckoOrderBook = endpoint({
  ...shared,
  path: '/coingecko/orderbook',
  summary: "Returns an order book in CoinGecko's format",
  query: Type.Object(
    {
      ...geckoMarket,
      depth: described(
        'Maximum number of levels, both sides together; 0 or unset: the best 200 of each side.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: 2 * BOOK_LEVELS.max })),
      ),
    },
    open,
  ),
  reply: Type.Object(
    {
      ticker_id: described('Market: coin and quote.', Type.String()),
      timestamp: described('Time of the snapshot, in milliseconds since 1970.', Type.Integer()),
      bids: described('Bids, best first.', list(Level)),
      asks: described('Asks, best first.', list(Level)),
    },
    open,
  ),
  errors: ['NOT_FOUND'],
});

const GeckoTrade = Type.Object(
  {
    trade_id: described('Number of the trade; increases within its market.', Type.Integer()),
    price: described('Price per coin, in the quote.', DecimalText),
    base_volume: described('Amount, in the coin.', DecimalText),
    target_volume: described('Value, in the quote.', DecimalText),
    trade_timestamp: described('Time of the trade, in milliseconds since 1970.', Type.Integer()),
    type: described('Side of the taker: buy or sell.', Type.String()),
  },
  open,
);

export const coinGeckoTrades = endpoint({
  ...shared,
  path: '/coingecko/historical_trades',
  summary: "Returns trades in CoinGecko's format, newest first",
  query: Type.Object(
    {
      ...geckoMarket,
      type: described(
        'Returns only trades in which the taker was on this side.',
        Type.Optional(Type.String({ pattern: '^(buy|sell)$' })),
      ),
      limit: described(
        'Maximum number of trades to search; 0: 1,000.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 200 })),
      ),
      start_time: described('Start of the range, inclusive, in seconds since 1970.', optionalTime),
      end_time: described('End of the range, inclusive, in seconds since 1970.', optionalTime),
    },
    open,
  ),
  reply: Type.Object(
    {
      buy: described('Trades in which the buyer was the taker.', list(GeckoTrade)),
      sell: described('Trades in which the seller was the taker.', list(GeckoTrade)),
    },
    open,
  ),
  errors: ['NOT_FOUND'],
});

// ── CoinMarketCap ───────────────────────────────────────────────────────────────────────────────

const capMarket = Type.Object({ market_pair: described('Market: coin and quote.', Pair) }, open);

export const coinMarketCapSummary = endpoint({
  ...shared,
  path: '/coinmarketcap/summary',
  summary: "Returns all markets in CoinMarketCap's format",
  reply: list(
    Type.Object(
      {
        trading_pairs: described('Market: coin and quote.', Type.String()),
        base_currency: described('Ticker of the coin.', Type.String()),
        quote_currency: described('Ticker of the quote.', Type.String()),
        last_price: described('Price of the last trade, in the quote.', Type.Number()),
        lowest_ask: described('Best ask price, in the quote; 0: there are no asks.', Type.Number()),
        highest_bid: described('Best bid price, in the quote; 0: there are no bids.', Type.Number()),
        base_volume: described('Volume of the last 24 hours, in the coin.', Type.Number()),
        quote_volume: described('Volume of the last 24 hours, in the quote.', Type.Number()),
        price_change_percent_24h: described(
          'Price change over the last 24 hours, in percent.',
          Type.Number(),
        ),
        highest_price_24h: described('Highest price of the last 24 hours, in the quote.', Type.Number()),
        lowest_price_24h: described('Lowest price of the last 24 hours, in the quote.', Type.Number()),
      },
      open,
    ),
  ),
});

export const coinMarketCapAssets = endpoint({
  ...shared,
  path: '/coinmarketcap/assets',
  summary: "Returns all coins in CoinMarketCap's format",
  reply: Type.Record(
    Type.String(),
    Type.Object(
      {
        name: described('English name of the coin.', Type.String()),
        can_withdraw: described('Whether withdrawals are available on at least one network.', Type.Boolean()),
        can_deposit: described('Whether deposits are available on at least one network.', Type.Boolean()),
        min_withdraw: described('Minimum amount of a withdrawal, in the coin.', DecimalText),
        max_withdraw: described('Maximum amount of a withdrawal, in the coin.', DecimalText),
        maker_fee: described(
          "Maker fee rate at the lowest level in the coin's Toman market, as a fraction of 1.",
          DecimalText,
        ),
        taker_fee: described(
          "Taker fee rate at the lowest level in the coin's Toman market, as a fraction of 1.",
          DecimalText,
        ),
      },
      open,
    ),
  ),
});

export const coinMarketCapTicker = endpoint({
  ...shared,
  path: '/coinmarketcap/ticker',
  summary: "Returns 24-hour statistics in CoinMarketCap's format",
  reply: Type.Record(
    Type.String(),
    Type.Object(
      {
        last_price: described('Price of the last trade, in the quote.', DecimalText),
        base_volume: described('Volume of the last 24 hours, in the coin.', DecimalText),
        quote_volume: described('Volume of the last 24 hours, in the quote.', DecimalText),
        isFrozen: described('1 if the market does not accept orders at present.', Type.String()),
      },
      open,
    ),
  ),
});

export const coinMarketCapOrderBook = endpoint({
  ...shared,
  path: '/coinmarketcap/orderbook/:market_pair',
  summary: "Returns an order book in CoinMarketCap's format",
  params: capMarket,
  query: Type.Object(
    {
      depth: described(
        'Maximum number of levels, both sides together; 0 or unset: the best 200 of each side.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: 2 * BOOK_LEVELS.max })),
      ),
      level: described(
        '1: only the best level. 2 and 3: as many levels as `depth` says.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 3, default: 3 })),
      ),
    },
    open,
  ),
  reply: Type.Object(
    {
      timestamp: described('Time of the snapshot, in milliseconds since 1970.', Type.Integer()),
      bids: described('Bids, best first.', list(Level)),
      asks: described('Asks, best first.', list(Level)),
    },
    open,
  ),
  errors: ['NOT_FOUND'],
});

export const coinMarketCapTrades = endpoint({
  ...shared,
  path: '/coinmarketcap/trades/:market_pair',
  summary: "Returns the trades of the last 24 hours in CoinMarketCap's format, newest first, at most 1,000",
  params: capMarket,
  reply: list(
    Type.Object(
      {
        trade_id: described('Number of the trade; increases within its market.', Type.Integer()),
        price: described('Price per coin, in the quote.', DecimalText),
        base_volume: described('Amount, in the coin.', DecimalText),
        quote_volume: described('Value, in the quote.', DecimalText),
        timestamp: described('Time of the trade, in milliseconds since 1970.', Type.Integer()),
        type: described('Side of the taker: buy or sell.', Type.String()),
      },
      open,
    ),
  ),
  errors: ['NOT_FOUND'],
});

// ── RSS ─────────────────────────────────────────────────────────────────────────────────────────

export const announcementsFeed = endpoint({
  ...shared,
  path: '/rss/:language',
  summary: 'Returns the announcements of the exchange, as RSS 2.0',
  params: Type.Object({ language: described('Language of the announcements.', Type.Enum(LANGUAGES)) }, open),
  media: ['application/rss+xml'],
  reply: Type.Any(),
});
