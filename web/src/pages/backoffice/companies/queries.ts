import type { StaffCompanyDetail, staffCompany } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';

export const storePath = (id: string): string => `/backoffice/companies/${id}`;

export const storeQuery = (id: string) =>
  queryOptions({
    queryKey: ['backoffice', 'companies', 'one', id],
    queryFn: async ({ signal }): Promise<StaffCompanyDetail> =>
      (await call<typeof staffCompany>('GET', '/backoffice/companies/:id', { params: { id }, signal }))
        .baseDTO,
    ...FETCH_ONCE,
  });
