import type { maintenance as contract, Maintenance, MaintenanceMessage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './api/api.ts';
import { queryClient } from './queries/query-client.ts';
import { listen, useStreamAlive } from './stream/stream.ts';

const QUERY = ['maintenance'];
/** The stream sends the state when it connects; after this time without a stream it is fetched. */
const STREAM_MS = 5_000;
const POLL_MS = 15_000;

/** Returns the current maintenance state; undefined while it is unknown. */
export function useMaintenance(): Maintenance | undefined {
  const alive = useStreamAlive();
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), STREAM_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const keep = ({ data }: MaintenanceMessage) => {
      queryClient.setQueryData(QUERY, data);
    };
    return listen<MaintenanceMessage>('maintenance', keep, () => {});
  }, []);
  const { data } = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) => (await call<typeof contract>('GET', '/maintenance', { signal })).baseDTO,
    enabled: waited && !alive,
    refetchInterval: POLL_MS,
  });
  return data;
}
