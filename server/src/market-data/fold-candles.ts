import { DAY_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { foldFills, foldHalfHours, marketsToFold, pruneMinutes } from './store.ts';

/** Maximum number of fills per transaction. */
const MOST = 20_000n;
const KEPT_DAYS = 90;

/** Counts every fill once into its minute and its hour, continuing where it stopped the last time. */
export async function foldCandles(db: Db): Promise<void> {
  for (const { coin, quote } of await marketsToFold(db))
    for (const fold of [foldFills, foldHalfHours]) while ((await fold(db, coin, quote, MOST)) === MOST);
}

export const candleJobs = (db: Db, clock: Clock): Job[] => [
  { name: 'fold-candles', cron: '* * * * *', run: () => foldCandles(db) },
  {
    name: 'prune-candles',
    cron: '17 1 * * *',
    run: () => pruneMinutes(db, new Date(clock.now() - KEPT_DAYS * DAY_MS)),
  },
];
