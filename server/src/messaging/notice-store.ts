import { MAX_UNREAD, type NoticeGroup, type NoticeWay } from '@sarraf/domain/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import { type ChosenChannels, settingKeyOf, WARNING_KINDS } from './notice-groups.ts';

export interface NoticeRow {
  id: string;
  userId: string;
  kind: string;
  about: Buffer;
  createdAt: Date;
}

export async function insertNotices(tx: Tx, rows: readonly NoticeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into notices (id, user_id, kind, about_encrypted, created_at)
    select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ about }) => about)}::bytea[],
      ${rows.map(({ createdAt }) => createdAt)}::timestamptz[])`.execute(tx);
}

export async function listNotices(
  db: Queryable,
  userId: string,
  page: Page,
): Promise<(Omit<NoticeRow, 'userId'> & { read: boolean })[]> {
  const { rows } = await sql<Omit<NoticeRow, 'userId'> & { read: boolean }>`
    select id, kind, about_encrypted as about, read, created_at as "createdAt" from notices
    where user_id = ${userId} and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countUnreadNotices(db: Queryable, userId: string): Promise<number> {
  return (await countAllUnread(db, [userId])).get(userId) ?? 0;
}

/** Counts by user. */
export async function countAllUnread(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; n: number }>`select person as "userId", unread.n
    from unnest(${[...userIds]}::uuid[]) people (person) cross join lateral (
      select count(*)::int as n from (
        select from notices where user_id = person and not read limit ${MAX_UNREAD}) counted) unread`.execute(
    db,
  );
  return new Map(rows.map(({ userId, n }) => [userId, n]));
}

/** Marks a notice of this user and all older ones as read; whether it exists. */
export async function markRead(db: Queryable, userId: string, until: string): Promise<boolean> {
  const { rows } =
    await sql`with mine as (select id from notices where user_id = ${userId} and id = ${until}),
      done as (update notices set read = true
        where user_id = ${userId} and id <= (select id from mine) and not read)
    select from mine`.execute(db);
  return rows.length > 0;
}

/**
 * Deletes those beyond the newest `kept` of each user, separately for warnings and others: an attacker who gets
 * many small orders filled can't displace warnings.
 */
export async function trimNotices(db: Queryable, userIds: readonly string[], maxKept: number): Promise<void> {
  const newestBeyond = (
    these: RawBuilder<unknown>,
  ) => sql`(select id from notices where user_id = person and ${these}
    order by id desc offset ${maxKept} limit 1)`;
  await sql`delete from notices where id = any(array(
    select n.id from (
      select person, ${newestBeyond(sql`kind = any(${WARNING_KINDS})`)} as warning, ${newestBeyond(sql`kind <> all(${WARNING_KINDS})`)} as other
      from unnest(${[...userIds]}::uuid[]) people (person) offset 0
    ) p cross join lateral (
      select id from notices where user_id = p.person and id <= greatest(p.warning, p.other)
        and id <= case when kind = any(${WARNING_KINDS}) then p.warning else p.other end offset 0
    ) n))`.execute(db);
}

/** Deletes notices older than `before` among the oldest `limit` of all users; returns their number. */
export async function deleteOldNotices(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from notices where id in (
    select id from (select id, created_at from notices order by id limit ${limit}) oldest
    where created_at < ${before})`.execute(db);
  return Number.parseInt((numAffectedRows ?? 0n).toString(), 10);
}

/** Returns changed settings by user; users with the defaults are absent. */
export async function readChosenChannels(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, ChosenChannels>> {
  const { rows } = await sql<{ userId: string; group: NoticeGroup; way: NoticeWay; on: boolean }>`
    select user_id as "userId", notice_group as "group", way, enabled as "on" from notice_settings
    where user_id = any(${[...userIds]}::uuid[])`.execute(db);
  const chosenByUser = new Map<string, Map<string, boolean>>();
  for (const { userId, group, way, on } of rows)
    chosenByUser.set(userId, (chosenByUser.get(userId) ?? new Map()).set(settingKeyOf(group, way), on));
  return chosenByUser;
}

export async function saveChosenChannel(
  db: Queryable,
  userId: string,
  { group, way, on }: { group: NoticeGroup; way: NoticeWay; on: boolean },
): Promise<void> {
  await sql`insert into notice_settings (user_id, notice_group, way, enabled)
    values (${userId}, ${group}, ${way}, ${on})
    on conflict (user_id, notice_group, way) do update set enabled = excluded.enabled`.execute(db);
}
