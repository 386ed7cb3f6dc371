import { formatMarketType, type MarketType, scaleOf } from '@sarraf/domain';
import type { BookMessage, OrderBook, orderBook } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../../../lib/stream/stream.ts';
import type { OrderMarket } from '../order-form/form.ts';
import { applyBookChange, type Book, type BookChange, mergeBookChanges, parseBook } from './book.ts';

const POLL_MS = 5_000;

const orderBookQuery = (marketType: MarketType) =>
  queryOptions({
    queryKey: ['orderbook', marketType],
    queryFn: async ({ signal }): Promise<OrderBook> => {
      const fetched = await call<typeof orderBook>('GET', '/orderbook/:marketType', {
        params: { marketType },
        signal,
      });
      // The stream may have delivered a newer one in the meantime.
      const cached = queryClient.getQueryData<OrderBook>(['orderbook', marketType]);
      return cached && cached.sequence > fetched.sequence ? cached : fetched;
    },
  });

/**
 * Returns a market's order book, null until it is loaded: one GET, then the updates of `useBookFeed`. Re-renders
 * its caller on every change.
 */
export function useOrderBook({ coin, quote }: OrderMarket): Book | null {
  const { data } = useQuery(orderBookQuery(formatMarketType(coin, quote)));
  return useMemo(() => (data ? parseBook(data, scaleOf(coin), scaleOf(quote)) : null), [data, coin, quote]);
}

/** Returns why there is no order book and a retry function; null if there is one or it is loading. */
export function useBookFailure({ coin, quote }: OrderMarket): { error: unknown; retry: () => void } | null {
  const { data, isError, error, refetch } = useQuery({
    ...orderBookQuery(formatMarketType(coin, quote)),
    select: returnTrue,
  });
  return isError && !data ? { error, retry: () => void refetch() } : null;
}
const returnTrue = () => true;

/**
 * Returns the best price of both sides, or the whole order book with `whole`: a caller that needs only the best
 * prices re-renders only when these change.
 */
export function useBestPrices({ coin, quote }: OrderMarket, whole: boolean): Book | null {
  const select = useCallback(
    (book: OrderBook) => parseBook(whole ? book : keepBestPrices(book), scaleOf(coin), scaleOf(quote)),
    [coin, quote, whole],
  );
  return useQuery({ ...orderBookQuery(formatMarketType(coin, quote)), select }).data ?? null;
}

/** The best prices, with a dummy amount. */
const keepBestPrices = (book: OrderBook): OrderBook => ({
  ...book,
  bids: book.bids.slice(0, 1).map(([price]) => [price, '1']),
  asks: book.asks.slice(0, 1).map(([price]) => [price, '1']),
});

/** Keeps a market's order book current for all users of it; polls every 5,000 ms without a stream. */
export function useBookFeed(type: MarketType): void {
  const alive = useStreamAlive();
  useEffect(() => {
    return listenToBook(type);
  }, [type]);
  useQuery({ ...orderBookQuery(type), refetchInterval: alive ? false : POLL_MS, notifyOnChangeProps: [] });
}

/** Minimum time between renders of the order book: people read no faster. */
const MIN_RENDER_INTERVAL_MS = 100;
/** Maximum share of time that a slow page spends on it, up to a maximum age of the order book. */
const MAX_TIME_SHARE = 1 / 4;
const MAX_AGE_MS = 250;

function listenToBook(marketType: MarketType): () => void {
  const { queryKey } = orderBookQuery(marketType);
  const refetch = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  let pendingChange: BookChange | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = MIN_RENDER_INTERVAL_MS;
  const dropPending = () => {
    clearTimeout(timer);
    timer = undefined;
    pendingChange = null;
  };
  const applyPending = () => {
    const change = pendingChange;
    dropPending();
    const current = queryClient.getQueryData(queryKey);
    const next = current && change && applyBookChange(current, change);
    if (!next) return refetch();
    const startedAt = performance.now();
    queryClient.setQueryData(queryKey, next);
    runAfterPaint(() => {
      delayMs = Math.min(
        MAX_AGE_MS,
        Math.max(MIN_RENDER_INTERVAL_MS, (performance.now() - startedAt) / MAX_TIME_SHARE),
      );
    });
  };
  const unsubscribe = subscribeToChannel<BookMessage>(
    `book:${marketType}`,
    ({ type, seq, prev = seq - 1, data }) => {
      if (type === 'snapshot') {
        dropPending();
        queryClient.setQueryData(queryKey, { marketType, sequence: seq, ...data });
        return;
      }
      const change = { sequence: seq, prev, ...data };
      pendingChange = pendingChange ? mergeBookChanges(pendingChange, change) : change;
      if (pendingChange) timer ??= setTimeout(applyPending, delayMs);
      else {
        dropPending();
        refetch();
      }
    },
    refetch,
  );
  return () => {
    dropPending();
    unsubscribe();
  };
}

/** Calls back in a separate task once the data just set on a query is rendered and painted. */
function runAfterPaint(work: () => void): void {
  setTimeout(() => requestAnimationFrame(() => setTimeout(work)));
}
