import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../platform/database.ts';

export async function crossOff(tx: Tx, userId: string): Promise<void> {
  await sql`delete from level_checks where user_id = ${userId}`.execute(tx);
}

export async function asked(db: Queryable, limit: number): Promise<string[]> {
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
export async function askAged(db: Db, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ from: string | null; to: string; due: boolean }>`
      select aged_until::text as "from", ${goneBy(at)}::text as "to",
        aged_until is null or aged_until < ${goneBy(at)} as due
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
