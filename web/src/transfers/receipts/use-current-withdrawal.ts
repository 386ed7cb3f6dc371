import type { WithdrawalRow, withdrawalDetail } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useLastNonNull } from '../../lib/browser/use-last.ts';
import { isReturned } from '../status.ts';

const POLL_MS = 10_000;

/** Of the group that `refetchMoney` refetches. */
export const withdrawalKey = (id: string) => ['withdrawals', 'detail', id] as const;

/**
 * Returns the current state of a withdrawal while its receipt is open: it may be sent, or be cancelled elsewhere,
 * after the row was fetched. Afterwards, returns the last one.
 */
export function useCurrentWithdrawal(withdrawal: WithdrawalRow | null): WithdrawalRow | null {
  const lastWithdrawal = useLastNonNull(withdrawal);
  const id = lastWithdrawal?.id ?? '';
  const { data } = useQuery({
    queryKey: withdrawalKey(id),
    queryFn: async ({ signal }) =>
      (
        await call<typeof withdrawalDetail>('GET', '/wallets/withdrawal-requests/:id', {
          params: { id },
          signal,
        })
      ).baseDTO,
    enabled: withdrawal !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : POLL_MS),
  });
  return data ?? lastWithdrawal;
}

const hasEnded = (row: WithdrawalRow): boolean => row.isDone || isReturned(row);
