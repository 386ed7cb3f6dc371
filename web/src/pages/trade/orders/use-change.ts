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
import { refreshOrdersSoon, showOrder } from './use-orders.ts';

interface Wanted {
  order: Order;
  change: OrderChange;
  idempotencyKey: string;
}

/** Changes an open order: in place if it keeps its time priority, otherwise by replacing it atomically. */
export function useChange(onDone: () => void) {
  const t = useTranslations('exchange.change');
  const sent = useMutation({
    mutationFn: async ({ order, change, idempotencyKey }: Wanted) => {
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
      if (placed.id !== order.id) showOrder({ ...order, orderStatus: 'FINISHED_WITHOUT_TRANSACTION' });
      showOrder(placed);
      toast(t(placed.id === order.id ? 'done' : 'doneAnew'), 'done');
      onDone();
    },
    onSettled: () => {
      refreshBalances();
      refreshOrdersSoon();
    },
  });
  const unresolved = sent.isError && isUnresolved(sent.error);
  return {
    busy: sent.isPending,
    unresolved,
    error: sent.error,
    clear: () => sent.reset(),
    /** While the outcome is unknown, only the same request is sent again. */
    send: (order: Order, change: OrderChange) =>
      sent.mutate(
        unresolved && sent.variables
          ? sent.variables
          : { order, change, idempotencyKey: newIdempotencyKey() },
      ),
  };
}
