import type { companyApplication, NoticesMessage } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api.ts';
import { accountQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../../../lib/stream/stream.ts';

const POLL_MS = 30_000;

export const applicationQuery = queryOptions({
  queryKey: ['company-application'],
  queryFn: async ({ signal }) =>
    (await call<typeof companyApplication>('GET', '/users/company-application', { signal })).baseDTO,
});

export const refetchApplication = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: applicationQuery.queryKey });

/**
 * Loads the application and refetches it when a notice reports a decision. After approval the account becomes a
 * company on all pages.
 */
export function useApplication() {
  const alive = useStreamAlive();
  useEffect(() => {
    const refetch = () => void refetchApplication();
    return subscribeToChannel<NoticesMessage>('notices', refetch, refetch);
  }, []);
  const query = useQuery({ ...applicationQuery, refetchInterval: alive ? false : POLL_MS });
  const approved = query.data?.state === 'APPROVED';
  useEffect(() => {
    if (approved) void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  }, [approved]);
  return query;
}
