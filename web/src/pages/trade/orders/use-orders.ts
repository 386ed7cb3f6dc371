import type { MarketType } from '@sarraf/domain';
import type { Order, OrdersMessage, orders } from '@sarraf/domain/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { type PaginatedList, useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { subscribeToChannel, useStreamAlive } from '../../../lib/stream/stream.ts';
import { isLimitOrder, upsertOrder } from './order.ts';

interface OrdersReply {
  content: Order[];
  nextCursor?: string | null;
}

const OPEN_KEY = 'open';
/** Enough for most people's open orders in one reply; the maximum is 200 per market. */
const OPEN_SIZE = 100;
const REFETCH_DELAY_MS = 400;
const POLL_MS = 5_000;
/** Polling interval for the price of a trailing stop that no message reports. */
const TRAILING_POLL_MS = 10_000;

/** Loads the person's open orders in a market, or in all (null). */
export const useOpenOrders = (marketType: MarketType | null, enabled = true): PaginatedList<Order> =>
  useCursorPagination<Order>(
    ['orders', OPEN_KEY, marketType],
    (page, signal) => fetchOrders('open', marketType, page, signal),
    OPEN_SIZE,
    { enabled },
  );

/** Loads closed orders of a market, newest first. */
export const useClosedOrders = (marketType: MarketType): PaginatedList<Order> =>
  useCursorPagination<Order>(['orders', 'closed', marketType], (page, signal) =>
    fetchOrders('closed', marketType, page, signal),
  );

async function fetchOrders(
  status: 'open' | 'closed',
  marketType: MarketType | null,
  page: { size: number; cursor?: string },
  signal: AbortSignal,
): Promise<OrdersReply> {
  const query = { ...page, status, ...(marketType && { marketType }) };
  return call<typeof orders>('GET', '/orders', { query, signal });
}

/** Updates an order in all lists of open orders; refetches the other lists. */
export function cacheOrder(order: Order): void {
  if (!isLimitOrder(order)) return;
  for (const [key] of queryClient.getQueriesData({ queryKey: ['orders', OPEN_KEY] })) {
    const market = key[2];
    if (market !== null && market !== order.marketType) continue;
    queryClient.setQueryData<InfiniteData<OrdersReply>>(
      key,
      (cached) => cached && upsertOrder(cached, order),
    );
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Refetches once for many changes in a row: a market maker's orders may be filled many times a second. */
export function scheduleOrdersRefetch(): void {
  if (timer) return;
  timer = setTimeout(() => {
    timer = undefined;
    for (const key of ['orders', 'order', 'trades', 'fills'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }, REFETCH_DELAY_MS);
}

/** Keeps displayed lists of orders current; polls while there is no stream. */
export function useOrderUpdates(enabled: boolean): void {
  const alive = useStreamAlive();
  useEffect(() => {
    if (!enabled) return;
    return subscribeToChannel<OrdersMessage>(
      'orders',
      ({ type, data }) => {
        // The first message only confirms the subscription.
        if (type === 'update') cacheOrder(data);
        scheduleOrdersRefetch();
      },
      scheduleOrdersRefetch,
    );
  }, [enabled]);
  useEffect(() => {
    if (!enabled || alive) return;
    const timer = setInterval(scheduleOrdersRefetch, POLL_MS);
    return () => clearInterval(timer);
  }, [enabled, alive]);
}

/** Polls the price of a trailing stop while it waits, since no message reports it. */
export function usePolledTrailingStops(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const refetchOpenOrders = () => {
      if (!document.hidden) void queryClient.invalidateQueries({ queryKey: ['orders', OPEN_KEY] });
    };
    const timer = setInterval(refetchOpenOrders, TRAILING_POLL_MS);
    return () => clearInterval(timer);
  }, [enabled]);
}
