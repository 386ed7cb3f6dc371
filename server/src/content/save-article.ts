import { AppError, ASSETS, isOwnPicture } from '@sarraf/domain';
import { type ArticleRow, type ArticleText, PAGE_NAMES } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { ContentDeps } from './deps.ts';
import { figuresIn, unknownFigures } from './figures.ts';
import { sanitise } from './sanitise.ts';
import {
  type ArticleKey,
  findArticle,
  insertArticle,
  rowOf,
  type StoredArticle,
  updateArticle,
} from './staff-store.ts';

/**
 * Saves an article. BAD_REQUEST: an invalid field, or `figure.<name>`: an unknown placeholder. CONFLICT: it was
 * changed since it was read (`version`; 0: it didn't exist).
 */
export async function saveArticle(
  { db, clock, bus, emailsOf, figures }: ContentDeps,
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
  const fault = faultOf(key, clean);
  if (fault) throw new AppError('BAD_REQUEST', { errors: [fault] });
  const unknown = unknownFigures([clean.summary, clean.body], await figures('en'));
  if (unknown.length > 0)
    throw new AppError('BAD_REQUEST', { errors: unknown.map((name) => `figure.${name}`) });
  const now = new Date(clock.now());
  const row = await db.transaction().execute(async (tx) => {
    const before = await findArticle(tx, key, { lock: true });
    if ((before?.version ?? 0) !== version) throw new AppError('CONFLICT');
    const next: StoredArticle = {
      ...key,
      ...clean,
      version: version + 1,
      publishedAt: publishedAt(before, clean, now),
      updatedAt: now,
      updatedBy: staffId,
    };
    if (before) await updateArticle(tx, next);
    else if (!(await insertArticle(tx, next))) throw new AppError('CONFLICT');
    const detail = { ...key, version: next.version, state: next.state };
    await appendAudit(tx, { actorId: staffId, action: 'text saved', subjectId: null, detail }, now);
    return next;
  });
  bus.publish('content', { at: now.getTime() });
  return rowOf(row, await emailsOf([staffId]));
}

/**
 * Returns the date of publication: a draft is published when it first leaves that state; an archived text keeps its
 * date.
 */
const publishedAt = (before: StoredArticle | undefined, { state }: ArticleText, now: Date): Date =>
  before && !(before.state === 'DRAFT' && state === 'PUBLISHED') ? before.publishedAt : now;

/** Returns the invalid field. */
function faultOf({ kind, slug }: ArticleKey, text: ArticleText): string | null {
  // No link leads to any other page.
  if (kind === 'PAGE' && !PAGE_NAMES.some((name) => name === slug)) return 'slug';
  // Titles are used in notices and lists as they are.
  if (text.title === '' || figuresIn(text.title).length > 0) return 'title';
  if (text.coin !== null && kind !== 'BLOG') return 'coin';
  // A coin's page finds its text by this name.
  if (text.coin !== null && text.title !== ASSETS[text.coin].englishName) return 'title';
  if (text.picture !== null && !isOwnPicture(text.picture)) return 'picture';
  return text.state === 'PUBLISHED' && text.body === '' ? 'body' : null;
}
