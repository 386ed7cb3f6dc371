import type {
  Notice,
  noticeSettings,
  notices,
  readNotices,
  unreadNotices,
  unreadTickets,
} from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n/language.ts';
import { call } from '../lib/api/api.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { useCursorPagination } from '../lib/queries/use-pages.ts';

const MINUTE = 60_000;

/** How many are unread; the stream keeps it right. */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) =>
    (await call<typeof unreadNotices>('GET', '/notices/unread', { signal })).baseDTO.count,
  staleTime: MINUTE,
});

const LIST = ['notices', 'list'] as const;

const fetchNotices = (page: { size: number; cursor?: string }, signal?: AbortSignal) =>
  call<typeof notices>('GET', '/notices', { query: page, ...(signal && { signal }) });

/** In the language of the page, newest first. */
export const useNoticePages = (language: Language, size: number, enabled = true) =>
  useCursorPagination<Notice>([...LIST, language, size], fetchNotices, size, { enabled });

/** The newest, past what is remembered. */
export const newestNotices = async (size: number): Promise<Notice[]> =>
  (await fetchNotices({ size })).content;

export const refreshNotices = () => queryClient.invalidateQueries({ queryKey: LIST });

/** Marks what is shown as read; what came after it stays unread. The lists keep their marks until they are read anew. */
export async function markRead(until: string): Promise<void> {
  const { baseDTO } = await call<typeof readNotices>('POST', '/notices/read', { body: { until } });
  queryClient.setQueryData(unreadQuery.queryKey, baseDTO.count);
}

export const settingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: async ({ signal }) =>
    (await call<typeof noticeSettings>('GET', '/notices/settings', { signal })).baseDTO,
  staleTime: MINUTE,
});

/** Tickets with an answer that wasn't seen yet. */
export const unreadTicketsQuery = queryOptions({
  queryKey: ['tickets', 'unread'],
  queryFn: async ({ signal }) =>
    (await call<typeof unreadTickets>('GET', '/support/unread', { signal })).baseDTO.count,
  staleTime: MINUTE,
  refetchInterval: 5 * MINUTE,
});
