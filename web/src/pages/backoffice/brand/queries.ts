import type { StaffBrand, staffBrand } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { showBrand } from '../../../lib/brand.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';

export const brandQuery = queryOptions({
  queryKey: ['backoffice', 'brand'],
  queryFn: async ({ signal }) =>
    (await call<typeof staffBrand>('GET', '/backoffice/brand', { signal })).baseDTO,
});

/** Updates the cache, so that the back office and the page around it show the saved brand immediately. */
export function cacheBrand(staffBrand: StaffBrand): void {
  queryClient.setQueryData(brandQuery.queryKey, staffBrand);
  showBrand(staffBrand.brand);
}

export const refetchBrand = () => queryClient.refetchQueries({ queryKey: brandQuery.queryKey });
