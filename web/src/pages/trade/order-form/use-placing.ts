import type { Order } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { isUnresolved } from '../../../lib/api/last-move.ts';
import { refreshBalances } from '../../../trade-box/use-balances.ts';
import { cacheOrder } from '../orders/use-orders.ts';
import type { AdvancedState } from './advanced/state.ts';
import type { OrderPlan } from './form.ts';
import { type OrderIntent, submitOrder } from './place-order.ts';

/** Pause before another attempt after the server refused an order because trading is closed. */
const CLOSED_PAUSE_MS = 30_000;
const CLOSED_CODE = 'TRADING_CLOSED';

export interface OrderSubmission {
  /** The last submitted order. */
  plan: OrderPlan | null;
  sending: boolean;
  /** Unknown whether the order was placed: only the same request may be sent again. */
  unresolved: boolean;
  error: unknown;
  /** The last order, as in the reply; for a group the one that trades first. */
  order: Order | null;
  /** Number of orders placed: one, or a group. */
  count: number;
  closed: boolean;
  send: (plan: OrderPlan, more: AdvancedState) => void;
  /** Sends the same request again. */
  resend: () => void;
  /** Clears the outcome of the last order. */
  clear: () => void;
}

/** Submits orders one at a time, each with one idempotency key until there is a response. */
export function useSubmitOrder(onPlaced: () => void): OrderSubmission {
  const [isTradingClosed, setIsTradingClosed] = useState(false);
  const order = useMutation({
    mutationFn: submitOrder,
    onSuccess: (placed: readonly Order[]) => {
      for (const placedOrder of placed) cacheOrder(placedOrder);
      refreshBalances();
      onPlaced();
    },
    onError: (error, _: OrderIntent) => {
      if (error instanceof ApiError && error.code === CLOSED_CODE) setIsTradingClosed(true);
      refreshBalances();
    },
  });
  useEffect(() => {
    if (!isTradingClosed) return;
    const timer = setTimeout(() => setIsTradingClosed(false), CLOSED_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTradingClosed]);
  const unresolved = order.isError && isUnresolved(order.error);

  return {
    plan: order.variables?.plan ?? null,
    sending: order.isPending,
    unresolved,
    error: order.error,
    order: order.data?.[0] ?? null,
    count: order.data?.length ?? 0,
    closed: isTradingClosed,
    send: (plan, more) => {
      if (order.isPending || unresolved) return;
      order.mutate({ plan, more, at: Date.now(), idempotencyKey: newIdempotencyKey() });
    },
    resend: () => {
      if (unresolved && order.variables) order.mutate(order.variables);
    },
    clear: () => {
      if (order.isPending) return;
      if (unresolved) refreshBalances();
      order.reset();
    },
  };
}
