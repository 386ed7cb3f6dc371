import type { cancelWithdrawal } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { newIdempotencyKey } from '../../lib/api/idempotency.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { refetchMoney } from '../refresh-money.ts';
import { withdrawalKey } from './use-current-withdrawal.ts';

/** Cancels a withdrawal that is still waiting. */
export function useCancelWithdrawal(onDone: () => void) {
  const t = useTranslations('history.cancel');
  const failure = useErrorMessages();
  const { mutate, isPending } = useMutation({
    mutationFn: async (id: string) =>
      (
        await call<typeof cancelWithdrawal>('DELETE', '/wallets/withdrawal-requests/:id', {
          params: { id },
          idempotencyKey: newIdempotencyKey(),
        })
      ).baseDTO,
    onSuccess: async (row) => {
      const queryKey = withdrawalKey(row.id);
      // A reply that is under way may be older than the cancellation.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, row);
      toast(t('done'), 'done');
      onDone();
    },
    onError: failure.show,
    // It may have been sent in the meantime: the refetched lists show that.
    onSettled: refetchMoney,
  });
  return { cancel: mutate, busy: isPending };
}
