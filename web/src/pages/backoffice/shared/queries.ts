import type { desk, PersonFile, ReviewRow, readPerson, reviews } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ONCE } from '../../../lib/once.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { type Rights, rightsOf } from './access.ts';

const MINUTE = 60_000;

/** Who one is at the desk and what waits there. */
export const deskQuery = queryOptions({
  queryKey: ['desk', 'me'],
  queryFn: async ({ signal }) => (await call<typeof desk>('GET', '/backoffice/me', { signal })).baseDTO,
  staleTime: MINUTE,
  refetchInterval: MINUTE,
});

/** Only below the frame, which shows nothing of the desk before this is known. */
export function useRights(): Rights {
  const { data } = useQuery(deskQuery);
  return rightsOf(data?.roles ?? []);
}

export const personQuery = (id: string, reason: string) =>
  queryOptions({
    queryKey: ['desk', 'person', id, reason],
    queryFn: async ({ signal }): Promise<PersonFile> =>
      (
        await call<typeof readPerson>('GET', '/backoffice/people/:id', {
          params: { id },
          query: { reason },
          signal,
        })
      ).baseDTO,
    ...ONCE,
  });

const CHANGING = [
  'me',
  'person',
  'reviews',
  'recoveries',
  'tickets',
  'companies',
  'withdrawals',
  'payouts',
  'holidays',
  'unclaimed',
  'bank-deposits',
  'treasury',
  'rules',
  'rows',
  'freezes',
] as const;

/** What an act may have changed. */
export async function refreshDesk(): Promise<void> {
  await Promise.all(CHANGING.map((part) => queryClient.invalidateQueries({ queryKey: ['desk', part] })));
}

/** Who comes after this person in the part of the queue that is worked through. */
export async function nextInQueue(after: string, state: QueueState | null): Promise<ReviewRow | null> {
  const { content } = await call<typeof reviews>('GET', '/backoffice/reviews', {
    query: { size: 2, ...(state && { state }) },
  });
  return content.find(({ id }) => id !== after) ?? null;
}

export const QUEUE_STATES = ['PENDING', 'INFORMATION_CHANGED_PENDING', 'COMPANY'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];
