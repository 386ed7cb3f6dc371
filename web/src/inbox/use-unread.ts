import type { NoticesMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../lib/stream/stream.ts';
import { showBrowserNotices } from './browser-notices.ts';
import { refetchNotices, unreadQuery, unreadTicketsQuery } from './queries.ts';

/** Maximum count: further notices don't change the displayed number. */
export const MAX_COUNTED = 99;
/** Polling interval while the stream is disconnected. */
const POLL_MS = 60_000;

/** The number of notices that arrived together, with a counter, so that two single ones are announced twice. */
interface NewNotices {
  count: number;
  times: number;
}

/**
 * Returns the number of unread notices, and how many arrived last while the page was open, for screen readers. New
 * notices refetch the lists and may show browser notifications.
 */
export function useUnreadCount(): { unread: number; came: NewNotices } {
  const alive = useStreamAlive();
  const { data: unread } = useQuery({ ...unreadQuery, refetchInterval: alive ? false : POLL_MS });
  const [newNotices, setNewNotices] = useState<NewNotices>({ count: 0, times: 0 });
  const lastUnread = useRef<number | null>(null);

  const announceNew = useCallback((newCount: number) => {
    setNewNotices(({ times }) => ({ count: newCount, times: times + 1 }));
    void queryClient.invalidateQueries({ queryKey: unreadTicketsQuery.queryKey });
    showBrowserNotices(newCount).catch(() => undefined);
  }, []);

  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey });
    // A private channel starts without a snapshot: notices that arrived before it are missed.
    const handleMessage = ({ type, data }: NoticesMessage) => {
      if (type === 'snapshot') return refetch();
      if (data.unread > MAX_COUNTED && data.unread === lastUnread.current) {
        void refetchNotices();
        announceNew(1);
      } else queryClient.setQueryData(unreadQuery.queryKey, data.unread);
    };
    return subscribeToChannel<NoticesMessage>('notices', handleMessage, refetch);
  }, [announceNew]);

  useEffect(() => {
    if (unread === undefined) return;
    const before = lastUnread.current;
    lastUnread.current = unread;
    // A list on the page may be older than this.
    if (unread > (before ?? 0)) void refetchNotices();
    if (before !== null && unread > before) announceNew(unread - before);
  }, [unread, announceNew]);

  return { unread: unread ?? 0, came: newNotices };
}
