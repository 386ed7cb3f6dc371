import type { abandonPayment } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { toast } from '../../../lib/notices.ts';
import { walletsQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { tomanTermsQuery } from './use-terms.ts';

/** Cancels a payment that is open at the bank; reports the outcome and refetches the terms. */
export function useAbandonPayment(id: string) {
  const t = useTranslations('wallet.open');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      (
        await call<typeof abandonPayment>('POST', '/payments/:id/drop', {
          params: { id },
          idempotencyKey: newIdempotencyKey(),
        })
      ).baseDTO,
    onSuccess: async ({ state }) => {
      if (state === 'FAILED') toast(t('freed'), 'done');
      if (state === 'PAID') {
        toast(t('paid'), 'done');
        void queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey });
      }
      await queryClient.invalidateQueries({ queryKey: tomanTermsQuery.queryKey });
    },
  });
  return { busy: isPending, error, start: () => mutate() };
}
