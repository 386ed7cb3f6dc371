import { COINS, type Coin } from '@sarraf/domain';
import type { Db } from '../platform/database.ts';
import { CandleMaker, DAY_MS, HOUR_MS, MINUTE_MS, startOf, WEEK_MS } from './candles.ts';
import type { PriceSource } from './ports.ts';
import { inToman, quoteUnits } from './prices.ts';
import { newestCandle, saveCandles } from './store.ts';

/** How often the simulation is asked: every minute of an hour, four times a minute. */
const HOUR_STEP_MS = MINUTE_MS;
const MINUTE_STEP_MS = 15_000;

/**
 * Candles for the time this server was not running, up to a week: hours, and the minutes of the last day.
 * Only where a source knows its past, that is, in the sandbox.
 */
export async function backfillCandles(db: Db, sources: readonly PriceSource[], now: number): Promise<void> {
  const priceAt = pastOf(sources);
  if (!priceAt) return;
  const [lastHour, lastMinute] = await Promise.all([newestCandle(db, '1h'), newestCandle(db, '1m')]);
  const hours = {
    from: Math.max(after(lastHour, HOUR_MS), startOf(now - WEEK_MS, HOUR_MS)),
    to: startOf(now, HOUR_MS),
  };
  const minutes = {
    from: Math.max(after(lastMinute, MINUTE_MS), startOf(now - DAY_MS, MINUTE_MS)),
    to: startOf(now, MINUTE_MS),
  };
  const hourly = imagine(priceAt, hours, new CandleMaker(HOUR_MS), HOUR_STEP_MS);
  await saveCandles(db, '1h', hourly.takeAll());
  const minutely = imagine(priceAt, minutes, new CandleMaker(MINUTE_MS), MINUTE_STEP_MS);
  await saveCandles(db, '1m', minutely.takeAll());
}

const after = (newest: number | null, lengthMs: number): number => (newest === null ? 0 : newest + lengthMs);

type PriceAt = (coin: Coin, at: number) => bigint;

function pastOf(sources: readonly PriceSource[]): PriceAt | null {
  const knowing = COINS.map((coin) => sources.find((s) => s.priceAt && s.covers.includes(coin)));
  if (knowing.some((source) => !source)) return null;
  const byCoin = new Map(COINS.map((coin, i) => [coin, knowing[i]]));
  return (coin, at) => byCoin.get(coin)?.priceAt?.(coin, at) ?? 0n;
}

function imagine(
  priceAt: PriceAt,
  { from, to }: { from: number; to: number },
  maker: CandleMaker,
  stepMs: number,
): CandleMaker {
  for (let at = from; at < to; at += stepMs) {
    const tether = priceAt('TETHER', at);
    maker.add({ coin: 'TETHER', quote: 'TOMAN' }, quoteUnits(tether, 'TOMAN'), at);
    for (const coin of COINS) {
      if (coin === 'TETHER') continue;
      const price = priceAt(coin, at);
      maker.add({ coin, quote: 'TETHER' }, quoteUnits(price, 'TETHER'), at);
      maker.add({ coin, quote: 'TOMAN' }, quoteUnits(inToman(price, tether), 'TOMAN'), at);
    }
  }
  return maker;
}
