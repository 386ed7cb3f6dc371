import type { DeskBrand, deskBrand } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { showBrand } from '../../../lib/brand.ts';
import { queryClient } from '../../../lib/query-client.ts';

export const brandQuery = queryOptions({
  queryKey: ['desk', 'brand'],
  queryFn: async ({ signal }) =>
    (await call<typeof deskBrand>('GET', '/backoffice/brand', { signal })).baseDTO,
});

/** The desk shows what was saved at once, and so does the page around it. */
export function keepBrand(desk: DeskBrand): void {
  queryClient.setQueryData(brandQuery.queryKey, desk);
  showBrand(desk.brand);
}

export const rereadBrand = () => queryClient.refetchQueries({ queryKey: brandQuery.queryKey });
