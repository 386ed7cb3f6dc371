import { AppError, ASSETS, isOwnPicture } from '@sarraf/domain';
import { type ArticleRow, type ArticleText, PAGE_NAMES } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { ContentDeps } from './deps.ts';
import { findUnknownFigures, listFigureNames } from './figures.ts';
import { sanitise } from './sanitise.ts';
import {
  type ArticleKey,
  articleRowDto,
  findArticle,
  insertArticle,
  type StoredArticle,
  updateArticle,
} from './staff-store.ts';

/**
 * Saves an article. BAD_REQUEST: an invalid field, or `figure.<name>`: an unknown placeholder. CONFLICT: it was
 * changed since it was read (`version`; 0: it didn't exist).
 */
export async function saveArticle(
  { db, clock, bus, readEmails, readFigures }: ContentDeps,
  staffId: string,
  key: ArticleKey,
  { version, text }: { version: number; text: ArticleText },
): Promise<ArticleRow> {
  const clean = {
    ...text,
    title: text.title.trim(),
    summary: text.summary.trim(),
    body: sanitise(text.body),
  };
  const invalidField = findInvalidField(key, clean);
  if (invalidField) throw new AppError('BAD_REQUEST', { errors: [invalidField] });
  const unknownNames = findUnknownFigures([clean.summary, clean.body], await readFigures('en'));
  if (unknownNames.length > 0)
    throw new AppError('BAD_REQUEST', { errors: unknownNames.map((name) => `figure.${name}`) });
  const now = new Date(clock.now());
  const row = await db.transaction().execute(async (tx) => {
    const before = await findArticle(tx, key, { lock: true });
    if ((before?.version ?? 0) !== version) throw new AppError('CONFLICT');
    const newArticle: StoredArticle = {
      ...key,
      ...clean,
      version: version + 1,
      publishedAt: publicationDateOf(before, clean, now),
      updatedAt: now,
      updatedBy: staffId,
    };
    if (before) await updateArticle(tx, newArticle);
    else if (!(await insertArticle(tx, newArticle))) throw new AppError('CONFLICT');
    const detail = { ...key, version: newArticle.version, state: newArticle.state };
    await appendAudit(tx, { actorId: staffId, action: 'text saved', subjectId: null, detail }, now);
    return newArticle;
  });
  bus.publish('content', { at: now.getTime() });
  return articleRowDto(row, await readEmails([staffId]));
}

/**
 * Returns the date of publication: a draft is published when it first leaves that state; an archived text keeps its
 * date.
 */
const publicationDateOf = (before: StoredArticle | undefined, { state }: ArticleText, now: Date): Date =>
  before && !(before.state === 'DRAFT' && state === 'PUBLISHED') ? before.publishedAt : now;

/** Returns the invalid field. */
function findInvalidField({ kind, slug }: ArticleKey, text: ArticleText): string | null {
  // No link leads to any other page.
  if (kind === 'PAGE' && !PAGE_NAMES.some((name) => name === slug)) return 'slug';
  // Titles are used in notices and lists as they are.
  if (text.title === '' || listFigureNames(text.title).length > 0) return 'title';
  if (text.coin !== null && kind !== 'BLOG') return 'coin';
  if (text.subject !== null && kind !== 'FAQ') return 'subject';
  // A coin's page finds its text by this name.
  if (text.coin !== null && text.title !== ASSETS[text.coin].englishName) return 'title';
  if (text.picture !== null && !isOwnPicture(text.picture)) return 'picture';
  return text.state === 'PUBLISHED' && text.body === '' ? 'body' : null;
}
