import type { maintenance as contract, Maintenance, MaintenanceMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './api/api.ts';
import { queryClient } from './queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from './stream/stream.ts';

const QUERY = ['maintenance'];
/** The stream sends the state when it connects; after this time without a stream it is fetched. */
const STREAM_MS = 5_000;
const POLL_MS = 15_000;

/** Returns the current maintenance state; undefined while it is unknown. */
export function useMaintenance(): Maintenance | undefined {
  const alive = useStreamAlive();
  const [isStreamLate, setIsStreamLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsStreamLate(true), STREAM_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const cacheState = ({ data }: MaintenanceMessage) => {
      queryClient.setQueryData(QUERY, data);
    };
    return subscribeToChannel<MaintenanceMessage>('maintenance', cacheState, () => {});
  }, []);
  const { data } = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) => (await call<typeof contract>('GET', '/maintenance', { signal })).baseDTO,
    enabled: isStreamLate && !alive,
    refetchInterval: POLL_MS,
  });
  return data;
}
