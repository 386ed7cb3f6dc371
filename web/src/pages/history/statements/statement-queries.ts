import type {
  BodyOf,
  readStatement,
  requestYearlyStatement,
  Statement,
  statements,
} from '@sarraf/domain/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';

export type StatementRequest = BodyOf<typeof requestYearlyStatement>;

const KEY = ['statements'] as const;
const POLL_MS = 1_000;

export const isInProgress = ({ state }: Statement): boolean => state === 'WAITING' || state === 'MAKING';

/** Polls while a statement is being created. */
export const useStatements = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call<typeof statements>('GET', '/statements', { signal }),
    refetchInterval: ({ state }) => (state.data?.content.some(isInProgress) ? POLL_MS : false),
  });

export function useRequestStatement(onError: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StatementRequest) =>
      call<typeof requestYearlyStatement>('POST', '/statements', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    onError,
  });
}

/** Requires a step-up confirmation if the last one was long ago; personal, and may be recreated under the same id. */
export const useStatementDocument = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: async ({ signal }) =>
      (await call<typeof readStatement>('GET', '/statements/:id', { params: { id }, signal })).baseDTO,
    ...FETCH_ONCE,
    retry: false,
  });
