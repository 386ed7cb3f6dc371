import {
  BOOK_LEVELS,
  type BookTop,
  type Candle,
  type CandleInterval,
  type MarketDetail,
  type OrderBook,
  type PublicTrade,
  type Ticker,
} from '@sarraf/domain/contracts';
import type { Clock } from '../platform/clock.ts';
import { BinanceFailure } from './failures.ts';
import { isLength, LENGTHS } from './lengths.ts';
import {
  aggregateShape,
  dayShape,
  depthShape,
  klineShape,
  miniDayShape,
  priceShape,
  symbolShape,
  topShape,
  tradeShape,
} from './market-shape.ts';
import { type Ask, answerOf, query } from './own-api.ts';
import type { Parameters } from './parameters.ts';
import { marketOfName, type SymbolMarket } from './symbols.ts';

/** Dependencies of a public call. */
export interface PublicContext {
  ask: Ask;
  clock: Clock;
  parameters: Parameters;
  limits: readonly object[];
  ip: string;
}

export type PublicCall = (context: PublicContext) => Promise<unknown> | unknown;

/** Maximum of our reply; Binance's is 1,000. */
const MAX_TRADES = 100;
const MAX_CANDLES = 1_000;
/** The calls below `/api/v3` that need no key, by their paths. */
export const PUBLIC_CALLS: Readonly<Record<string, PublicCall>> = {
  ping: ({ parameters }) => {
    parameters.end();
    return {};
  },
  time: ({ parameters, clock }) => {
    parameters.end();
    return { serverTime: clock.now() };
  },
  exchangeInfo,
  depth,
  trades: async (context) => {
    const { market, trades } = await readTrades(context);
    return trades.map((trade) => tradeShape(market, trade));
  },
  historicalTrades: async (context) => {
    const { market, trades } = await readTrades(context, 'fromId');
    return trades.map((trade) => tradeShape(market, trade));
  },
  aggTrades: async (context) => {
    const { market, trades } = await readTrades(context, 'fromId');
    return trades.map((trade) => aggregateShape(market, trade));
  },
  klines,
  uiKlines: klines,
  // Over zero minutes, as in the filters: the last price. Sums of a few minutes are not stored.
  avgPrice: async (context) => {
    const { parameters } = context;
    const market = parameters.symbol();
    parameters.end();
    const { content } = await read<{ content: PublicTrade[] }>(
      context,
      `/trades/public/${marketPath(market)}?size=1`,
    );
    const [last] = content;
    return {
      mins: 0,
      price: last?.unitPrice ?? '0',
      closeTime: last ? Date.parse(last.createdAtDateTime) : 0,
    };
  },
  'ticker/24hr': async (context) => {
    const now = context.clock.now();
    const isMini = context.parameters.word('type', ['FULL', 'MINI']) === 'MINI';
    const shape = isMini ? miniDayShape : dayShape;
    return some(context, await tickersOf(context), (ticker) => shape(ticker, now));
  },
  'ticker/price': async (context) => some(context, await tickersOf(context), priceShape),
  'ticker/bookTicker': async (context) => {
    const { content } = await read<{ content: BookTop[] }>(context, '/orderbook');
    return some(context, content, topShape);
  },
};

const read = <T>({ ask, ip }: PublicContext, path: string): Promise<T> =>
  answerOf<T>(ask, { method: 'GET', path, caller: null, ip });

const marketPath = ({ coin, quote }: SymbolMarket): string => `${coin}_${quote}`;

async function exchangeInfo(context: PublicContext) {
  const { parameters, clock, limits } = context;
  const chosen = parameters.symbols();
  const kinds = parameters.text('permissions');
  const status = parameters.word('symbolStatus', ['TRADING', 'HALT', 'BREAK']);
  // There are only spot markets, which is stated in any case.
  parameters.flag('showPermissionSets');
  parameters.end();
  if (chosen && (kinds !== null || status !== null))
    throw new BinanceFailure(-1128, 'Combination of optional parameters invalid.');
  const { content } = await read<{ content: MarketDetail[] }>(context, '/markets');
  const wanted = chosen && new Set(chosen.markets.map(({ symbol }) => symbol));
  const symbols = content
    .map(symbolShape)
    .filter((shape) => (wanted ? wanted.has(shape.symbol) : status === null || shape.status === status));
  return {
    timezone: 'UTC',
    serverTime: clock.now(),
    rateLimits: limits,
    exchangeFilters: [],
    symbols: kinds === null || kinds.includes('SPOT') ? symbols : [],
  };
}

async function depth(context: PublicContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  const limit = parameters.whole('limit', { least: 1, most: BOOK_LEVELS.max }) ?? 100;
  parameters.end();
  return depthShape(await read<OrderBook>(context, `/orderbook/${marketPath(market)}${query({ limit })}`));
}

/** Returns trades, oldest first like Binance's: the newest ones, or from a number on. */
async function readTrades(context: PublicContext, from?: 'fromId') {
  const { parameters } = context;
  const market = parameters.symbol();
  const size = parameters.whole('limit', { least: 1, most: MAX_TRADES }) ?? MAX_TRADES;
  const first = from ? parameters.whole(from) : null;
  parameters.end();
  const after = first === null ? null : Math.max(0, first - 1);
  const { content } = await read<{ content: PublicTrade[] }>(
    context,
    `/trades/public/${marketPath(market)}${query({ size, after })}`,
  );
  return { market, trades: after === null ? content.reverse() : content };
}

async function klines(context: PublicContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  const interval = parameters.needed('interval');
  const [start, end] = [parameters.whole('startTime'), parameters.whole('endTime')];
  const limit = parameters.whole('limit', { least: 1, most: MAX_CANDLES }) ?? 500;
  const zone = parameters.text('timeZone');
  parameters.end();
  if (!isLength(interval)) throw new BinanceFailure(-1120, 'Invalid interval.');
  const lengthMs = LENGTHS[interval];
  // With a start Binance returns the first ones, ours are the newest before an end.
  const until = start === null ? end : Math.min(end ?? Number.MAX_SAFE_INTEGER, start + limit * lengthMs - 1);
  const { content } = await read<{ content: Candle[] }>(
    context,
    `/candles/${marketPath(market)}${query({
      interval: interval satisfies CandleInterval,
      from: start === null ? null : Math.ceil(start / 1000),
      to: until === null ? null : Math.floor(until / 1000),
      limit,
      bounds: boundsOf(zone),
    })}`,
  );
  return content.map((candle) => klineShape(candle, lengthMs));
}

function boundsOf(zone: string | null): 'UTC' | 'TEHRAN' {
  if (zone === null || /^[+-]?0?0(:00)?$/.test(zone)) return 'UTC';
  if (/^\+?0?3:30$/.test(zone)) return 'TEHRAN';
  throw new BinanceFailure(
    -1100,
    "Illegal characters found in parameter 'timeZone'; legal are '0' and '3:30'.",
  );
}

const tickersOf = async (context: PublicContext): Promise<Ticker[]> =>
  (await read<{ content: Ticker[] }>(context, '/tickers')).content;

/** For one market, some, or all: one is returned as an object, several as a list. */
function some<T extends { marketType: string }, S>(
  { parameters }: PublicContext,
  all: readonly T[],
  shape: (one: T) => S,
): S | S[] {
  const chosen = parameters.symbols();
  parameters.end();
  const shapes = new Map(all.map((one) => [marketOfName(one.marketType).symbol, one]));
  if (chosen === null) return [...shapes.values()].map(shape);
  const found = chosen.markets.map(({ symbol }) => {
    const one = shapes.get(symbol);
    if (!one) throw new BinanceFailure(-1121, 'Invalid symbol.');
    return shape(one);
  });
  return chosen.one ? (found[0] as S) : found;
}
