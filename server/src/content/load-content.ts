import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { CONTENT, type ContentFile, readContentFiles } from './content-files.ts';
import type { ContentDeps } from './deps.ts';

/**
 * Loads new and changed files of `content/` into the articles. Texts that staff has written or deleted stay as they
 * are; a deleted file leaves its article, which staff can archive. Any number of processes may call it
 * concurrently.
 * @throws with the name of an invalid file.
 */
export async function loadContent(
  { db, clock, bus }: Pick<ContentDeps, 'db' | 'clock' | 'bus'>,
  directory: string = CONTENT,
): Promise<void> {
  const files = readContentFiles(directory);
  const now = new Date(clock.now());
  await db.transaction().execute(async (tx) => {
    // One process at a time; readers aren't blocked.
    await sql`lock table seeded_texts in share row exclusive mode`.execute(tx);
    const seeded = await readSeededDigests(tx);
    const changedFiles = files.filter((file) => seeded.get(keyOf(file)) !== file.sha256);
    if (changedFiles.length === 0) return;
    await insertNew(
      tx,
      changedFiles.filter((file) => !seeded.has(keyOf(file))),
      now,
    );
    await updateUntouched(tx, changedFiles, now);
    await saveDigests(tx, changedFiles);
  });
  bus.publish('content', { at: now.getTime() });
}

const keyOf = ({ kind, language, slug }: Pick<ContentFile, 'kind' | 'language' | 'slug'>): string =>
  `${kind} ${language} ${slug}`;

async function readSeededDigests(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<Pick<ContentFile, 'kind' | 'language' | 'slug' | 'sha256'>>`
    select kind, language, slug, sha256 from seeded_texts`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row.sha256]));
}

/** Returns files as table rows: one statement for all, since the start of an empty database waits for it. */
const fileRowsQuery = (files: readonly ContentFile[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(files.map(({ text, ...file }) => ({ ...file, ...text })))}::jsonb)
    as file (kind text, language text, slug text, sha256 text, title text, summary text, body text, coin text,
      subject text, picture text, place integer)`;

/** Inserts files that are seen for the first time. Where staff has written an article of that name, theirs stays. */
async function insertNew(tx: Tx, files: readonly ContentFile[], now: Date): Promise<void> {
  // Of announcements loaded together, the one with the lower position counts as newer.
  await sql`insert into articles
      (kind, language, slug, title, summary, body, coin, subject, picture, place, published_at, updated_at)
    select kind, language, slug, title, summary, body, coin, subject, picture, place,
      ${now}::timestamptz - place * interval '1 minute', ${now}
    from ${fileRowsQuery(files)} on conflict do nothing`.execute(tx);
}

/** Keeps no version of the replaced text, since no staff member has written it; an open editor gets a conflict. */
async function updateUntouched(tx: Tx, files: readonly ContentFile[], now: Date): Promise<void> {
  await sql`update articles set title = file.title, summary = file.summary, body = file.body, coin = file.coin,
      subject = file.subject, picture = file.picture, place = file.place, version = version + 1, updated_at = ${now}
    from ${fileRowsQuery(files)}
    where articles.kind = file.kind and articles.language = file.language and articles.slug = file.slug
      and updated_by is null
      and (articles.title, articles.summary, articles.body, articles.coin, articles.subject, articles.picture,
        articles.place)
        is distinct from (file.title, file.summary, file.body, file.coin, file.subject, file.picture, file.place)`.execute(
    tx,
  );
}

async function saveDigests(tx: Tx, files: readonly ContentFile[]): Promise<void> {
  await sql`insert into seeded_texts (kind, language, slug, sha256)
    select kind, language, slug, sha256 from ${fileRowsQuery(files)}
    on conflict (kind, language, slug) do update set sha256 = excluded.sha256`.execute(tx);
}
