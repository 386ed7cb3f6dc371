import type { DeskRowKind } from '@sarraf/domain';
import type { DeskRow, deskRows } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const rowsQuery = (kind: DeskRowKind) =>
  queryOptions({
    queryKey: ['desk', 'rows', 'of', kind],
    queryFn: async ({ signal }): Promise<DeskRow[]> =>
      (await call<typeof deskRows>('GET', '/backoffice/rows/:kind', { params: { kind }, signal })).content,
  });
