import type { WalletEntry, WalletsMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { walletsQuery } from '../lib/queries/queries.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { subscribeToChannel } from '../lib/stream/stream.ts';

/** Returns the balances by coin, refetched whenever the server reports a transfer. */
export function useBalances(enabled: boolean): Record<string, WalletEntry> | undefined {
  const { data } = useQuery({ ...walletsQuery, enabled });
  useEffect(() => {
    if (!enabled) return;
    const refetch = () => void queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey });
    return subscribeToChannel<WalletsMessage>('wallets', refetch, refetch);
  }, [enabled]);
  return enabled ? data : undefined;
}

/** Called after a trade, or one with an unknown outcome. */
export function refreshBalances(): void {
  for (const key of ['wallets', 'trades', 'orders']) void queryClient.invalidateQueries({ queryKey: [key] });
}
