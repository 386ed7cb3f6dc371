import { formatAmount, formatDecimal, scaleOf } from '@sarraf/domain';
import type { Order, replaceOrder } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { isUnresolved } from '../../../lib/api/last-move.ts';
import { toast } from '../../../lib/notices.ts';
import { refreshBalances } from '../../../trade-box/use-balances.ts';
import type { OrderChange } from './change.ts';
import { summarizeOrder } from './order.ts';
import { cacheOrder, scheduleOrdersRefetch } from './use-orders.ts';

interface ChangeRequest {
  order: Order;
  change: OrderChange;
  idempotencyKey: string;
}

/** Changes an open order: in place if it keeps its time priority, otherwise by replacing it atomically. */
export function useChangeOrder(onDone: () => void) {
  const t = useTranslations('exchange.change');
  const mutation = useMutation({
    mutationFn: async ({ order, change, idempotencyKey }: ChangeRequest) => {
      const market = summarizeOrder(order).market;
      if (!market) throw new Error('An order of an unknown market has no form.');
      const body = {
        amount: formatAmount(change.amount, market.coin),
        unitPrice: formatDecimal(change.price, scaleOf(market.quote)),
      };
      const options = { params: { id: order.id }, body, idempotencyKey };
      return (await call<typeof replaceOrder>('PUT', '/orders/:id', options)).baseDTO;
    },
    onSuccess: (placed, { order }) => {
      if (placed.id !== order.id) cacheOrder({ ...order, orderStatus: 'FINISHED_WITHOUT_TRANSACTION' });
      cacheOrder(placed);
      toast(t(placed.id === order.id ? 'done' : 'doneAnew'), 'done');
      onDone();
    },
    onSettled: () => {
      refreshBalances();
      scheduleOrdersRefetch();
    },
  });
  const unresolved = mutation.isError && isUnresolved(mutation.error);
  return {
    busy: mutation.isPending,
    unresolved,
    error: mutation.error,
    clear: () => mutation.reset(),
    /** While the outcome is unknown, only the same request is sent again. */
    send: (order: Order, change: OrderChange) =>
      mutation.mutate(
        unresolved && mutation.variables
          ? mutation.variables
          : { order, change, idempotencyKey: newIdempotencyKey() },
      ),
  };
}
