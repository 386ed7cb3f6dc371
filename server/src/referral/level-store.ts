import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../platform/database/database.ts';

/** Enqueues a level check of a user, once the transaction has committed. */
export const enqueueLevelCheck = (tx: Tx, userId: string): Promise<void> => enqueueLevelChecks(tx, [userId]);

/** Enqueues level checks of users, once the transaction has committed. */
export async function enqueueLevelChecks(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`insert into level_checks (user_id) select unnest(${[...userIds].sort()}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** Ordered by id, so that concurrent inserts and deletes wait for each other and never deadlock. */
export async function deleteLevelChecks(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`delete from level_checks where user_id in (
    select user_id from level_checks where user_id = any(${[...userIds]}::uuid[]) order by user_id for update)`.execute(
    tx,
  );
}

export async function listPendingLevelChecks(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from level_checks order by user_id limit ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** The last day that is outside of the three months. */
const lastExpiredDay = (at: Date) =>
  sql`((${at}::timestamptz at time zone 'Asia/Tehran')::date - interval '3 months')::date`;

/**
 * Enqueues checks of all users whose volume shrinks because a day has left the three months since the last run,
 * however long ago that was. The first run covers all existing days.
 */
export async function enqueueAgedLevelChecks(db: Db, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ from: string | null; to: string; due: boolean }>`
      select aged_until::text as "from", ${lastExpiredDay(at)}::text as "to",
        coalesce(aged_until < ${lastExpiredDay(at)}, true) as due
      from level_head for update`.execute(tx);
    const [span] = rows;
    if (!span?.due) return;
    await sql`insert into level_checks (user_id)
      select distinct user_id from user_volumes
      where day > coalesce(${span.from}::date, '-infinity') and day <= ${span.to}::date order by user_id
      on conflict do nothing`.execute(tx);
    await sql`update level_head set aged_until = ${span.to}::date`.execute(tx);
  });
}

/** Enqueues checks of all users whose level may change, if the tiers differ from those of the last run. */
export async function enqueueRetieredLevelChecks(db: Db, tiers: string, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ tiers: string | null }>`select tiers from level_head for update`.execute(tx);
    if (rows[0]?.tiers === tiers) return;
    await sql`insert into level_checks (user_id)
      select id from (
        select distinct user_id as id from user_volumes where day > ${lastExpiredDay(at)}
        union select id from users where level not in ('BRONZE', 'SUPERVISOR')
      ) concerned order by id
      on conflict do nothing`.execute(tx);
    await sql`update level_head set tiers = ${tiers}`.execute(tx);
  });
}

/** Stores users' volumes of the last three months as of their check. */
export async function saveVolumes(tx: Tx, volumes: ReadonlyMap<string, bigint>): Promise<void> {
  const ids = [...volumes.keys()].sort();
  await sql`insert into level_volumes (user_id, toman_value)
    select * from unnest(${ids}::uuid[], ${ids.map((id) => volumes.get(id) ?? 0n)}::numeric[])
    on conflict (user_id) do update set toman_value = excluded.toman_value`.execute(tx);
}

/** Counts the users whose volume reaches each of the bounds, without those whose level staff set. */
export async function countUsersFromBounds(db: Queryable, bounds: readonly bigint[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from level_volumes where toman_value >= bound)
      - (select count(*)::int from users u join level_volumes v on v.user_id = u.id
        where u.level = 'SUPERVISOR' and v.toman_value >= bound) as count
    from unnest(${`{${bounds.join(',')}}`}::numeric[]) with ordinality as b (bound, place) order by place`.execute(
    db,
  );
  return rows.map(({ count }) => count);
}

export async function countSupervisors(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where level = 'SUPERVISOR'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Before the first run the row of the totals has the first day of 2000, in the time zone of its creator. */
const NEVER_FOLDED = '2000-01-03';

/**
 * Returns the earliest time since which users may wait for a level check: until then all trades had been processed;
 * null: no user waits, or no trade was ever processed, which is a delay of the follower of trades.
 */
export async function findLevelChecksSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`select folded_until as since from trade_totals
    where folded_until > ${NEVER_FOLDED}::timestamptz and exists (select from level_checks)`.execute(db);
  return rows[0]?.since ?? null;
}
