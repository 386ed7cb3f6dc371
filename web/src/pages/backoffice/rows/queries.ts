import type { BusinessRowKind } from '@sarraf/domain';
import type { BusinessRow, businessRows } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

export const rowsQuery = (kind: BusinessRowKind) =>
  queryOptions({
    queryKey: ['backoffice', 'rows', 'of', kind],
    queryFn: async ({ signal }): Promise<BusinessRow[]> =>
      (await call<typeof businessRows>('GET', '/backoffice/rows/:kind', { params: { kind }, signal }))
        .content,
  });
