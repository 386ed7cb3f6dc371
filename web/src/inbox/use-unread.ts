import type { NoticesMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { listen, useStreamAlive } from '../lib/stream.ts';
import { showInBrowser } from './browser-notices.ts';
import { refreshNotices, unreadQuery, unreadTicketsQuery } from './queries.ts';

/** While the line is down it is asked for so often, and not more. */
const POLL_MS = 60_000;

/**
 * How many notices are unread, and how many of them came last while the page was open, for who can't see the count change.
 * What comes in has lists read anew, and the browser show what the person wants shown.
 */
export function useUnread(): { unread: number; came: number } {
  const alive = useStreamAlive();
  const { data: unread } = useQuery({ ...unreadQuery, refetchInterval: alive ? false : POLL_MS });
  const [came, setCame] = useState(0);
  const known = useRef<number | null>(null);

  useEffect(() => {
    const ask = () => void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey });
    // A private channel begins with nothing to say: what came before it did was heard by nobody.
    const hear = ({ type, data }: NoticesMessage) =>
      type === 'snapshot' ? ask() : queryClient.setQueryData(unreadQuery.queryKey, data.unread);
    return listen<NoticesMessage>('notices', hear, ask);
  }, []);

  useEffect(() => {
    if (unread === undefined) return;
    const before = known.current;
    known.current = unread;
    // A list that is on the page already may be older than this.
    if (unread > (before ?? 0)) void refreshNotices();
    if (before === null || unread <= before) return;
    const more = unread - before;
    setCame(more);
    void queryClient.invalidateQueries({ queryKey: unreadTicketsQuery.queryKey });
    showInBrowser(more).catch(() => undefined);
  }, [unread]);

  return { unread: unread ?? 0, came };
}
