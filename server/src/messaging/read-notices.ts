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
import { parsePage, toPage } from '../platform/database/rows.ts';
import { isId } from '../platform/ids.ts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import type { BrandNames } from './brand-name.ts';
import type { Notice } from './notice.ts';
import { buildSettings, groupOf, isFixed } from './notice-groups.ts';
import { findNoticePath } from './notice-paths.ts';
import { listNotices, markRead, readChosenChannels, saveChosenChannel } from './notice-store.ts';
import { type InboxDeps, publishUnread } from './store-notices.ts';
import { buildInboxNote } from './templates.ts';

/** Returns notices newest first, in the requested language. BAD_REQUEST: invalid page or cursor. */
export async function readNotices(
  { db, secrets, names }: InboxDeps & { names: () => BrandNames },
  userId: string,
  query: QueryOf<typeof noticesContract>,
  language: Language,
): Promise<{ content: NoticeDto[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const { rows, nextCursor } = toPage(await listNotices(db, userId, page), page);
  const content = rows.flatMap(({ id, kind, about, read, createdAt }) => {
    const notice = JSON.parse(
      secrets.decrypt(about, 'notices.about_encrypted', toOwnedRowKey(id, userId)),
    ) as Notice;
    const note = buildInboxNote(notice, language, names()[language]);
    // A kind that this version no longer has.
    if (note === null) return [];
    const [group, path] = [groupOf(notice), findNoticePath(notice)];
    return [{ id, kind, group, ...note, place: path, read, createdAtDateTime: createdAt.toISOString() }];
  });
  return { content, nextCursor };
}

/** Marks notices as read; returns the number of unread ones. NOT_FOUND: none of this user's. */
export async function markNoticesRead(deps: InboxDeps, userId: string, until: string): Promise<number> {
  if (!isId(until) || !(await markRead(deps.db, userId, until))) throw new AppError('NOT_FOUND');
  return publishUnread(deps, userId);
}

export const readNoticeSettings = async ({ db }: InboxDeps, userId: string): Promise<NoticeSettings[]> =>
  buildSettings((await readChosenChannels(db, [userId])).get(userId) ?? new Map());

/** BAD_REQUEST (way): that channel is fixed. */
export async function changeSetting(
  deps: InboxDeps,
  userId: string,
  setting: BodyOf<typeof settingContract>,
): Promise<NoticeSettings[]> {
  if (isFixed(setting.group, setting.way)) throw new AppError('BAD_REQUEST', { errors: ['way'] });
  await saveChosenChannel(deps.db, userId, setting);
  return readNoticeSettings(deps, userId);
}
