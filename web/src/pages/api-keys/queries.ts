import type { addProgramKey, BodyOf, ProgramKey, programKeys, ReplyOf } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }): Promise<ProgramKey[]> =>
    (await call<typeof programKeys>('GET', '/users/api-keys', { signal })).content,
});

export const refetchApiKeys = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });

export type CreatedApiKey = ReplyOf<typeof addProgramKey>['baseDTO'];

/** Requires password and code. */
export const createApiKey = async (body: BodyOf<typeof addProgramKey>): Promise<CreatedApiKey> =>
  (await call<typeof addProgramKey>('POST', '/users/api-keys', { body })).baseDTO;
