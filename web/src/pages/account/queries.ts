import type { account, idFormatTypes, provinces } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY };

/** Including the ids of documents, which no other page needs. */
export const fullAccountQuery = queryOptions({
  queryKey: [...accountQuery.queryKey, 'full'],
  queryFn: async ({ signal }) =>
    (await call<typeof account>('GET', '/users/account', { query: { imageNeeded: true }, signal })).baseDTO,
});

/** Refetches the account that all pages share. */
export const refetchAccount = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });

export const provincesQuery = queryOptions({
  queryKey: ['provinces'],
  queryFn: ({ signal }) => call<typeof provinces>('GET', '/country/iran/provinces', { signal }),
  ...NEVER_STALE,
});

export const idFormatsQuery = queryOptions({
  queryKey: ['id-formats'],
  queryFn: ({ signal }) => call<typeof idFormatTypes>('GET', '/users/id-format-type', { signal }),
  ...NEVER_STALE,
});
