/** How a test gives way to what runs beside it: by turns and round trips that are counted, since a pause would be a guess. */
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/database.ts';

/** Everything in this process that is ready to run goes on. */
export async function passTurns(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Requests that were sent before reach the database too: as many questions go there and back. */
export async function passRoundTrips(db: Db, times = 50): Promise<void> {
  for (let trip = 0; trip < times; trip += 1) await sql`select 1`.execute(db);
}
