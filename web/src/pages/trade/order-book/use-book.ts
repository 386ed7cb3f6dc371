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
      // The stream may have brought a newer one meanwhile.
      const known = queryClient.getQueryData<OrderBook>(['orderbook', marketType]);
      return known && known.sequence > fetched.sequence ? known : fetched;
    },
  });

/** A market's book, null until it is known: one GET, then what `useBookFeed` brings. Draws its user again with each change. */
export function useOrderBook({ coin, quote }: OrderMarket): Book | null {
  const { data } = useQuery(bookQuery(marketType(coin, quote)));
  return useMemo(() => (data ? readBook(data, scaleOf(coin), scaleOf(quote)) : null), [data, coin, quote]);
}

/** Why there is no book, and a way to ask again; null where there is one or may be. */
export function useBookFailure({ coin, quote }: OrderMarket): { error: unknown; retry: () => void } | null {
  const { data, isError, error, refetch } = useQuery({
    ...bookQuery(marketType(coin, quote)),
    select: isKnown,
  });
  return isError && !data ? { error, retry: () => void refetch() } : null;
}
const isKnown = () => true;

/** Both best levels, or with `whole` all of the book: whoever needs only those is drawn again when their prices change. */
export function useBestPrices({ coin, quote }: OrderMarket, whole: boolean): Book | null {
  const select = useCallback(
    (book: OrderBook) => readBook(whole ? book : bestOf(book), scaleOf(coin), scaleOf(quote)),
    [coin, quote, whole],
  );
  return useQuery({ ...bookQuery(marketType(coin, quote)), select }).data ?? null;
}

/** The best prices, with an amount that says nothing but that somebody waits there. */
const bestOf = (book: OrderBook): OrderBook => ({
  ...book,
  bids: book.bids.slice(0, 1).map(([price]) => [price, '1']),
  asks: book.asks.slice(0, 1).map(([price]) => [price, '1']),
});

/** Keeps a market's book up to date for all who use it; polled every 5,000 ms without a stream. */
export function useBookFeed(type: MarketType): void {
  const alive = useStreamAlive();
  useEffect(() => {
    return listenToBook(type);
  }, [type]);
  useQuery({ ...bookQuery(type), refetchInterval: alive ? false : POLL_MS, notifyOnChangeProps: [] });
}

/** A book that changes more often than this is shown so often: nobody reads faster. */
const SHOWN_MS = 100;
/** A page that draws slowly has this part of its time for it, but shows no book that is older than so long. */
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

/** Calls back once what a query has just been given is rendered, in a turn of its own, and on the screen. */
function whenDrawn(act: () => void): void {
  setTimeout(() => requestAnimationFrame(() => setTimeout(act)));
}
