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
const resolutions = described('Lengths of bars: minutes, days, weeks.', list(Type.Enum(UDF_RESOLUTIONS)));

export const udfConfig = endpoint({
  ...shared,
  path: '/udf/config',
  summary: 'UDF of TradingView: what this feed can do',
  reply: Type.Object(
    {
      supported_resolutions: resolutions,
      supports_search: described('Symbols are searched one by one.', Type.Boolean()),
      supports_group_request: described('Lists of all symbols are not served.', Type.Boolean()),
      supports_marks: described('There are no marks on bars.', Type.Boolean()),
      supports_timescale_marks: described('There are no marks on the axis of time.', Type.Boolean()),
      supports_time: described('The clock is served.', Type.Boolean()),
      exchanges: described(
        'Choices of the search.',
        list(
          Type.Object(
            {
              value: described('What the search is asked with.', Type.String()),
              name: described('What people read.', Type.String()),
              desc: described('The same in more words.', Type.String()),
            },
            open,
          ),
        ),
      ),
      symbols_types: described(
        'Kinds of symbols.',
        list(
          Type.Object(
            {
              name: described('What people read.', Type.String()),
              value: described('What the search is asked with.', Type.String()),
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
    s: described('Nothing of it could be found.', Type.Literal('error')),
    errmsg: described('Why.', Type.String()),
  },
  open,
);

export const UdfSymbol = Type.Object(
  {
    name: described('What people read: BTCTMN.', Type.String()),
    ticker: described('What history is asked with.', Type.String()),
    description: described('Names of coin and quote.', Type.String()),
    type: described('Kind of the symbol.', Type.Literal('crypto')),
    session: described('Hours of trade, as the charts write them.', Type.String()),
    timezone: described('By whose clock days begin.', Type.String()),
    exchange: described('Name of the exchange.', Type.String()),
    listed_exchange: described('The same.', Type.String()),
    format: described('How prices are shown.', Type.Literal('price')),
    minmov: described('How many parts of `pricescale` a step is.', Type.Number()),
    pricescale: described('Into how many parts one of the quote is divided.', Type.Number()),
    has_intraday: described('Bars shorter than a day are served.', Type.Boolean()),
    has_daily: described('Bars of a day are served.', Type.Boolean()),
    has_weekly_and_monthly: described('Bars of a week are served.', Type.Boolean()),
    intraday_multipliers: described('Minutes of the bars that are served as such.', list(Type.String())),
    weekly_multipliers: described('The same of weeks.', list(Type.String())),
    supported_resolutions: resolutions,
    volume_precision: described('Decimals of the volume.', Type.Integer()),
    data_status: described('Bars are of now.', Type.Literal('streaming')),
    currency_code: described('Ticker of the quote.', Type.String()),
  },
  open,
);

export const udfSymbols = endpoint({
  ...shared,
  path: '/udf/symbols',
  summary: 'UDF of TradingView: one symbol',
  query: Type.Object(
    {
      symbol: described(
        'Ticker of a market, with or without the exchange before it.',
        Type.String({ maxLength: 80 }),
      ),
      currencyCode: described(
        'Left aside: each market has its own.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      unitId: described('Left aside: coins have one unit.', Type.Optional(Type.String({ maxLength: 20 }))),
    },
    open,
  ),
  reply: Type.Union([UdfSymbol, UdfError]),
});

export const udfSearch = endpoint({
  ...shared,
  path: '/udf/search',
  summary: 'UDF of TradingView: symbols by a part of their name',
  query: Type.Object(
    {
      query: described('What was typed.', Type.Optional(Type.String({ maxLength: 60 }))),
      type: described('Kind of symbols.', Type.Optional(Type.String({ maxLength: 30 }))),
      exchange: described('Exchange that was chosen.', Type.Optional(Type.String({ maxLength: 60 }))),
      limit: described(
        'How many at most.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
      ),
    },
    open,
  ),
  reply: list(
    Type.Object(
      {
        symbol: described('Short name.', Type.String()),
        full_name: described('With the exchange.', Type.String()),
        description: described('Names of coin and quote.', Type.String()),
        exchange: described('Name of the exchange.', Type.String()),
        ticker: described('What the other calls are asked with.', Type.String()),
        type: described('Kind of the symbol.', Type.Literal('crypto')),
      },
      open,
    ),
  ),
});

const numbers = list(Type.Number());
export const UdfBars = Type.Object(
  {
    s: described('There are bars.', Type.Literal('ok')),
    t: described('When each begins, seconds since 1970; days and weeks by their date at 0:00 UTC.', numbers),
    o: described('First prices.', numbers),
    h: described('Highest prices.', numbers),
    l: described('Lowest prices.', numbers),
    c: described('Last prices.', numbers),
    v: described('What was traded, in the coin.', numbers),
  },
  open,
);

export const UdfNoData = Type.Object(
  {
    s: described('There are none in this span.', Type.Literal('no_data')),
    nextTime: described('When the newest bar before it begins.', Type.Optional(Type.Integer())),
  },
  open,
);

export const udfHistory = endpoint({
  ...shared,
  path: '/udf/history',
  summary: 'UDF of TradingView: bars, oldest first, at most 1,000',
  query: Type.Object(
    {
      symbol: described('Ticker of a market.', Type.String({ maxLength: 80 })),
      resolution: described('Length of a bar; D and W stand for 1D and 1W.', Type.String({ maxLength: 10 })),
      from: described('Seconds since 1970, included.', optionalTime),
      to: described('Seconds since 1970, not included.', optionalTime),
      countback: described(
        'So many bars before `to`; goes before `from`.',
        Type.Optional(Type.Integer({ minimum: 1 })),
      ),
      currencyCode: described(
        'Left aside: each market has its own.',
        Type.Optional(Type.String({ maxLength: 20 })),
      ),
      unitId: described('Left aside: coins have one unit.', Type.Optional(Type.String({ maxLength: 20 }))),
    },
    open,
  ),
  reply: Type.Union([UdfBars, UdfNoData, UdfError]),
});

export const udfTime = endpoint({
  ...shared,
  path: '/udf/time',
  summary: 'UDF of TradingView: the clock, seconds since 1970 as text',
  media: ['text/plain'],
  reply: Type.Any(),
});

// ── CoinGecko ───────────────────────────────────────────────────────────────────────────────────

const geckoMarket = { ticker_id: described('The market: coin and quote.', Pair) };

export const coinGeckoTickers = endpoint({
  ...shared,
  path: '/coingecko/tickers',
  summary: 'Markets in the form that CoinGecko reads',
  reply: list(
    Type.Object(
      {
        ticker_id: described('The market: coin and quote.', Type.String()),
        base_currency: described('Ticker of the coin.', Type.String()),
        target_currency: described('Ticker of the quote.', Type.String()),
        last_price: described('Price of the last trade, in the quote.', DecimalText),
        base_volume: described('Traded in 24 hours, in the coin.', DecimalText),
        target_volume: described('Traded in 24 hours, in the quote.', DecimalText),
        bid: described(
          'Best price of those who buy, in the quote; null: nobody does.',
          Type.Union([DecimalText, Type.Null()]),
        ),
        ask: described(
          'Best price of those who sell, in the quote; null: nobody does.',
          Type.Union([DecimalText, Type.Null()]),
        ),
        high: described(
          'Highest price of 24 hours, in the quote; the last where nobody traded.',
          DecimalText,
        ),
        low: described('Lowest price of 24 hours, in the quote; the last where nobody traded.', DecimalText),
      },
      open,
    ),
  ),
});

export const coinGeckoOrderBook = endpoint({
  ...shared,
  path: '/coingecko/orderbook',
  summary: 'A book in the form that CoinGecko reads',
  query: Type.Object(
    {
      ...geckoMarket,
      depth: described(
        'Levels of both sides together; 0 or unset: the best 200 of each side.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: 2 * BOOK_LEVELS.max })),
      ),
    },
    open,
  ),
  reply: Type.Object(
    {
      ticker_id: described('The market: coin and quote.', Type.String()),
      timestamp: described('Milliseconds since 1970.', Type.Integer()),
      bids: described('Who buys, best first.', list(Level)),
      asks: described('Who sells, best first.', list(Level)),
    },
    open,
  ),
  errors: ['NOT_FOUND'],
});

const GeckoTrade = Type.Object(
  {
    trade_id: described('Rises within its market.', Type.Integer()),
    price: described('Price of one coin, in the quote.', DecimalText),
    base_volume: described('Traded, in the coin.', DecimalText),
    target_volume: described('Traded, in the quote.', DecimalText),
    trade_timestamp: described('Milliseconds since 1970.', Type.Integer()),
    type: described('Which side took.', Type.String()),
  },
  open,
);

export const coinGeckoTrades = endpoint({
  ...shared,
  path: '/coingecko/historical_trades',
  summary: 'Trades in the form that CoinGecko reads, newest first',
  query: Type.Object(
    {
      ...geckoMarket,
      type: described(
        'Trades in which this side took.',
        Type.Optional(Type.String({ pattern: '^(buy|sell)$' })),
      ),
      limit: described(
        'How many trades are looked at; 0: 1,000.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 200 })),
      ),
      start_time: described('Seconds since 1970, included.', optionalTime),
      end_time: described('Seconds since 1970, included.', optionalTime),
    },
    open,
  ),
  reply: Type.Object(
    {
      buy: described('Trades in which who buys took.', list(GeckoTrade)),
      sell: described('Trades in which who sells took.', list(GeckoTrade)),
    },
    open,
  ),
  errors: ['NOT_FOUND'],
});

// ── CoinMarketCap ───────────────────────────────────────────────────────────────────────────────

const capMarket = Type.Object({ market_pair: described('The market: coin and quote.', Pair) }, open);

export const coinMarketCapSummary = endpoint({
  ...shared,
  path: '/coinmarketcap/summary',
  summary: 'Markets in the form that CoinMarketCap reads',
  reply: list(
    Type.Object(
      {
        trading_pairs: described('The market: coin and quote.', Type.String()),
        base_currency: described('Ticker of the coin.', Type.String()),
        quote_currency: described('Ticker of the quote.', Type.String()),
        last_price: described('Price of the last trade, in the quote.', Type.Number()),
        lowest_ask: described('Best price of those who sell, in the quote; 0: nobody does.', Type.Number()),
        highest_bid: described('Best price of those who buy, in the quote; 0: nobody does.', Type.Number()),
        base_volume: described('Traded in 24 hours, in the coin.', Type.Number()),
        quote_volume: described('Traded in 24 hours, in the quote.', Type.Number()),
        price_change_percent_24h: described('Change over 24 hours, percent.', Type.Number()),
        highest_price_24h: described('Highest price of 24 hours, in the quote.', Type.Number()),
        lowest_price_24h: described('Lowest price of 24 hours, in the quote.', Type.Number()),
      },
      open,
    ),
  ),
});

export const coinMarketCapAssets = endpoint({
  ...shared,
  path: '/coinmarketcap/assets',
  summary: 'Coins in the form that CoinMarketCap reads',
  reply: Type.Record(
    Type.String(),
    Type.Object(
      {
        name: described('Name in English.', Type.String()),
        can_withdraw: described('Whether withdrawals are sent on some network.', Type.Boolean()),
        can_deposit: described('Whether deposits are taken on some network.', Type.Boolean()),
        min_withdraw: described('Minimum of one withdrawal, in the coin.', DecimalText),
        max_withdraw: described('Maximum of one withdrawal, in the coin.', DecimalText),
        maker_fee: described(
          'Fee of who waited, at the lowest level, in its Toman market; a part of one.',
          DecimalText,
        ),
        taker_fee: described(
          'Fee of who comes, at the lowest level, in its Toman market; a part of one.',
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
  summary: 'Figures of 24 hours in the form that CoinMarketCap reads',
  reply: Type.Record(
    Type.String(),
    Type.Object(
      {
        last_price: described('Price of the last trade, in the quote.', DecimalText),
        base_volume: described('Traded in 24 hours, in the coin.', DecimalText),
        quote_volume: described('Traded in 24 hours, in the quote.', DecimalText),
        isFrozen: described('1 while orders are not taken.', Type.String()),
      },
      open,
    ),
  ),
});

export const coinMarketCapOrderBook = endpoint({
  ...shared,
  path: '/coinmarketcap/orderbook/:market_pair',
  summary: 'A book in the form that CoinMarketCap reads',
  params: capMarket,
  query: Type.Object(
    {
      depth: described(
        'Levels of both sides together; 0 or unset: the best 200 of each side.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: 2 * BOOK_LEVELS.max })),
      ),
      level: described(
        '1: the best alone. 2 and 3: as `depth` says.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 3, default: 3 })),
      ),
    },
    open,
  ),
  reply: Type.Object(
    {
      timestamp: described('Milliseconds since 1970.', Type.Integer()),
      bids: described('Who buys, best first.', list(Level)),
      asks: described('Who sells, best first.', list(Level)),
    },
    open,
  ),
  errors: ['NOT_FOUND'],
});

export const coinMarketCapTrades = endpoint({
  ...shared,
  path: '/coinmarketcap/trades/:market_pair',
  summary: 'The last 24 hours’ trades in the form that CoinMarketCap reads, newest first, at most 1,000',
  params: capMarket,
  reply: list(
    Type.Object(
      {
        trade_id: described('Rises within its market.', Type.Integer()),
        price: described('Price of one coin, in the quote.', DecimalText),
        base_volume: described('Traded, in the coin.', DecimalText),
        quote_volume: described('Traded, in the quote.', DecimalText),
        timestamp: described('Milliseconds since 1970.', Type.Integer()),
        type: described('Which side took.', Type.String()),
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
  summary: 'What the exchange announces, as RSS 2.0',
  params: Type.Object({ language: described('Whose texts are shown.', Type.Enum(LANGUAGES)) }, open),
  media: ['application/rss+xml'],
  reply: Type.Any(),
});
