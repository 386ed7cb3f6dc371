import type {
  markNoticesRead,
  Notice,
  noticeSettings,
  notices,
  unreadNotices,
  unreadTickets,
} from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../framework/i18n/language.ts';
import { call } from '../lib/api/api.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { useCursorPagination } from '../lib/queries/use-pages.ts';

const MINUTE = 60_000;

/** The number of unread notices; the stream keeps it current. */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) =>
    (await call<typeof unreadNotices>('GET', '/notices/unread', { signal })).baseDTO.count,
  staleTime: MINUTE,
});

const LIST = ['notices', 'list'] as const;

const fetchNotices = (page: { size: number; cursor?: string }, signal?: AbortSignal) =>
  call<typeof notices>('GET', '/notices', { query: page, ...(signal && { signal }) });

/** Notices in the language of the page, newest first. */
export const useNoticePages = (language: Language, size: number, enabled = true) =>
  useCursorPagination<Notice>([...LIST, language, size], fetchNotices, size, { enabled });

/** Fetches the newest notices, bypassing the cache. */
export const fetchNewestNotices = async (size: number): Promise<Notice[]> =>
  (await fetchNotices({ size })).content;

export const refetchNotices = () => queryClient.invalidateQueries({ queryKey: LIST });

/** Marks the displayed notices as read; later ones stay unread. The lists keep their marks until they are refetched. */
export async function markNoticesAsRead(until: string): Promise<void> {
  const { baseDTO } = await call<typeof markNoticesRead>('POST', '/notices/read', { body: { until } });
  queryClient.setQueryData(unreadQuery.queryKey, baseDTO.count);
}

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: async ({ signal }) =>
    (await call<typeof noticeSettings>('GET', '/notices/settings', { signal })).baseDTO,
  staleTime: MINUTE,
});

/** Tickets with an unread reply. */
export const unreadTicketsQuery = queryOptions({
  queryKey: ['tickets', 'unread'],
  queryFn: async ({ signal }) =>
    (await call<typeof unreadTickets>('GET', '/support/unread', { signal })).baseDTO.count,
  staleTime: MINUTE,
  refetchInterval: 5 * MINUTE,
});
