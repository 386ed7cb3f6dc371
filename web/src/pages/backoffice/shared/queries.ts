import type {
  backofficeOverview,
  PersonDetail,
  ReviewRow,
  readPerson,
  reviews,
} from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { getStaffRights, type StaffRights } from './access.ts';

const MINUTE = 60_000;

/** The staff member's roles and the numbers of waiting items. */
export const overviewQuery = queryOptions({
  queryKey: ['backoffice', 'me'],
  queryFn: async ({ signal }) =>
    (await call<typeof backofficeOverview>('GET', '/backoffice/me', { signal })).baseDTO,
  staleTime: MINUTE,
  refetchInterval: MINUTE,
});

/** Only within the layout, which renders nothing before the rights are loaded. */
export function useRights(): StaffRights {
  const { data } = useQuery(overviewQuery);
  return getStaffRights(data?.roles ?? []);
}

export const personQuery = (id: string, reason: string) =>
  queryOptions({
    queryKey: ['backoffice', 'person', id, reason],
    queryFn: async ({ signal }): Promise<PersonDetail> =>
      (
        await call<typeof readPerson>('GET', '/backoffice/people/:id', {
          params: { id },
          query: { reason },
          signal,
        })
      ).baseDTO,
    ...FETCH_ONCE,
  });

const CHANGING_KEYS = [
  'me',
  'waiting',
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
  'suspense',
  'gateway-settlements',
  'bank',
  'treasury',
  'rules',
  'rows',
  'freezes',
  'operations',
  'alarms',
] as const;

/** Refetches everything that a staff action may have changed. */
export async function refetchBackoffice(): Promise<void> {
  await Promise.all(
    CHANGING_KEYS.map((part) => queryClient.invalidateQueries({ queryKey: ['backoffice', part] })),
  );
}

/** Returns the next person in the current part of the queue. */
export async function fetchNextInQueue(
  previousId: string,
  state: QueueState | null,
): Promise<ReviewRow | null> {
  const { content } = await call<typeof reviews>('GET', '/backoffice/reviews', {
    query: { size: 2, ...(state && { state }) },
  });
  return content.find(({ id }) => id !== previousId) ?? null;
}

export const QUEUE_STATES = ['PENDING', 'INFORMATION_CHANGED_PENDING', 'COMPANY'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];
