import { DAY_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { foldFills, foldHalfHours, listMarketsToFold, pruneMinutes } from './store.ts';

/** Maximum number of fills per transaction. */
const MAX_FILLS = 20_000n;
const RETENTION_DAYS = 90;

/** Counts every fill once into its minute and its hour, continuing where it stopped the last time. */
export async function foldCandles(db: Db): Promise<void> {
  for (const { coin, quote } of await listMarketsToFold(db))
    for (const fold of [foldFills, foldHalfHours])
      while ((await fold(db, coin, quote, MAX_FILLS)) === MAX_FILLS);
}

export const createCandleJobs = (db: Db, clock: Clock): Job[] => [
  { name: 'fold-candles', cron: '* * * * *', run: () => foldCandles(db) },
  {
    name: 'prune-candles',
    cron: '17 1 * * *',
    run: () => pruneMinutes(db, new Date(clock.now() - RETENTION_DAYS * DAY_MS)),
  },
];
