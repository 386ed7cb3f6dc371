import type { invites } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Code, link, and what came of them. */
export const invitesQuery = queryOptions({
  queryKey: ['invites'],
  queryFn: async ({ signal }) => (await call<typeof invites>('GET', '/users/invites', { signal })).baseDTO,
});
