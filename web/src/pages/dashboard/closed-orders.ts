import type { orders } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

const SIZE = 5;

/** The latest closed orders. */
export const closedOrdersQuery = queryOptions({
  queryKey: ['orders', 'closed', SIZE],
  queryFn: async ({ signal }) =>
    (await call<typeof orders>('GET', '/orders', { query: { status: 'closed', size: SIZE }, signal }))
      .content,
});
