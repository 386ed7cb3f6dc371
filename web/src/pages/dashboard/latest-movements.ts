import type { movements } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

const SIZE = 5;

/** The latest changes of the balances. */
export const latestMovementsQuery = queryOptions({
  queryKey: ['movements', 'latest', SIZE],
  queryFn: async ({ signal }) =>
    (await call<typeof movements>('GET', '/movements', { query: { size: SIZE }, signal })).content,
});
