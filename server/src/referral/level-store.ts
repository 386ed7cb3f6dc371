import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../platform/database/database.ts';

/** Has a person judged anew, once the transaction has committed. */
export const requestJudgement = (tx: Tx, userId: string): Promise<void> => requestJudgements(tx, [userId]);

/** Has people judged anew, once the transaction has committed. */
export async function requestJudgements(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`insert into level_checks (user_id) select unnest(${[...userIds].sort()}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** In the order of their ids, so that whoever else asks or crosses off is waited for and no more. */
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

/** The last day that the three months no longer count. */
const goneBy = (at: Date) =>
  sql`((${at}::timestamptz at time zone 'Asia/Tehran')::date - interval '3 months')::date`;

/**
 * Has everybody judged whose volume shrinks because a day of it has left the three months since this was last done, however
 * long ago that was. A first time looks at all that is there.
 */
export async function enqueueAgedLevelChecks(db: Db, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ from: string | null; to: string; due: boolean }>`
      select aged_until::text as "from", ${goneBy(at)}::text as "to",
        coalesce(aged_until < ${goneBy(at)}, true) as due
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

/** Has everybody judged whose level may be another one, if the tiers are no longer those that people were judged by. */
export async function askRetiered(db: Db, tiers: string, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ tiers: string | null }>`select tiers from level_head for update`.execute(tx);
    if (rows[0]?.tiers === tiers) return;
    await sql`insert into level_checks (user_id)
      select id from (
        select distinct user_id as id from user_volumes where day > ${goneBy(at)}
        union select id from users where level not in ('BRONZE', 'SUPERVISOR')
      ) concerned order by id
      on conflict do nothing`.execute(tx);
    await sql`update level_head set tiers = ${tiers}`.execute(tx);
  });
}

/** What people's volumes of the last three months were when they were judged. */
export async function keepVolumes(tx: Tx, volumes: ReadonlyMap<string, bigint>): Promise<void> {
  const ids = [...volumes.keys()].sort();
  await sql`insert into level_volumes (user_id, toman_value)
    select * from unnest(${ids}::uuid[], ${ids.map((id) => volumes.get(id) ?? 0n)}::numeric[])
    on conflict (user_id) do update set toman_value = excluded.toman_value`.execute(tx);
}

/** How many people's volume reaches each of the bounds, without those whose level staff gave. */
export async function countFrom(db: Queryable, bounds: readonly bigint[]): Promise<number[]> {
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

/** Before the first fold the row of the totals has the first day of 2000, by the clock of whoever made it. */
const NEVER_FOLDED = '2000-01-03';

/**
 * Since when people wait to be judged, at the earliest: until then trades had asked for nobody; null: nobody waits, or no trade
 * was ever folded, which the follower of trades is late with.
 */
export async function levelsWaitingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`select folded_until as since from trade_totals
    where folded_until > ${NEVER_FOLDED}::timestamptz and exists (select from level_checks)`.execute(db);
  return rows[0]?.since ?? null;
}
