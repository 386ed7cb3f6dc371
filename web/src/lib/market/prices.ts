import type { Asset, Quote } from '@sarraf/domain';
import type {
  CoinPrice,
  CoinsMessage,
  exchangePriceUsd,
  exchangePriceUsdt,
  PricesMessage,
} from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { addressOf, call } from '../api/api.ts';
import { prefetchedInitialData } from '../queries/public-query.ts';
import { queryClient } from '../queries/query-client.ts';
import { listen, useStreamAlive } from '../stream/stream.ts';

const POLL_MS = 5_000;
const WEEK_STALE_MS = 600_000;

export const pricesQuery = (quote: Quote) =>
  queryOptions({
    queryKey: ['prices', quote],
    queryFn: ({ signal }) => fetchPrices(quote, false, signal),
    staleTime: POLL_MS,
    initialData: prefetchedInitialData<CoinPrice[]>(pricesAddress(quote)),
    initialDataUpdatedAt: 0,
  });

const PATHS = { TOMAN: '/coins/exchange-price/usd', TETHER: '/coins/exchange-price/usdt' } as const;
const queryOf = (week: boolean) => (week ? { includeWeeklyChange: true } : { include24hrChange: true });

/** The request whose reply the server sends along with a page. */
export const pricesAddress = (quote: Quote, week = false): string =>
  addressOf(PATHS[quote], { query: queryOf(week) });

const fetchPrices = (quote: Quote, week: boolean, signal: AbortSignal): Promise<CoinPrice[]> =>
  call<typeof exchangePriceUsd | typeof exchangePriceUsdt>('GET', PATHS[quote], {
    query: queryOf(week),
    signal,
  });

export interface Prices {
  list: readonly CoinPrice[];
  of: (coin: Asset) => CoinPrice | undefined;
  /** When the latest price arrived, in milliseconds; 0 before the first. */
  updatedAt: number;
  loading: boolean;
  failed: boolean;
  refetch: () => void;
}

/** One GET, then the stream; refetches every 5,000 ms while there is no stream, but not in a hidden tab. */
export const livePricesQuery = (quote: Quote, alive: boolean) => ({
  ...pricesQuery(quote),
  refetchInterval: alive ? (false as const) : POLL_MS,
  refetchIntervalInBackground: false,
});

export function usePrices(quote: Quote): Prices {
  const alive = useStreamAlive();
  useEffect(() => {
    return listenToPrices();
  }, []);
  const query = useQuery(livePricesQuery(quote, alive));
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

/** Returns 20 prices of the last week per coin, for a sparkline; fetched separately because they change slowly. */
export function useWeek(quote: Quote): (coin: Asset) => readonly string[] {
  const { data } = useQuery({
    queryKey: ['week', quote],
    queryFn: ({ signal }) => fetchPrices(quote, true, signal),
    staleTime: WEEK_STALE_MS,
    initialData: prefetchedInitialData<CoinPrice[]>(pricesAddress(quote, true)),
  });
  return (coin) => data?.find((price) => price.destCoinSymbol === coin)?.lastWeekData ?? [];
}

const NONE: readonly CoinPrice[] = [];

function listenToPrices(): () => void {
  const unsubscribe = listen<CoinsMessage>(
    'coins',
    ({ type }) => type === 'update' && rereadTerms(),
    rereadTerms,
  );
  const stop = listen<PricesMessage>(
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
  return () => {
    unsubscribe();
    stop();
  };
}

/** Refetches the limits, steps and switches of coins and markets. */
function rereadTerms(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => /coins\/details|^market,/.test(queryKey.join()),
  });
}

/** Merges an update, which may contain only the coins whose price changed. */
export function merge(known: readonly CoinPrice[], moved: readonly CoinPrice[]): CoinPrice[] {
  const fresh = new Map(moved.map((price) => [price.destCoinSymbol, price]));
  const kept = known.map((price) => {
    const next = fresh.get(price.destCoinSymbol);
    fresh.delete(price.destCoinSymbol);
    return next ? { ...price, ...next } : price;
  });
  return [...kept, ...fresh.values()];
}
