import { HOUR_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type CandleAggregator, candleStart, HALF_HOUR, WEEK_MS } from './candles.ts';
import { pruneCandles, rollUpCandles, saveCandles } from './store.ts';

/** Writes the minutes that have ended, in one insert; when that fails they are retried the next time. */
export async function writeMinutes(db: Db, maker: CandleAggregator, log: Log, now: number): Promise<void> {
  const candles = maker.takeEnded(now);
  if (candles.length === 0) return;
  try {
    await saveCandles(db, '1m', candles);
  } catch (error) {
    maker.requeue(candles);
    log.warn({ err: error }, 'reference candles not written');
  }
}

/** Runs hourly: rolls minutes up to hours and half hours; minutes are kept for a week, hours for good. */
export function createRollUpJob(db: Db, clock: Clock): Job {
  return {
    name: 'market-roll-up',
    cron: '2 * * * *',
    async run() {
      const now = clock.now();
      await rollUpCandles(db, new Date(candleStart(now, HOUR_MS)));
      await rollUpCandles(db, new Date(candleStart(now, HALF_HOUR.ms)), HALF_HOUR.interval);
      await pruneCandles(db, new Date(now - WEEK_MS));
    },
  };
}
