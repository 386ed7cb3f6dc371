/** Backfills the price history of Bitcoin and Tether from simulated vendors, like a server does. */
import { type Coin, pow10 } from '@sarraf/domain';
import { CandleBackfiller } from '../src/market/fill-candles.ts';
import type { PriceHistory } from '../src/market/ports.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { Db } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { createBinanceHistory } from '../src/providers/prices/binance-history.ts';
import { createNobitexHistory } from '../src/providers/prices/nobitex-history.ts';
import { createWallexHistory } from '../src/providers/prices/wallex-history.ts';
import { priceAt } from './price-vendors.ts';

const COINS: readonly Coin[] = ['TETHER', 'BITCOIN'];

/** Price in the simulated market, in the quote's smallest unit, rounded down. */
export const priceUnitsAt = (coin: Coin, ms: number): bigint =>
  (BigInt(Math.round(priceAt(coin === 'TETHER' ? 'USDT' : 'BTCUSDT', ms / 1000) * 1000)) * pow10(6)) / 1000n;

/** Binance, Nobitex and Wallex at this URL, without pauses between pages. */
export const createHistories = (url: string): PriceHistory[] =>
  [
    createBinanceHistory({ fetch, url }),
    createNobitexHistory({ fetch, url }),
    createWallexHistory({ fetch, url }),
  ].map((source) => ({
    ...source,
    pauseMs: 0,
    covers: source.covers.filter((coin) => COINS.includes(coin)),
  }));

export const createTestBackfiller = (
  db: Db,
  clock: Clock,
  url: string,
  priceNow = (coin: Coin): bigint | null => priceUnitsAt(coin, clock.now()),
): CandleBackfiller =>
  new CandleBackfiller({ db, clock, log: createLog('silent'), sources: createHistories(url), priceNow });
