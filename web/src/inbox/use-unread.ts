import type { NoticesMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/queries/query-client.ts';
import { listen, useStreamAlive } from '../lib/stream/stream.ts';
import { showInBrowser } from './browser-notices.ts';
import { refreshNotices, unreadQuery, unreadTicketsQuery } from './queries.ts';

/** Above it nothing more is counted: the next one that comes leaves the number as it is. */
export const COUNTED = 99;
/** While the line is down it is asked for so often, and not more. */
const POLL_MS = 60_000;

/** How many came at once, counted, so that two single ones after another are two pieces of news. */
interface Came {
  count: number;
  times: number;
}

/**
 * How many notices are unread, and how many of them came last while the page was open, for who can't see the count change.
 * What comes in has lists read anew, and the browser show what the person wants shown.
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
    // A private channel begins with nothing to say: what came before it did was heard by nobody.
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
    // A list that is on the page already may be older than this.
    if (unread > (before ?? 0)) void refreshNotices();
    if (before !== null && unread > before) hearOf(unread - before);
  }, [unread, hearOf]);

  return { unread: unread ?? 0, came };
}
