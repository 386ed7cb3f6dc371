import { AppError } from '@sarraf/domain';
import type {
  BodyOf,
  Notice as NoticeDto,
  NoticeSettings,
  notices as noticesContract,
  QueryOf,
  setNoticeSetting as settingContract,
} from '@sarraf/domain/contracts';
import type { Language } from '../identity/index.ts';
import { asPage, readPage } from '../platform/database/rows.ts';
import { isId } from '../platform/ids.ts';
import { ownedRow } from '../platform/secrets/secrets.ts';
import type { BrandNames } from './brand-name.ts';
import { announceUnread, type InboxDeps } from './keep-notices.ts';
import type { Notice } from './notice.ts';
import { groupOf, isFixed, settingsOf } from './notice-groups.ts';
import { noticePath } from './notice-paths.ts';
import { listNotices, markRead, putChosen, readChosen } from './notice-store.ts';
import { noticeNote } from './templates.ts';

/** Returns notices newest first, in the requested language. BAD_REQUEST: invalid page or cursor. */
export async function readNotices(
  { db, secrets, names }: InboxDeps & { names: () => BrandNames },
  userId: string,
  query: QueryOf<typeof noticesContract>,
  language: Language,
): Promise<{ content: NoticeDto[]; nextCursor: string | null }> {
  const page = readPage(query);
  const { rows, nextCursor } = asPage(await listNotices(db, userId, page), page);
  const content = rows.flatMap(({ id, kind, about, read, createdAt }) => {
    const notice = JSON.parse(
      secrets.decrypt(about, 'notices.about_encrypted', ownedRow(id, userId)),
    ) as Notice;
    const note = noticeNote(notice, language, names()[language]);
    // A kind that this version no longer has.
    if (note === null) return [];
    const [group, place] = [groupOf(notice), noticePath(notice)];
    return [{ id, kind, group, ...note, place, read, createdAtDateTime: createdAt.toISOString() }];
  });
  return { content, nextCursor };
}

/** Marks notices as read; returns the number of unread ones. NOT_FOUND: none of this user's. */
export async function markNoticesRead(keeping: InboxDeps, userId: string, until: string): Promise<number> {
  if (!isId(until) || !(await markRead(keeping.db, userId, until))) throw new AppError('NOT_FOUND');
  return announceUnread(keeping, userId);
}

export const readNoticeSettings = async ({ db }: InboxDeps, userId: string): Promise<NoticeSettings[]> =>
  settingsOf((await readChosen(db, [userId])).get(userId) ?? new Map());

/** BAD_REQUEST (way): that channel is fixed. */
export async function changeSetting(
  keeping: InboxDeps,
  userId: string,
  setting: BodyOf<typeof settingContract>,
): Promise<NoticeSettings[]> {
  if (isFixed(setting.group, setting.way)) throw new AppError('BAD_REQUEST', { errors: ['way'] });
  await putChosen(keeping.db, userId, setting);
  return readNoticeSettings(keeping, userId);
}
