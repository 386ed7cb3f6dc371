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
import { buildQuery, type OwnApiCall, requestOwnApi } from './own-api.ts';
import type { Parameters } from './parameters.ts';
import { findMarketByName, type SymbolMarket } from './symbols.ts';

/** Dependencies of a public call. */
export interface PublicContext {
  ask: OwnApiCall;
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
    parameters.assertAllRead();
    return {};
  },
  time: ({ parameters, clock }) => {
    parameters.assertAllRead();
    return { serverTime: clock.now() };
  },
  exchangeInfo: readExchangeInfo,
  depth: readDepth,
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
  klines: readKlines,
  uiKlines: readKlines,
  // Over zero minutes, as in the filters: the last price. Sums of a few minutes are not stored.
  avgPrice: async (context) => {
    const { parameters } = context;
    const market = parameters.symbol();
    parameters.assertAllRead();
    const { content } = await readPath<{ content: PublicTrade[] }>(
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
    const isMini = context.parameters.enumValue('type', ['FULL', 'MINI']) === 'MINI';
    const shape = isMini ? miniDayShape : dayShape;
    return shapeChosen(context, await readTickers(context), (ticker) => shape(ticker, now));
  },
  'ticker/price': async (context) => shapeChosen(context, await readTickers(context), priceShape),
  'ticker/bookTicker': async (context) => {
    const { content } = await readPath<{ content: BookTop[] }>(context, '/orderbook');
    return shapeChosen(context, content, topShape);
  },
};

const readPath = <T>({ ask, ip }: PublicContext, path: string): Promise<T> =>
  requestOwnApi<T>(ask, { method: 'GET', path, caller: null, ip });

const marketPath = ({ coin, quote }: SymbolMarket): string => `${coin}_${quote}`;

async function readExchangeInfo(context: PublicContext) {
  const { parameters, clock, limits } = context;
  const chosen = parameters.symbols();
  const kinds = parameters.text('permissions');
  const status = parameters.enumValue('symbolStatus', ['TRADING', 'HALT', 'BREAK']);
  // There are only spot markets, which is stated in any case.
  parameters.flag('showPermissionSets');
  parameters.assertAllRead();
  if (chosen && (kinds !== null || status !== null))
    throw new BinanceFailure(-1128, 'Combination of optional parameters invalid.');
  const { content } = await readPath<{ content: MarketDetail[] }>(context, '/markets');
  const wantedSymbols = chosen && new Set(chosen.markets.map(({ symbol }) => symbol));
  const symbols = content
    .map(symbolShape)
    .filter((shape) =>
      wantedSymbols ? wantedSymbols.has(shape.symbol) : status === null || shape.status === status,
    );
  return {
    timezone: 'UTC',
    serverTime: clock.now(),
    rateLimits: limits,
    exchangeFilters: [],
    symbols: kinds === null || kinds.includes('SPOT') ? symbols : [],
  };
}

async function readDepth(context: PublicContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  const limit = parameters.integer('limit', { least: 1, most: BOOK_LEVELS.max }) ?? 100;
  parameters.assertAllRead();
  return depthShape(
    await readPath<OrderBook>(context, `/orderbook/${marketPath(market)}${buildQuery({ limit })}`),
  );
}

/** Returns trades, oldest first like Binance's: the newest ones, or from a number on. */
async function readTrades(context: PublicContext, fromParameter?: 'fromId') {
  const { parameters } = context;
  const market = parameters.symbol();
  const size = parameters.integer('limit', { least: 1, most: MAX_TRADES }) ?? MAX_TRADES;
  const firstNumber = fromParameter ? parameters.integer(fromParameter) : null;
  parameters.assertAllRead();
  const after = firstNumber === null ? null : Math.max(0, firstNumber - 1);
  const { content } = await readPath<{ content: PublicTrade[] }>(
    context,
    `/trades/public/${marketPath(market)}${buildQuery({ size, after })}`,
  );
  return { market, trades: after === null ? content.reverse() : content };
}

async function readKlines(context: PublicContext) {
  const { parameters } = context;
  const market = parameters.symbol();
  const interval = parameters.requiredText('interval');
  const [startMs, endMs] = [parameters.integer('startTime'), parameters.integer('endTime')];
  const limit = parameters.integer('limit', { least: 1, most: MAX_CANDLES }) ?? 500;
  const zone = parameters.text('timeZone');
  parameters.assertAllRead();
  if (!isLength(interval)) throw new BinanceFailure(-1120, 'Invalid interval.');
  const lengthMs = LENGTHS[interval];
  // With a start Binance returns the first ones, ours are the newest before an end.
  const untilMs =
    startMs === null ? endMs : Math.min(endMs ?? Number.MAX_SAFE_INTEGER, startMs + limit * lengthMs - 1);
  const { content } = await readPath<{ content: Candle[] }>(
    context,
    `/candles/${marketPath(market)}${buildQuery({
      interval: interval satisfies CandleInterval,
      from: startMs === null ? null : Math.ceil(startMs / 1000),
      to: untilMs === null ? null : Math.floor(untilMs / 1000),
      limit,
      bounds: candleBoundsOf(zone),
    })}`,
  );
  return content.map((candle) => klineShape(candle, lengthMs));
}

function candleBoundsOf(zone: string | null): 'UTC' | 'TEHRAN' {
  if (zone === null || /^[+-]?0?0(:00)?$/.test(zone)) return 'UTC';
  if (/^\+?0?3:30$/.test(zone)) return 'TEHRAN';
  throw new BinanceFailure(
    -1100,
    "Illegal characters found in parameter 'timeZone'; legal are '0' and '3:30'.",
  );
}

const readTickers = async (context: PublicContext): Promise<Ticker[]> =>
  (await readPath<{ content: Ticker[] }>(context, '/tickers')).content;

/** For one market, some, or all: one is returned as an object, several as a list. */
function shapeChosen<T extends { marketType: string }, S>(
  { parameters }: PublicContext,
  entries: readonly T[],
  shape: (one: T) => S,
): S | S[] {
  const chosen = parameters.symbols();
  parameters.assertAllRead();
  const shapes = new Map(entries.map((entry) => [findMarketByName(entry.marketType).symbol, entry]));
  if (chosen === null) return [...shapes.values()].map(shape);
  const shaped = chosen.markets.map(({ symbol }) => {
    const chosenEntry = shapes.get(symbol);
    if (!chosenEntry) throw new BinanceFailure(-1121, 'Invalid symbol.');
    return shape(chosenEntry);
  });
  return chosen.one ? (shaped[0] as S) : shaped;
}
