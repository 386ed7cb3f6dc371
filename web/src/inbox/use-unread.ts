import type { NoticesMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/queries/query-client.ts';
import { listen, useStreamAlive } from '../lib/stream/stream.ts';
import { showInBrowser } from './browser-notices.ts';
import { refreshNotices, unreadQuery, unreadTicketsQuery } from './queries.ts';

/** Maximum count: further notices don't change the displayed number. */
export const COUNTED = 99;
/** Polling interval while the stream is disconnected. */
const POLL_MS = 60_000;

/** The number of notices that arrived together, with a counter, so that two single ones are announced twice. */
interface Came {
  count: number;
  times: number;
}

/**
 * Returns the number of unread notices, and how many arrived last while the page was open, for screen readers. New
 * notices refetch the lists and may show browser notifications.
 */
export function useUnread(): { unread: number; came: Came } {
  const alive = useStreamAlive();
  const { data: unread } = useQuery({ ...unreadQuery, refetchInterval: alive ? false : POLL_MS });
  const [came, setCame] = useState<Came>({ count: 0, times: 0 });
  const known = useRef<number | null>(null);

  const hearOf = useCallback((more: number) => {
    setCame(({ times }) => ({ count: more, times: times + 1 }));
    void queryClient.invalidateQueries({ queryKey: unreadTicketsQuery.queryKey });
    showInBrowser(more).catch(() => undefined);
  }, []);

  useEffect(() => {
    const ask = () => void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey });
    // A private channel starts without a snapshot: notices that arrived before it are missed.
    const hear = ({ type, data }: NoticesMessage) => {
      if (type === 'snapshot') return ask();
      if (data.unread > COUNTED && data.unread === known.current) {
        void refreshNotices();
        hearOf(1);
      } else queryClient.setQueryData(unreadQuery.queryKey, data.unread);
    };
    return listen<NoticesMessage>('notices', hear, ask);
  }, [hearOf]);

  useEffect(() => {
    if (unread === undefined) return;
    const before = known.current;
    known.current = unread;
    // A list on the page may be older than this.
    if (unread > (before ?? 0)) void refreshNotices();
    if (before !== null && unread > before) hearOf(unread - before);
  }, [unread, hearOf]);

  return { unread: unread ?? 0, came };
}
