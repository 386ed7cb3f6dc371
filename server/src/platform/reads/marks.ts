import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { coalesceCalls } from './gathered.ts';

/** A mark means that its user may be writing until then: longer than any request runs after setting it. */
const MARK_DURATION_MS = 60_000;
/** A mark also covers further writes for this time after it was requested, so that an active user needs few. */
const REUSE_MS = 30_000;

export interface UserWriteMarks {
  /** To be awaited before a user's write starts. */
  markUser(userId: string): Promise<void>;
  /** Returns the end of this user's last mark by the primary's clock, in milliseconds; null: none, or long past. */
  findMarkEnd(userId: string): Promise<number | null>;
  /** Deletes marks that ended this long ago. */
  deleteOldMarks(endedMs: number): Promise<void>;
}

/**
 * Marks are stored in the primary, where every process finds them, and are written before the change they announce:
 * a process killed in between leaves a superfluous one. They need no flush of their own, since the change's comes
 * later in the same WAL.
 */
export function createMarks(db: Db): UserWriteMarks {
  const reusableUntil = new Map<string, number>();
  const writeMarks = coalesceCalls(async (ids) => {
    const requestedAt = performance.now();
    await sql`with unflushed as (select set_config('synchronous_commit', 'off', true))
      insert into recent_changes (user_id, until)
      select id, clock_timestamp() + ${MARK_DURATION_MS} * interval '1 ms' from unnest(${ids}::uuid[]) id, unflushed order by id
      on conflict (user_id) do update set until = greatest(recent_changes.until, excluded.until)`.execute(db);
    for (const id of ids) reusableUntil.set(id, requestedAt + REUSE_MS);
  });
  const readMarks = coalesceCalls(async (ids) => {
    const { rows } = await sql<{ userId: string; until: number }>`select user_id as "userId",
      (extract(epoch from until) * 1000)::float8 as until from recent_changes where user_id = any(${ids}::uuid[])`.execute(
      db,
    );
    return new Map(rows.map(({ userId, until }) => [userId, until]));
  });
  return {
    async markUser(userId) {
      if ((reusableUntil.get(userId) ?? Number.NEGATIVE_INFINITY) < performance.now())
        await writeMarks(userId);
    },
    findMarkEnd: async (userId) => (await readMarks(userId)).get(userId) ?? null,
    async deleteOldMarks(endedMs) {
      for (const [userId, until] of reusableUntil)
        if (until < performance.now()) reusableUntil.delete(userId);
      await sql`delete from recent_changes
        where until < clock_timestamp() - ${endedMs} * interval '1 ms'`.execute(db);
    },
  };
}
