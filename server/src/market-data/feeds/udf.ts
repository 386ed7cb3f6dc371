/** TradingView's charts, by "UDF: Connecting via UDF protocol" of its Charting Library documentation. */
import { ASSETS, SECOND_MS } from '@sarraf/domain';
import {
  type CandleInterval,
  type QueryOf,
  type ReplyOf,
  UDF_RESOLUTIONS,
  udfConfig,
  udfHistory,
  udfSearch,
  udfSymbols,
  udfTime,
} from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import { describeMarkets } from '../describe-markets.ts';
import { FEED_MARKETS, type FeedDeps, type FeedMarket, sendText, toJsonNumber } from './deps.ts';

const INTERVALS: Readonly<Record<string, CandleInterval>> = {
  1: '1m',
  5: '5m',
  15: '15m',
  30: '30m',
  60: '1h',
  240: '4h',
  D: '1d',
  '1D': '1d',
  W: '1w',
  '1W': '1w',
};
const DAYS: ReadonlySet<CandleInterval> = new Set(['1d', '1w']);
/** Offset of Tehran from UTC in seconds; charts identify a day by its date, at 0:00 UTC. */
const TEHRAN_OFFSET_SECONDS = 12_600;
const MAX_BARS = 1_000;
const UNKNOWN_SYMBOL = { s: 'error' as const, errmsg: 'unknown_symbol' };

export const toUdfTicker = ({ pair }: FeedMarket): string => pair.replace('_', '');
const describeMarketName = ({ coin, quote }: FeedMarket): string =>
  `${ASSETS[coin].englishName} / ${ASSETS[quote].englishName}`;

/** Parses a symbol with or without the exchange's prefix, in any letter case. */
function parseSymbol(symbol: string): FeedMarket | undefined {
  const ticker = symbol.slice(symbol.indexOf(':') + 1).toUpperCase();
  return FEED_MARKETS.find((market) => toUdfTicker(market) === ticker || market.name === ticker);
}

export function addUdfRoutes(http: Http, deps: FeedDeps): void {
  http.route(udfConfig, () => {
    const name = deps.exchangeName();
    return {
      supported_resolutions: [...UDF_RESOLUTIONS],
      supports_search: true,
      supports_group_request: false,
      supports_marks: false,
      supports_timescale_marks: false,
      supports_time: true,
      exchanges: [{ value: name, name, desc: name }],
      symbols_types: [{ name: 'crypto', value: 'crypto' }],
    };
  });
  http.route(udfTime, ({ reply }) =>
    sendText(reply, 'text/plain; charset=utf-8', String(Math.floor(deps.clock.now() / SECOND_MS))),
  );
  http.route(udfSymbols, ({ query }) => describeSymbol(deps, query.symbol) ?? UNKNOWN_SYMBOL);
  http.route(udfSearch, ({ query }) => searchSymbols(deps.exchangeName(), query));
  http.route(udfHistory, ({ query }) => readHistory(deps, query));
}

function describeSymbol(deps: FeedDeps, symbol: string): ReplyOf<typeof udfSymbols> | null {
  const market = parseSymbol(symbol);
  const detail = describeMarkets(deps, deps.clock.now()).find(
    ({ marketType }) => marketType === market?.name,
  );
  if (!market || !detail) return null;
  const name = toUdfTicker(market);
  const exchange = deps.exchangeName();
  const scale = 10 ** detail.pricePrecision;
  return {
    name,
    ticker: name,
    description: describeMarketName(market),
    type: 'crypto',
    session: '24x7',
    timezone: 'Asia/Tehran',
    exchange,
    listed_exchange: exchange,
    format: 'price',
    minmov: Math.max(1, Math.round(toJsonNumber(detail.tick) * scale)),
    pricescale: scale,
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    intraday_multipliers: UDF_RESOLUTIONS.filter((one) => /^\d+$/.test(one)),
    weekly_multipliers: ['1'],
    supported_resolutions: [...UDF_RESOLUTIONS],
    volume_precision: detail.amountPrecision,
    data_status: 'streaming',
    currency_code: detail.quoteCode,
  };
}

function searchSymbols(
  exchange: string,
  { query = '', type = '', exchange: requestedExchange = '', limit = 30 }: QueryOf<typeof udfSearch>,
): ReplyOf<typeof udfSearch> {
  if ((type !== '' && type !== 'crypto') || (requestedExchange !== '' && requestedExchange !== exchange))
    return [];
  const searchText = query.toLowerCase().replace(/[/_\s-]/g, '');
  const found = FEED_MARKETS.filter((market) =>
    [toUdfTicker(market), describeMarketName(market), ASSETS[market.coin].persianName].some((text) =>
      text.toLowerCase().replace(/[/\s]/g, '').includes(searchText),
    ),
  );
  return found.slice(0, limit).map((market) => {
    const symbol = toUdfTicker(market);
    return {
      symbol,
      full_name: `${exchange}:${symbol}`,
      description: describeMarketName(market),
      exchange,
      ticker: symbol,
      type: 'crypto',
    };
  });
}

interface Bar {
  time: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
}

async function readHistory(
  deps: FeedDeps,
  { symbol, resolution, from, to, countback }: QueryOf<typeof udfHistory>,
): Promise<ReplyOf<typeof udfHistory>> {
  const interval = INTERVALS[resolution];
  const market = parseSymbol(symbol);
  if (!market) return UNKNOWN_SYMBOL;
  if (interval === undefined) return { s: 'error', errmsg: 'unknown_resolution' };
  const view = await deps.open(market.name);
  if (!view) return { s: 'error', errmsg: 'try_again' };
  const shift = DAYS.has(interval) ? TEHRAN_OFFSET_SECONDS : 0;
  const toMs = (seconds: number | undefined) =>
    seconds === undefined ? undefined : Math.max(0, seconds - shift) * SECOND_MS;
  const limit = Math.min(countback ?? MAX_BARS, MAX_BARS);
  const range = { interval, from: countback === undefined ? toMs(from) : undefined, to: toMs(to), limit };
  const bars: Bar[] = JSON.parse((await deps.candles.read(view, range)).toString()).content;
  if (bars.length === 0) return toNoDataReply(deps, view, interval, toMs(from), shift);
  return {
    s: 'ok',
    t: bars.map(({ time }) => time + shift),
    o: bars.map(({ open }) => toJsonNumber(open)),
    h: bars.map(({ high }) => toJsonNumber(high)),
    l: bars.map(({ low }) => toJsonNumber(low)),
    c: bars.map(({ close }) => toJsonNumber(close)),
    v: bars.map(({ volume }) => toJsonNumber(volume)),
  };
}

/** Whether there is earlier data, so that the chart doesn't request empty page after page. */
async function toNoDataReply(
  deps: FeedDeps,
  view: NonNullable<Awaited<ReturnType<FeedDeps['open']>>>,
  interval: CandleInterval,
  from: number | undefined,
  shift: number,
): Promise<ReplyOf<typeof udfHistory>> {
  if (from === undefined) return { s: 'no_data' };
  const range = { interval, from: undefined, to: from, limit: 1 };
  const [last]: Bar[] = JSON.parse((await deps.candles.read(view, range)).toString()).content.slice(-1);
  return { s: 'no_data', ...(last && { nextTime: last.time + shift }) };
}
