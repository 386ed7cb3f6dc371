import { AppError } from '@sarraf/domain';
import type { ArticleRow, article, articles, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import type { ContentDeps } from './deps.ts';
import {
  type ArticleKey,
  articleRowDto,
  findArticle,
  listArticles,
  listVersions,
  pickArticleText,
} from './staff-store.ts';

const MAX_VERSIONS = 20;
/** `12.slug`: position and slug of the last article of the previous page. */
const CURSOR = /^(\d{1,5})\.([a-z0-9-]{1,80})$/;

/** Returns a page of articles. BAD_REQUEST: an unknown cursor. */
export async function readArticles(
  { db, readEmails }: ContentDeps,
  { kind, language, size = 10, page = 1, cursor }: QueryOf<typeof articles>,
): Promise<{ content: ArticleRow[]; nextCursor: string | null }> {
  const position = cursor === undefined ? null : CURSOR.exec(cursor);
  if (cursor !== undefined && !position) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  const articleRows = await listArticles(
    db,
    { kind, language },
    {
      after: position && { place: Number.parseInt(position[1] ?? '', 10), slug: position[2] ?? '' },
      offset: position ? 0 : (page - 1) * size,
      limit: size + 1,
    },
  );
  const rows = articleRows.slice(0, size);
  const emails = await readEmails([...new Set(rows.flatMap(({ updatedBy }) => updatedBy ?? []))]);
  const last = rows.at(-1);
  return {
    content: rows.map((row) => articleRowDto(row, emails)),
    nextCursor: last && articleRows.length > size ? `${last.place}.${last.slug}` : null,
  };
}

/** Returns an article with its versions. NOT_FOUND. */
export async function readArticle(
  { db, readEmails }: ContentDeps,
  key: ArticleKey,
): Promise<ReplyOf<typeof article>['baseDTO']> {
  const storedArticle = await findArticle(db, key);
  if (!storedArticle) throw new AppError('NOT_FOUND');
  const versions = await listVersions(db, key, MAX_VERSIONS);
  const editorIds = [storedArticle.updatedBy, ...versions.map(({ savedBy }) => savedBy)];
  const emails = await readEmails([...new Set(editorIds.filter((id) => id !== null))]);
  return {
    row: articleRowDto(storedArticle, emails),
    text: pickArticleText(storedArticle),
    versions: versions.map((row) => ({
      version: row.version,
      savedAtDateTime: row.savedAt.toISOString(),
      savedBy: emails.get(row.savedBy ?? '') ?? '',
      text: pickArticleText(row),
    })),
  };
}
