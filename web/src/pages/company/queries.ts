import type { Company, company, WalletsMessage } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { listen, useStreamAlive } from '../../lib/stream/stream.ts';

const POLL_MS = 5_000;
const ROOT = 'company';

export const companyQuery = queryOptions({
  queryKey: [ROOT, 'store'],
  queryFn: async ({ signal }): Promise<Company> =>
    (await call<typeof company>('GET', '/company', { signal })).baseDTO,
});

/** What an answer said of the store is what is shown. */
export function showStore(store: Company): void {
  queryClient.setQueryData(companyQuery.queryKey, store);
}

/** The store and its lists anew. */
export const refreshStore = (): void => void queryClient.invalidateQueries({ queryKey: [ROOT] });

export const refreshEvents = (): void => void queryClient.invalidateQueries({ queryKey: [ROOT, 'events'] });

/** Follows the stream: a payment is seen when it comes. */
export function useStore() {
  const alive = useStreamAlive();
  useEffect(() => {
    return listen<WalletsMessage>(
      'wallets',
      ({ type }) => {
        if (type === 'update') refreshStore();
      },
      refreshStore,
    );
  }, []);
  return useQuery({ ...companyQuery, refetchInterval: alive ? false : POLL_MS });
}
