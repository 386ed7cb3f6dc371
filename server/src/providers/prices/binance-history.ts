/**
 * History of coin/USDT from Binance: GET /api/v3/klines (github.com/binance/binance-spot-api-docs, rest-api.md,
 * "Kline/Candlestick data"): at most 1,000 candles, weight 2 of 6,000 a minute, 429 and 418 with `Retry-After`.
 * `timeZone` makes hours and days start like ours: in Tehran's time.
 */
import { type Coin, isCoin } from '@sarraf/domain';
import {
  type Interval,
  NotListed,
  type PastCandle,
  type PriceHistory,
  parsePrice,
  VendorFailure,
} from '../../market/ports.ts';
import { SYMBOLS } from './binance.ts';
import { getField, getJson, type PriceHost } from './price-http.ts';

const MAX_CANDLES = 1_000;
const INTERVAL_MS: Record<Interval, number> = { '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 };
/** Symbols before coins were renamed. */
const OLD_SYMBOLS: Partial<Record<Coin, string>> = { MATIC: 'MATICUSDT', EOS: 'EOSUSDT' };
const BAD_REQUEST = 400;

/** Parses rows of [open time in ms, open, high, low, close, volume, …]. @throws VendorFailure if it is no such list. */
export function transformKlines(reply: unknown): PastCandle[] {
  if (!Array.isArray(reply)) throw new VendorFailure('binance', 0, 'no list of klines');
  return reply.map((row: unknown) => {
    if (!Array.isArray(row) || !Number.isSafeInteger(row[0]))
      throw new VendorFailure('binance', 0, 'a kline has no open time');
    const [open, high, low, close] = row.slice(1, 5).map((value) => parsePrice(value) ?? 0n);
    return { time: row[0], open: open ?? 0n, high: high ?? 0n, low: low ?? 0n, close: close ?? 0n };
  });
}

export function createBinanceHistory({ url, fetch }: PriceHost): PriceHistory {
  return {
    name: 'binance-history',
    covers: Object.keys(SYMBOLS).filter(isCoin),
    pauseMs: 100,
    pageMs: {
      '1m': MAX_CANDLES * INTERVAL_MS['1m'],
      '1h': MAX_CANDLES * INTERVAL_MS['1h'],
      '1d': MAX_CANDLES * INTERVAL_MS['1d'],
    },
    async candles(coin, interval, { from, to }, signal) {
      const lengthMs = INTERVAL_MS[interval];
      let candles: PastCandle[] | null = null;
      for (const symbol of [(SYMBOLS as Partial<Record<Coin, string>>)[coin], OLD_SYMBOLS[coin]]) {
        if (symbol === undefined || (candles && candles.length > 0)) continue;
        const query = `symbol=${symbol}&interval=${interval}&startTime=${from}&endTime=${to - 1}`;
        const address = `${url}/api/v3/klines?${query}&limit=${MAX_CANDLES}&timeZone=3:30`;
        candles = (await fetchKlines({ fetch, url: address }, signal)) ?? candles;
      }
      if (candles === null) throw new NotListed('binance', BAD_REQUEST, `no ${coin}`);
      return { lengthMs, candles };
    },
  };
}

/** Null: "Invalid symbol." (code -1121). */
async function fetchKlines(host: PriceHost, signal: AbortSignal): Promise<PastCandle[] | null> {
  try {
    const reply = await getJson('binance', host, signal);
    if (getField(reply, 'code') === -1121) return null;
    return transformKlines(reply);
  } catch (error) {
    if (error instanceof VendorFailure && error.status === BAD_REQUEST) return null;
    throw error;
  }
}
