import type { WebError } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';

export interface WebErrorRow {
  id: string;
  fingerprint: Buffer;
  name: string;
  message: string;
  route: string;
  version: string;
  frames: readonly string[];
  browser: string;
  language: 'fa' | 'en';
}

/**
 * Counts a report of a kind; a new kind is stored unless `maxNew` were since `since`. Returns whether it is new, or
 * null if it was dropped.
 */
export async function countWebError(
  db: Queryable,
  row: WebErrorRow,
  { now, since, maxNew }: { now: Date; since: Date; maxNew: number },
): Promise<{ isNew: boolean } | null> {
  const { version, frames, browser, language, fingerprint } = row;
  const updated = await sql`update web_errors set times = times + 1, last_seen = ${now}, version = ${version},
      frames = ${frames}, browser = ${browser}, language = ${language}
    where fingerprint = ${fingerprint} returning 1`.execute(db);
  if (updated.rows.length > 0) return { isNew: false };
  const { rows } = await sql`insert into web_errors
      (id, fingerprint, name, message, route, times, first_seen, last_seen, version, frames, browser, language)
    select ${row.id}::uuid, ${fingerprint}::bytea, ${row.name}, ${row.message}, ${row.route}, 1, ${now}::timestamptz,
      ${now}::timestamptz, ${version}, ${frames}::text[], ${browser}, ${language}
    where (select count(*) from web_errors where first_seen > ${since}) < ${maxNew}
    on conflict (fingerprint) do update set times = web_errors.times + 1, last_seen = excluded.last_seen
    returning 1`.execute(db);
  return rows.length > 0 ? { isNew: true } : null;
}

/** Returns those reported last, newest first. */
export async function listWebErrors(db: Queryable, limit: number): Promise<WebError[]> {
  const { rows } = await sql<
    Omit<WebError, 'firstSeenDateTime' | 'lastSeenDateTime'> & { firstSeen: Date; lastSeen: Date }
  >`select id, name, message, route, times::int, version, frames, browser, language,
      first_seen as "firstSeen", last_seen as "lastSeen"
    from web_errors order by last_seen desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ firstSeen, lastSeen, ...row }) => ({
    ...row,
    firstSeenDateTime: firstSeen.toISOString(),
    lastSeenDateTime: lastSeen.toISOString(),
  }));
}

/** Deletes kinds last reported before `before`, and of the others all but the newest `max`. */
export async function pruneWebErrors(db: Queryable, before: Date, max: number): Promise<void> {
  await sql`delete from web_errors where last_seen < ${before} or id in
    (select id from web_errors order by last_seen desc, id desc offset ${max})`.execute(db);
}
