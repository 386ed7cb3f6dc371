import { type MarketType, marketType, scaleOf } from '@sarraf/domain';
import type { BookMessage, OrderBook, orderBook } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { listen, useStreamAlive } from '../../../lib/stream/stream.ts';
import type { OrderMarket } from '../order-form/form.ts';
import { applyBookChange, type Book, type BookChange, mergeBookChanges, readBook } from './book.ts';

const POLL_MS = 5_000;

const bookQuery = (marketType: MarketType) =>
  queryOptions({
    queryKey: ['orderbook', marketType],
    queryFn: async ({ signal }): Promise<OrderBook> => {
      const fetched = await call<typeof orderBook>('GET', '/orderbook/:marketType', {
        params: { marketType },
        signal,
      });
      // The stream may have delivered a newer one in the meantime.
      const known = queryClient.getQueryData<OrderBook>(['orderbook', marketType]);
      return known && known.sequence > fetched.sequence ? known : fetched;
    },
  });

/**
 * Returns a market's order book, null until it is loaded: one GET, then the updates of `useBookFeed`. Re-renders
 * its caller on every change.
 */
export function useOrderBook({ coin, quote }: OrderMarket): Book | null {
  const { data } = useQuery(bookQuery(marketType(coin, quote)));
  return useMemo(() => (data ? readBook(data, scaleOf(coin), scaleOf(quote)) : null), [data, coin, quote]);
}

/** Returns why there is no order book and a retry function; null if there is one or it is loading. */
export function useBookFailure({ coin, quote }: OrderMarket): { error: unknown; retry: () => void } | null {
  const { data, isError, error, refetch } = useQuery({
    ...bookQuery(marketType(coin, quote)),
    select: isKnown,
  });
  return isError && !data ? { error, retry: () => void refetch() } : null;
}
const isKnown = () => true;

/**
 * Returns the best price of both sides, or the whole order book with `whole`: a caller that needs only the best
 * prices re-renders only when these change.
 */
export function useBestPrices({ coin, quote }: OrderMarket, whole: boolean): Book | null {
  const select = useCallback(
    (book: OrderBook) => readBook(whole ? book : bestOf(book), scaleOf(coin), scaleOf(quote)),
    [coin, quote, whole],
  );
  return useQuery({ ...bookQuery(marketType(coin, quote)), select }).data ?? null;
}

/** The best prices, with a dummy amount. */
const bestOf = (book: OrderBook): OrderBook => ({
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
  useQuery({ ...bookQuery(type), refetchInterval: alive ? false : POLL_MS, notifyOnChangeProps: [] });
}

/** Minimum time between renders of the order book: people read no faster. */
const SHOWN_MS = 100;
/** Maximum share of time that a slow page spends on it, up to a maximum age of the order book. */
const SHARE = 1 / 4;
const LATEST_MS = 250;

function listenToBook(marketType: MarketType): () => void {
  const { queryKey } = bookQuery(marketType);
  const refresh = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  let waiting: BookChange | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = SHOWN_MS;
  const forget = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting = null;
  };
  const show = () => {
    const change = waiting;
    forget();
    const known = queryClient.getQueryData(queryKey);
    const next = known && change && applyBookChange(known, change);
    if (!next) return refresh();
    const began = performance.now();
    queryClient.setQueryData(queryKey, next);
    whenDrawn(() => {
      wait = Math.min(LATEST_MS, Math.max(SHOWN_MS, (performance.now() - began) / SHARE));
    });
  };
  const stop = listen<BookMessage>(
    `book:${marketType}`,
    ({ type, seq, prev = seq - 1, data }) => {
      if (type === 'snapshot') {
        forget();
        queryClient.setQueryData(queryKey, { marketType, sequence: seq, ...data });
        return;
      }
      const change = { sequence: seq, prev, ...data };
      waiting = waiting ? mergeBookChanges(waiting, change) : change;
      if (waiting) timer ??= setTimeout(show, wait);
      else {
        forget();
        refresh();
      }
    },
    refresh,
  );
  return () => {
    forget();
    stop();
  };
}

/** Calls back in a separate task once the data just set on a query is rendered and painted. */
function whenDrawn(act: () => void): void {
  setTimeout(() => requestAnimationFrame(() => setTimeout(act)));
}
