import type { Asset, Quote } from '@sarraf/domain';
import type { CoinPrice, exchangePriceUsd, exchangePriceUsdt, PricesMessage } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { listen, useStreamAlive } from './stream.ts';

const POLL_MS = 5_000;
const WEEK_STALE_MS = 600_000;

export const pricesQuery = (quote: Quote) =>
  queryOptions({
    queryKey: ['prices', quote],
    queryFn: ({ signal }) => fetchPrices(quote, false, signal),
    staleTime: POLL_MS,
  });

function fetchPrices(quote: Quote, week: boolean, signal: AbortSignal): Promise<CoinPrice[]> {
  const options = { query: week ? { includeWeeklyChange: true } : { include24hrChange: true }, signal };
  return quote === 'TOMAN'
    ? call<typeof exchangePriceUsd>('GET', '/coins/exchange-price/usd', options)
    : call<typeof exchangePriceUsdt>('GET', '/coins/exchange-price/usdt', options);
}

export interface Prices {
  list: readonly CoinPrice[];
  of: (coin: Asset) => CoinPrice | undefined;
  /** When the newest price arrived, in milliseconds; 0 before the first. */
  updatedAt: number;
  loading: boolean;
  failed: boolean;
  refetch: () => void;
}

/** Prices of a quote: one GET, then the stream; polled every 5,000 ms while there is no stream. */
export function usePrices(quote: Quote): Prices {
  const alive = useStreamAlive();
  useEffect(listenToPrices, []);
  const query = useQuery({ ...pricesQuery(quote), refetchInterval: alive ? false : POLL_MS });
  const list = query.data ?? NONE;
  const byCoin = useMemo(() => new Map(list.map((price) => [price.destCoinSymbol, price])), [list]);
  return {
    list,
    of: (coin) => byCoin.get(coin),
    updatedAt: query.dataUpdatedAt,
    loading: query.isPending,
    failed: query.isError && list.length === 0,
    refetch: () => void query.refetch(),
  };
}

/** 20 prices of the last week per coin, for a sparkline; fetched apart because it changes slowly. */
export function useWeek(quote: Quote): (coin: Asset) => readonly string[] {
  const { data } = useQuery({
    queryKey: ['week', quote],
    queryFn: ({ signal }) => fetchPrices(quote, true, signal),
    staleTime: WEEK_STALE_MS,
  });
  return (coin) => data?.find((price) => price.destCoinSymbol === coin)?.lastWeekData ?? [];
}

const NONE: readonly CoinPrice[] = [];

function listenToPrices(): () => void {
  return listen<PricesMessage>(
    'prices',
    ({ type, data }) => {
      for (const quote of ['TOMAN', 'TETHER'] as const) {
        queryClient.setQueryData(pricesQuery(quote).queryKey, (known) =>
          type === 'snapshot' || !known ? data[quote] : merge(known, data[quote]),
        );
      }
    },
    () => void queryClient.invalidateQueries({ queryKey: ['prices'] }),
  );
}

/** An update may hold only the coins that moved. */
export function merge(known: readonly CoinPrice[], moved: readonly CoinPrice[]): CoinPrice[] {
  const fresh = new Map(moved.map((price) => [price.destCoinSymbol, price]));
  const kept = known.map((price) => {
    const next = fresh.get(price.destCoinSymbol);
    fresh.delete(price.destCoinSymbol);
    return next ? { ...price, ...next } : price;
  });
  return [...kept, ...fresh.values()];
}
