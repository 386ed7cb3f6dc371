import type { Order } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { isUnresolved } from '../../../lib/api/last-move.ts';
import { refreshBalances } from '../../../trade-box/use-balances.ts';
import { showOrder } from '../orders/use-orders.ts';
import type { AdvancedState } from './advanced/state.ts';
import type { Plan } from './form.ts';
import { type OrderIntent, sendOrder } from './place-order.ts';

/** Pause before another attempt after the server refused an order because trading is closed. */
const CLOSED_MS = 30_000;
const CLOSED_CODE = 'TRADING_CLOSED';

export interface OrderSubmission {
  /** The last submitted order. */
  plan: Plan | null;
  sending: boolean;
  /** Unknown whether the order was placed: only the same request may be sent again. */
  unresolved: boolean;
  error: unknown;
  /** The last order, as in the reply; for a group the one that trades first. */
  order: Order | null;
  /** Number of orders placed: one, or a group. */
  count: number;
  closed: boolean;
  send: (plan: Plan, more: AdvancedState) => void;
  /** Sends the same request again. */
  again: () => void;
  /** Clears the outcome of the last order. */
  clear: () => void;
}

/** Submits orders one at a time, each with one idempotency key until there is a response. */
export function useSubmitOrder(onPlaced: () => void): OrderSubmission {
  const [closed, setClosed] = useState(false);
  const order = useMutation({
    mutationFn: sendOrder,
    onSuccess: (placed: readonly Order[]) => {
      for (const one of placed) showOrder(one);
      refreshBalances();
      onPlaced();
    },
    onError: (error, _: OrderIntent) => {
      if (error instanceof ApiError && error.code === CLOSED_CODE) setClosed(true);
      refreshBalances();
    },
  });
  useEffect(() => {
    if (!closed) return;
    const timer = setTimeout(() => setClosed(false), CLOSED_MS);
    return () => clearTimeout(timer);
  }, [closed]);
  const unresolved = order.isError && isUnresolved(order.error);

  return {
    plan: order.variables?.plan ?? null,
    sending: order.isPending,
    unresolved,
    error: order.error,
    order: order.data?.[0] ?? null,
    count: order.data?.length ?? 0,
    closed,
    send: (plan, more) => {
      if (order.isPending || unresolved) return;
      order.mutate({ plan, more, at: Date.now(), idempotencyKey: newIdempotencyKey() });
    },
    again: () => {
      if (unresolved && order.variables) order.mutate(order.variables);
    },
    clear: () => {
      if (order.isPending) return;
      if (unresolved) refreshBalances();
      order.reset();
    },
  };
}
