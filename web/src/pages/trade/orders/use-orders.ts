import type { MarketType } from '@sarraf/domain';
import type { Order, OrdersMessage, orders } from '@sarraf/domain/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { type PaginatedList, useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { listen, useStreamAlive } from '../../../lib/stream/stream.ts';
import { isLimitOrder, upsertOrder } from './order.ts';

interface Reply {
  content: Order[];
  nextCursor?: string | null;
}

const OPEN = 'open';
/** Enough for most people's open orders in one reply; the maximum is 200 per market. */
const OPEN_SIZE = 100;
const CALM_MS = 400;
const POLL_MS = 5_000;
/** Polling interval for the price of a trailing stop that no message reports. */
const FOLLOWED_MS = 10_000;

/** Loads the person's open orders in a market, or in all (null). */
export const useOpenOrders = (marketType: MarketType | null, enabled = true): PaginatedList<Order> =>
  useCursorPagination<Order>(
    ['orders', OPEN, marketType],
    (page, signal) => fetchOrders('open', marketType, page, signal),
    OPEN_SIZE,
    { enabled },
  );

/** Loads closed orders of a market, newest first. */
export const useEndedOrders = (marketType: MarketType): PaginatedList<Order> =>
  useCursorPagination<Order>(['orders', 'closed', marketType], (page, signal) =>
    fetchOrders('closed', marketType, page, signal),
  );

async function fetchOrders(
  status: 'open' | 'closed',
  marketType: MarketType | null,
  page: { size: number; cursor?: string },
  signal: AbortSignal,
): Promise<Reply> {
  const query = { ...page, status, ...(marketType && { marketType }) };
  return call<typeof orders>('GET', '/orders', { query, signal });
}

/** Updates an order in all lists of open orders; refetches the other lists. */
export function showOrder(order: Order): void {
  if (!isLimitOrder(order)) return;
  for (const [key] of queryClient.getQueriesData({ queryKey: ['orders', OPEN] })) {
    const market = key[2];
    if (market !== null && market !== order.marketType) continue;
    queryClient.setQueryData<InfiniteData<Reply>>(key, (known) => known && upsertOrder(known, order));
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Refetches once for many changes in a row: a market maker's orders may be filled many times a second. */
export function refreshOrdersSoon(): void {
  if (timer) return;
  timer = setTimeout(() => {
    timer = undefined;
    for (const key of ['orders', 'order', 'trades', 'fills'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }, CALM_MS);
}

/** Keeps displayed lists of orders current; polls while there is no stream. */
export function useLiveOrders(enabled: boolean): void {
  const alive = useStreamAlive();
  useEffect(() => {
    if (!enabled) return;
    return listen<OrdersMessage>(
      'orders',
      ({ type, data }) => {
        // The first message only confirms the subscription.
        if (type === 'update') showOrder(data);
        refreshOrdersSoon();
      },
      refreshOrdersSoon,
    );
  }, [enabled]);
  useEffect(() => {
    if (!enabled || alive) return;
    const timer = setInterval(refreshOrdersSoon, POLL_MS);
    return () => clearInterval(timer);
  }, [enabled, alive]);
}

/** Polls the price of a trailing stop while it waits, since no message reports it. */
export function useFollowedStops(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const read = () => {
      if (!document.hidden) void queryClient.invalidateQueries({ queryKey: ['orders', OPEN] });
    };
    const timer = setInterval(read, FOLLOWED_MS);
    return () => clearInterval(timer);
  }, [enabled]);
}
