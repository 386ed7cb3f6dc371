import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { coalesceCalls } from './gathered.ts';

/** A mark means that its user may be writing until then: longer than any request runs after setting it. */
const MARK_MS = 60_000;
/** A mark also covers further writes for this time after it was requested, so that an active user needs few. */
const SERVES_MS = 30_000;

export interface UserWriteMarks {
  /** To be awaited before a user's write starts. */
  make(userId: string): Promise<void>;
  /** Returns the end of this user's last mark by the primary's clock, in milliseconds; null: none, or long past. */
  endOf(userId: string): Promise<number | null>;
  /** Deletes marks that ended this long ago. */
  forget(endedMs: number): Promise<void>;
}

/**
 * Marks are stored in the primary, where every process finds them, and are written before the change they announce:
 * a process killed in between leaves a superfluous one. They need no flush of their own, since the change's comes
 * later in the same WAL.
 */
export function createMarks(db: Db): UserWriteMarks {
  const serving = new Map<string, number>();
  const write = coalesceCalls(async (ids) => {
    const asked = performance.now();
    await sql`with unflushed as (select set_config('synchronous_commit', 'off', true))
      insert into recent_changes (user_id, until)
      select id, clock_timestamp() + ${MARK_MS} * interval '1 ms' from unnest(${ids}::uuid[]) id, unflushed order by id
      on conflict (user_id) do update set until = greatest(recent_changes.until, excluded.until)`.execute(db);
    for (const id of ids) serving.set(id, asked + SERVES_MS);
  });
  const read = coalesceCalls(async (ids) => {
    const { rows } = await sql<{ userId: string; until: number }>`select user_id as "userId",
      (extract(epoch from until) * 1000)::float8 as until from recent_changes where user_id = any(${ids}::uuid[])`.execute(
      db,
    );
    return new Map(rows.map(({ userId, until }) => [userId, until]));
  });
  return {
    async make(userId) {
      if ((serving.get(userId) ?? Number.NEGATIVE_INFINITY) < performance.now()) await write(userId);
    },
    endOf: async (userId) => (await read(userId)).get(userId) ?? null,
    async forget(endedMs) {
      for (const [userId, until] of serving) if (until < performance.now()) serving.delete(userId);
      await sql`delete from recent_changes
        where until < clock_timestamp() - ${endedMs} * interval '1 ms'`.execute(db);
    },
  };
}
