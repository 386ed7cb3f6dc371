import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { coalesceCalls } from './gathered.ts';

/** A mark says that its person may be changing something until then: longer than any request runs after it was made. */
const MARK_MS = 60_000;
/** For so long after it was asked for a mark serves the next changes too, so that whoever trades all day makes few. */
const SERVES_MS = 30_000;

export interface UserWriteMarks {
  /** To be waited for before a person's change begins. */
  make(userId: string): Promise<void>;
  /** The end of this person's last mark by the primary's clock, milliseconds; null: there is none, or one long past. */
  endOf(userId: string): Promise<number | null>;
  /** Forgets marks that ended so long ago. */
  forget(endedMs: number): Promise<void>;
}

/**
 * Marks lie in the primary, where every process finds them, and are written before what they announce: whoever is killed
 * in between leaves one too many. They need no flush of their own, since that of the change comes later in the same log.
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
