import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';

/** Subject of a limit: an address, with or without an account, or a user. */
export interface Counter {
  key: Buffer;
  kind: string;
}

/**
 * Counts one use in one statement, so that concurrent calls can't exceed the limit. Null: counted. Otherwise it
 * wasn't, and returns when the window started.
 */
export async function tryCountUse(
  tx: Queryable,
  { key, kind }: Counter,
  limit: { max: number; windowMs: number },
  now: Date,
): Promise<Date | null> {
  const cutoff = new Date(now.getTime() - limit.windowMs);
  const { rows } = await sql`insert into limit_counters as c (address_key, kind, window_began_at, used)
    values (${key}, ${kind}, ${now}, 1)
    on conflict (address_key, kind) do update set
      used = case when c.window_began_at <= ${cutoff} then 1 else c.used + 1 end,
      window_began_at = case when c.window_began_at <= ${cutoff} then ${now} else c.window_began_at end
    where c.window_began_at <= ${cutoff} or c.used < ${limit.max}
    returning 1`.execute(tx);
  if (rows.length > 0) return null;
  const { rows: exhausted } = await sql<{
    beganAt: Date;
  }>`select window_began_at as "beganAt" from limit_counters
    where address_key = ${key} and kind = ${kind}`.execute(tx);
  return exhausted[0]?.beganAt ?? now;
}

/** Increments a counter without a window; returns its value since it was cleared. */
export async function incrementCounter(tx: Queryable, { key, kind }: Counter, now: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`insert into limit_counters as c
      (address_key, kind, window_began_at, used)
    values (${key}, ${kind}, ${now}, 1)
    on conflict (address_key, kind) do update set used = c.used + 1 returning used`.execute(tx);
  return rows[0]?.used ?? 0;
}

export async function readUses(db: Queryable, { key, kind }: Counter): Promise<number> {
  const { rows } = await sql<{ used: number }>`select used from limit_counters
    where address_key = ${key} and kind = ${kind}`.execute(db);
  return rows[0]?.used ?? 0;
}

/** Uncounts one use. */
export async function releaseUse(tx: Queryable, { key, kind }: Counter): Promise<void> {
  await sql`update limit_counters set used = greatest(used - 1, 0)
    where address_key = ${key} and kind = ${kind}`.execute(tx);
}

export async function clearUses(tx: Queryable, { key, kind }: Counter): Promise<void> {
  await sql`delete from limit_counters where address_key = ${key} and kind = ${kind}`.execute(tx);
}
