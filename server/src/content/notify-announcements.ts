import { DAY_MS } from '@sarraf/domain';
import { sql } from 'kysely';
import { type People, recipientOf } from '../identity/index.ts';
import type { Messaging, Notice } from '../messaging/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { ContentDeps } from './deps.ts';
import { fillFiguresInLine } from './figures.ts';

interface Deps extends Pick<ContentDeps, 'readFigures'> {
  db: Db;
  clock: Clock;
  people: Pick<People, 'findAll'>;
  notifyAll: Messaging['notifyAll'];
}

/** People notified in one transaction. */
const CHUNK_SIZE = 200;
/** People who were inactive for longer find it on its page. */
const ACTIVE_WITHIN_MS = 30 * DAY_MS;
/** Announcements with an older date aren't news. */
const MAX_AGE_MS = 7 * DAY_MS;

/**
 * Notifies people of published announcements, each once: those active lately, in the order of their ids, so that it
 * continues where it was after a crash.
 */
export const createAnnouncementsJob = (deps: Deps): Job => ({
  name: 'tell-announcements',
  cron: '* * * * *',
  run: () => notifyAnnouncements(deps),
});

export async function notifyAnnouncements(deps: Deps, chunkSize = CHUNK_SIZE): Promise<void> {
  const now = deps.clock.now();
  // From the first id on.
  await sql`insert into announcements_told (slug, next_user)
    select slug, case when max(published_at) > ${new Date(now - MAX_AGE_MS)}
      then '00000000-0000-0000-0000-000000000000'::uuid end
    from articles where kind = 'ANNOUNCEMENT' and language in ('fa', 'en') and state = 'PUBLISHED'
      and published_at <= ${new Date(now)}
    group by slug on conflict do nothing`.execute(deps.db);
  const { rows } = await sql<{ slug: string }>`select slug from announcements_told
    where next_user is not null order by slug`.execute(deps.db);
  for (const { slug } of rows)
    while (await deps.db.transaction().execute((tx) => notifyChunk(deps, tx, slug, chunkSize)));
}

/** Notifies one chunk of people; false: all are notified, it is no longer published, or another process is doing it. */
async function notifyChunk(
  { clock, people, notifyAll, readFigures }: Deps,
  tx: Tx,
  slug: string,
  chunkSize: number,
): Promise<boolean> {
  const { rows: heads } = await sql<{ after: string }>`select next_user as after from announcements_told
    where slug = ${slug} and next_user is not null for update skip locked`.execute(tx);
  const after = heads[0]?.after;
  if (after === undefined) return false;
  const notice = await buildNotice(tx, slug, readFigures);
  const { rows } = await sql<{ id: string }>`select u.id from users u
    where u.id > ${after} and u.blocked_at is null and exists (select from sessions s
      where s.user_id = u.id and s.last_seen_at > ${new Date(clock.now() - ACTIVE_WITHIN_MS)})
    order by u.id limit ${chunkSize}`.execute(tx);
  const ids = notice === null ? [] : rows.map(({ id }) => id);
  const readers = await people.findAll(ids, tx);
  if (notice !== null)
    await notifyAll(
      tx,
      [...readers.values()].map((reader) => ({ to: recipientOf(reader), notice })),
    );
  const hasMore = ids.length === chunkSize;
  await sql`update announcements_told set next_user = ${hasMore ? ids.at(-1) : null}::uuid where slug = ${slug}`.execute(
    tx,
  );
  return hasMore;
}

async function buildNotice(tx: Tx, slug: string, figures: Deps['readFigures']): Promise<Notice | null> {
  const { rows } = await sql<{ language: 'fa' | 'en'; title: string; summary: string }>`
    select language, title, summary from articles
    where kind = 'ANNOUNCEMENT' and slug = ${slug} and language in ('fa', 'en') and state = 'PUBLISHED'`.execute(
    tx,
  );
  if (rows.length === 0) return null;
  const textsByLanguage = Object.fromEntries(
    await Promise.all(
      rows.map(async ({ language, title, summary }) => {
        const noticeTexts = { title, summary: fillFiguresInLine(summary, await figures(language)) };
        return [language, noticeTexts] as const;
      }),
    ),
  );
  return { kind: 'ANNOUNCEMENT', slug, words: textsByLanguage };
}
