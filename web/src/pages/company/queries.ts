import type { Company, company, WalletsMessage } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../../lib/stream/stream.ts';

const POLL_MS = 5_000;
const ROOT = 'company';

export const companyQuery = queryOptions({
  queryKey: [ROOT, 'store'],
  queryFn: async ({ signal }): Promise<Company> =>
    (await call<typeof company>('GET', '/company', { signal })).baseDTO,
});

/** Stores the store from a reply in the cache. */
export function cacheStore(store: Company): void {
  queryClient.setQueryData(companyQuery.queryKey, store);
}

/** Refetches the store and its lists. */
export const refetchStore = (): void => void queryClient.invalidateQueries({ queryKey: [ROOT] });

export const refetchEvents = (): void => void queryClient.invalidateQueries({ queryKey: [ROOT, 'events'] });

/** Loads the store and updates it from the stream, when a payment arrives. */
export function useStore() {
  const alive = useStreamAlive();
  useEffect(() => {
    return subscribeToChannel<WalletsMessage>(
      'wallets',
      ({ type }) => {
        if (type === 'update') refetchStore();
      },
      refetchStore,
    );
  }, []);
  return useQuery({ ...companyQuery, refetchInterval: alive ? false : POLL_MS });
}
