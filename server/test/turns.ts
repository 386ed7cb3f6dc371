/** Yields to concurrent work by counted turns and round trips, since a pause would be a guess. */
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../src/platform/database/database.ts';

/** Lets everything in this process that is ready continue. */
export async function letEventLoopRun(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Lets earlier requests reach the database too: makes this many round trips. */
export async function waitForRoundTrips(db: Db, times = 50): Promise<void> {
  for (let trip = 0; trip < times; trip += 1) await sql`select 1`.execute(db);
}

/** Observes the statements of connections opened from now on: `waitFor` resolves when the next one that matches is sent. */
export function watchStatements(): { waitFor(pattern: RegExp): Promise<void> } {
  const waiting = new Map<RegExp, () => void>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    for (const [pattern, resolve] of waiting) if (pattern.test(text) && waiting.delete(pattern)) resolve();
    return query.apply(this, args);
  } as never;
  return { waitFor: (pattern) => new Promise((resolve) => waiting.set(pattern, resolve)) };
}
