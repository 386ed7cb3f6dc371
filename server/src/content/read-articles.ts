import { AppError } from '@sarraf/domain';
import type { ArticleRow, article, articles, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import type { ContentDeps } from './deps.ts';
import {
  type ArticleKey,
  articleTextOf,
  findArticle,
  listArticles,
  listVersions,
  rowOf,
} from './staff-store.ts';

const SHOWN_VERSIONS = 20;
/** `12.slug`: position and slug of the last article of the previous page. */
const CURSOR = /^(\d{1,5})\.([a-z0-9-]{1,80})$/;

/** Returns a page of articles. BAD_REQUEST: an unknown cursor. */
export async function readArticles(
  { db, emailsOf }: ContentDeps,
  { kind, language, size = 10, page = 1, cursor }: QueryOf<typeof articles>,
): Promise<{ content: ArticleRow[]; nextCursor: string | null }> {
  const place = cursor === undefined ? null : CURSOR.exec(cursor);
  if (cursor !== undefined && !place) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  const found = await listArticles(
    db,
    { kind, language },
    {
      after: place && { place: Number.parseInt(place[1] ?? '', 10), slug: place[2] ?? '' },
      offset: place ? 0 : (page - 1) * size,
      limit: size + 1,
    },
  );
  const rows = found.slice(0, size);
  const emails = await emailsOf([...new Set(rows.flatMap(({ updatedBy }) => updatedBy ?? []))]);
  const last = rows.at(-1);
  return {
    content: rows.map((row) => rowOf(row, emails)),
    nextCursor: last && found.length > size ? `${last.place}.${last.slug}` : null,
  };
}

/** Returns an article with its versions. NOT_FOUND. */
export async function readArticle(
  { db, emailsOf }: ContentDeps,
  key: ArticleKey,
): Promise<ReplyOf<typeof article>['baseDTO']> {
  const found = await findArticle(db, key);
  if (!found) throw new AppError('NOT_FOUND');
  const versions = await listVersions(db, key, SHOWN_VERSIONS);
  const who = [found.updatedBy, ...versions.map(({ savedBy }) => savedBy)];
  const emails = await emailsOf([...new Set(who.filter((id) => id !== null))]);
  return {
    row: rowOf(found, emails),
    text: articleTextOf(found),
    versions: versions.map((row) => ({
      version: row.version,
      savedAtDateTime: row.savedAt.toISOString(),
      savedBy: emails.get(row.savedBy ?? '') ?? '',
      text: articleTextOf(row),
    })),
  };
}
