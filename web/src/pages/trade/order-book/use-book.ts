import { type MarketType, scaleOf } from '@sarraf/domain';
import type { BookMessage, OrderBook, orderBook } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { listen, useStreamAlive } from '../../../lib/stream/stream.ts';
import type { OrderMarket } from '../order-form/form.ts';
import { type Book, changed, readBook } from './book.ts';

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

export interface LiveBook {
  /** Null until it is known. */
  book: Book | null;
  failed: boolean;
  error: unknown;
  refetch: () => void;
}

/** A market's book: one GET, then the stream; polled every 5,000 ms without a stream. */
export function useBook({ coin, quote }: OrderMarket, marketType: MarketType): LiveBook {
  const alive = useStreamAlive();
  useEffect(() => {
    return listenToBook(marketType);
  }, [marketType]);
  const query = useQuery({ ...bookQuery(marketType), refetchInterval: alive ? false : POLL_MS });
  const book = useMemo(
    () => (query.data ? readBook(query.data, scaleOf(coin), scaleOf(quote)) : null),
    [query.data, coin, quote],
  );
  return {
    book,
    failed: query.isError && !query.data,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}

function listenToBook(marketType: MarketType): () => void {
  const { queryKey } = bookQuery(marketType);
  const refresh = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  return listen<BookMessage>(
    `book:${marketType}`,
    ({ type, seq, prev = seq - 1, data }) => {
      if (type === 'snapshot') {
        queryClient.setQueryData(queryKey, { marketType, sequence: seq, ...data });
        return;
      }
      const known = queryClient.getQueryData(queryKey);
      const next = known && changed(known, { sequence: seq, prev, ...data });
      if (next) queryClient.setQueryData(queryKey, next);
      else refresh();
    },
    refresh,
  );
}
