import type { CandleInterval } from '@sarraf/domain/contracts';
import { isLength } from '../lengths.ts';
import { parseSymbol, type SymbolMarket } from '../symbols.ts';

/** Parsed name of one of Binance's market streams. */
export type MarketStream =
  | { kind: 'trade' | 'aggTrade' | 'bookTicker' | 'ticker' | 'miniTicker'; market: SymbolMarket }
  | { kind: 'kline'; market: SymbolMarket; interval: CandleInterval }
  | { kind: 'depth'; market: SymbolMarket; everyMs: number }
  | { kind: 'partialDepth'; market: SymbolMarket; levels: number; everyMs: number }
  | { kind: 'tickers' | 'miniTickers' };

const ALL_MARKET_STREAMS: Readonly<Record<string, MarketStream>> = {
  '!ticker@arr': { kind: 'tickers' },
  '!miniTicker@arr': { kind: 'miniTickers' },
};
const SIMPLE = new Set(['trade', 'aggTrade', 'bookTicker', 'ticker', 'miniTicker'] as const);
const DEPTH = /^depth(5|10|20)?(@100ms|@1000ms)?$/;
const KLINE = /^kline_(\w+)$/;

/**
 * Parses `btcusdt@depth@100ms` and the like, as named in Binance's `web-socket-streams.md`. Null: there is none of
 * this name.
 */
export function parseStream(name: string): MarketStream | null {
  if (Object.hasOwn(ALL_MARKET_STREAMS, name)) return ALL_MARKET_STREAMS[name] ?? null;
  const separatorIndex = name.indexOf('@');
  const symbol = name.slice(0, Math.max(0, separatorIndex));
  const market = symbol === symbol.toLowerCase() ? parseSymbol(symbol.toUpperCase()) : null;
  return market && parseMarketStream(market, name.slice(separatorIndex + 1));
}

function parseMarketStream(market: SymbolMarket, suffix: string): MarketStream | null {
  for (const kind of SIMPLE) if (kind === suffix) return { kind, market };
  const interval = KLINE.exec(suffix)?.[1];
  if (interval !== undefined) return isLength(interval) ? { kind: 'kline', market, interval } : null;
  const depth = DEPTH.exec(suffix);
  if (!depth) return null;
  const everyMs = depth[2] === '@100ms' ? 100 : 1_000;
  return depth[1] === undefined
    ? { kind: 'depth', market, everyMs }
    : { kind: 'partialDepth', market, levels: Number.parseInt(depth[1], 10), everyMs };
}
