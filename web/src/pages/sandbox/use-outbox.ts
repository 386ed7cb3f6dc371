import type { OutboxMessage, sandboxOutbox } from '@sarraf/domain/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { filterMessages, getFullRecipient } from './messages.ts';

const POLL_MS = 3_000;

export type OutboxState = ReturnType<typeof useOutbox>;

export function useOutbox(filter: string) {
  const to = useDeferredValue(getFullRecipient(filter));
  const query = useQuery({
    queryKey: ['outbox', to ?? ''],
    queryFn: ({ signal }): Promise<OutboxMessage[]> =>
      call<typeof sandboxOutbox>('GET', '/sandbox/outbox', { query: to ? { to } : {}, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isSandboxClosed(state.error) ? false : POLL_MS),
    retry: false,
  });
  return {
    messages: query.data && filterMessages(query.data, filter),
    /** This server isn't in sandbox mode. */
    closed: isSandboxClosed(query.error),
    /** The displayed messages may be outdated. */
    stale: query.isError,
    error: query.error,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  };
}

const isSandboxClosed = (error: unknown): boolean =>
  error instanceof ApiError && (error.httpStatus === 404 || error.httpStatus === 403);
