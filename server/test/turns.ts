/** Yields to concurrent work by counted turns and round trips, since a pause would be a guess. */
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

/** Lets everything in this process that is ready continue. */
export async function letEventLoopRun(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Lets earlier requests reach the database too: makes this many round trips. */
export async function waitForRoundTrips(db: Db, times = 50): Promise<void> {
  for (let trip = 0; trip < times; trip += 1) await sql`select 1`.execute(db);
}
