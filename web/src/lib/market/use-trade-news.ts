import type { OrdersMessage } from '@sarraf/domain/contracts';
import { useEffect } from 'react';
import { accountQuery } from '../queries/queries.ts';
import { queryClient } from '../queries/query-client.ts';
import { useSession } from '../session/session.ts';
import { subscribeToChannel } from '../stream/stream.ts';

/** A trade's level, volume and profit are calculated shortly after it. */
const REFETCH_DELAY_MS = 1_500;

/**
 * Refetches the account and the portfolio after a trade made in any tab or program. When the level changes, the
 * server closes the stream, and everything is refetched when it reconnects.
 */
export function useRefreshAfterTrade(): void {
  const { authorized } = useSession();
  useEffect(() => {
    if (!authorized) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer = undefined;
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['portfolio'] });
    };
    const scheduleRefetch = () => {
      timer ??= setTimeout(refetch, REFETCH_DELAY_MS);
    };
    const unsubscribe = subscribeToChannel<OrdersMessage>('orders', scheduleRefetch, scheduleRefetch);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [authorized]);
}
