import type { MarketType } from '@sarraf/domain';
import type { cancelOrder, cancelOrders, Order } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { refreshBalances } from '../../../trade-box/use-balances.ts';
import { cacheOrder } from './use-orders.ts';

/** Selects the orders to cancel together. */
export interface CancelFilter {
  /** Null: every market. */
  marketType: MarketType | null;
  /** Null: both sides. */
  side: 'BUY' | 'SELL' | null;
}

/** Cancels orders; idempotent, so a failed request may simply be retried. */
export function useCancelOrders() {
  const t = useTranslations('exchange.orders');
  const { digits } = useFormat();
  const failure = useErrorMessages();
  const cancelOne = useMutation({
    mutationFn: async ({ id }: Order) =>
      (await call<typeof cancelOrder>('DELETE', '/orders/:id', { params: { id } })).baseDTO,
    onSuccess: (order) => {
      cacheOrder(order);
      toast(t('cancelled'), 'done');
    },
    onError: failure.show,
    onSettled: refreshBalances,
  });
  const cancelAll = useMutation({
    mutationFn: ({ marketType, side }: CancelFilter) =>
      call<typeof cancelOrders>('DELETE', '/orders', {
        query: { ...(marketType ? { marketType } : { all: true }), ...(side && { side }) },
      }),
    onSuccess: ({ count }) => toast(t('cancelledAll', { count, shown: digits(count) }), 'done'),
    onError: failure.show,
    onSettled: refreshBalances,
  });
  return {
    busy: cancelOne.isPending,
    busyAll: cancelAll.isPending,
    one: (order: Order, onSettled: () => void) => cancelOne.mutate(order, { onSettled }),
    all: (filter: CancelFilter, onSettled: () => void) => cancelAll.mutate(filter, { onSettled }),
  };
}
