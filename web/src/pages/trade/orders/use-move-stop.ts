import type { BodyOf, cancelOrder, Order, placeOrder } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { refreshBalances } from '../../../trade-box/use-balances.ts';
import { cacheOrder, scheduleOrdersRefetch } from './use-orders.ts';

interface StopMove {
  order: Order;
  body: BodyOf<typeof placeOrder>;
}

/**
 * A trigger order can't be changed: it is cancelled, and another one is placed once the cancellation is certain.
 * One that triggers in the meantime refuses the cancellation, so it is never placed twice.
 */
export function useMoveStop(onSettled: () => void) {
  const t = useTranslations('exchange.move');
  const failure = useErrorMessages();
  const mutation = useMutation({
    mutationFn: async ({ order, body }: StopMove) => {
      const options = { params: { id: order.id }, idempotencyKey: newIdempotencyKey() };
      cacheOrder((await call<typeof cancelOrder>('DELETE', '/orders/:id', options)).baseDTO);
      try {
        return (
          await call<typeof placeOrder>('POST', '/orders', { body, idempotencyKey: newIdempotencyKey() })
        ).baseDTO;
      } catch (error) {
        toast(t('gone', { why: failure.text(error) }), 'problem');
        return null;
      }
    },
    onSuccess: (placed) => {
      if (!placed) return;
      cacheOrder(placed);
      toast(t('done'), 'done');
    },
    onError: failure.show,
    onSettled: () => {
      refreshBalances();
      scheduleOrdersRefetch();
      onSettled();
    },
  });
  return { busy: mutation.isPending, send: (move: StopMove) => mutation.mutate(move) };
}
