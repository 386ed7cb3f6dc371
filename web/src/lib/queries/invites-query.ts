import type { invites } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Referral code, link, and statistics. */
export const invitesQuery = queryOptions({
  queryKey: ['invites'],
  queryFn: async ({ signal }) => (await call<typeof invites>('GET', '/users/invites', { signal })).baseDTO,
});
