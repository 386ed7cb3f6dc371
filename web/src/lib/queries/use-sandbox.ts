import type { sandboxOutbox } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../api/api.ts';

/** True once the server is known to be a sandbox: its outbox endpoint responds, which production doesn't have. */
export function useSandbox(): boolean {
  const { data } = useQuery({
    queryKey: ['is-sandbox'],
    queryFn: async ({ signal }) => {
      try {
        await call<typeof sandboxOutbox>('GET', '/sandbox/outbox', { query: { to: 'x' }, signal });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.httpStatus === 404) return false;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? false;
}
