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
import { FEED_MARKETS, type FeedDeps, type FeedMarket, numberOf, sendText } from './deps.ts';

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
const TEHRAN_AHEAD = 12_600;
const MOST = 1_000;
const UNKNOWN = { s: 'error' as const, errmsg: 'unknown_symbol' };

export const udfTicker = ({ pair }: FeedMarket): string => pair.replace('_', '');
const describe = ({ coin, quote }: FeedMarket): string =>
  `${ASSETS[coin].englishName} / ${ASSETS[quote].englishName}`;

/** Parses a symbol with or without the exchange's prefix, in any letter case. */
function marketOf(symbol: string): FeedMarket | undefined {
  const ticker = symbol.slice(symbol.indexOf(':') + 1).toUpperCase();
  return FEED_MARKETS.find((market) => udfTicker(market) === ticker || market.name === ticker);
}

export function addUdf(http: Http, deps: FeedDeps): void {
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
  http.route(udfSymbols, ({ query }) => symbolInfo(deps, query.symbol) ?? UNKNOWN);
  http.route(udfSearch, ({ query }) => search(deps.exchangeName(), query));
  http.route(udfHistory, ({ query }) => history(deps, query));
}

function symbolInfo(deps: FeedDeps, symbol: string): ReplyOf<typeof udfSymbols> | null {
  const market = marketOf(symbol);
  const detail = describeMarkets(deps, deps.clock.now()).find(
    ({ marketType }) => marketType === market?.name,
  );
  if (!market || !detail) return null;
  const name = udfTicker(market);
  const exchange = deps.exchangeName();
  const scale = 10 ** detail.pricePrecision;
  return {
    name,
    ticker: name,
    description: describe(market),
    type: 'crypto',
    session: '24x7',
    timezone: 'Asia/Tehran',
    exchange,
    listed_exchange: exchange,
    format: 'price',
    minmov: Math.max(1, Math.round(numberOf(detail.tick) * scale)),
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

function search(
  exchange: string,
  { query = '', type = '', exchange: asked = '', limit = 30 }: QueryOf<typeof udfSearch>,
): ReplyOf<typeof udfSearch> {
  if ((type !== '' && type !== 'crypto') || (asked !== '' && asked !== exchange)) return [];
  const typed = query.toLowerCase().replace(/[/_\s-]/g, '');
  const found = FEED_MARKETS.filter((market) =>
    [udfTicker(market), describe(market), ASSETS[market.coin].persianName].some((text) =>
      text.toLowerCase().replace(/[/\s]/g, '').includes(typed),
    ),
  );
  return found.slice(0, limit).map((market) => {
    const symbol = udfTicker(market);
    return {
      symbol,
      full_name: `${exchange}:${symbol}`,
      description: describe(market),
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

async function history(
  deps: FeedDeps,
  { symbol, resolution, from, to, countback }: QueryOf<typeof udfHistory>,
): Promise<ReplyOf<typeof udfHistory>> {
  const interval = INTERVALS[resolution];
  const market = marketOf(symbol);
  if (!market) return UNKNOWN;
  if (interval === undefined) return { s: 'error', errmsg: 'unknown_resolution' };
  const view = await deps.open(market.name);
  if (!view) return { s: 'error', errmsg: 'try_again' };
  const shift = DAYS.has(interval) ? TEHRAN_AHEAD : 0;
  const ms = (seconds: number | undefined) =>
    seconds === undefined ? undefined : Math.max(0, seconds - shift) * SECOND_MS;
  const limit = Math.min(countback ?? MOST, MOST);
  const range = { interval, from: countback === undefined ? ms(from) : undefined, to: ms(to), limit };
  const bars: Bar[] = JSON.parse((await deps.candles.read(view, range)).toString()).content;
  if (bars.length === 0) return noData(deps, view, interval, ms(from), shift);
  return {
    s: 'ok',
    t: bars.map(({ time }) => time + shift),
    o: bars.map(({ open }) => numberOf(open)),
    h: bars.map(({ high }) => numberOf(high)),
    l: bars.map(({ low }) => numberOf(low)),
    c: bars.map(({ close }) => numberOf(close)),
    v: bars.map(({ volume }) => numberOf(volume)),
  };
}

/** Whether there is earlier data, so that the chart doesn't request empty page after page. */
async function noData(
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
