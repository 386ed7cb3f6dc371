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
import { buildApiUrl, call } from '../api/api.ts';
import { prefetchedInitialData } from '../queries/public-query.ts';
import { queryClient } from '../queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../stream/stream.ts';

const POLL_MS = 5_000;
const WEEK_STALE_MS = 600_000;

export const pricesQuery = (quote: Quote) =>
  queryOptions({
    queryKey: ['prices', quote],
    queryFn: ({ signal }) => fetchPrices(quote, false, signal),
    staleTime: POLL_MS,
    initialData: prefetchedInitialData<CoinPrice[]>(pricesUrl(quote)),
    initialDataUpdatedAt: 0,
  });

const PATHS = { TOMAN: '/coins/exchange-price/usd', TETHER: '/coins/exchange-price/usdt' } as const;
const buildQuery = (weekly: boolean) =>
  weekly ? { includeWeeklyChange: true } : { include24hrChange: true };

/** The request whose reply the server sends along with a page. */
export const pricesUrl = (quote: Quote, weekly = false): string =>
  buildApiUrl(PATHS[quote], { query: buildQuery(weekly) });

const fetchPrices = (quote: Quote, weekly: boolean, signal: AbortSignal): Promise<CoinPrice[]> =>
  call<typeof exchangePriceUsd | typeof exchangePriceUsdt>('GET', PATHS[quote], {
    query: buildQuery(weekly),
    signal,
  });

export interface Prices {
  list: readonly CoinPrice[];
  forCoin: (coin: Asset) => CoinPrice | undefined;
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
  const list = query.data ?? NO_PRICES;
  const byCoin = useMemo(() => new Map(list.map((price) => [price.destCoinSymbol, price])), [list]);
  return {
    list,
    forCoin: (coin) => byCoin.get(coin),
    updatedAt: query.dataUpdatedAt,
    loading: query.isPending,
    failed: query.isError && list.length === 0,
    refetch: () => void query.refetch(),
  };
}

/** Returns 20 prices of the last week per coin, for a sparkline; fetched separately because they change slowly. */
export function useWeekPrices(quote: Quote): (coin: Asset) => readonly string[] {
  const { data } = useQuery({
    queryKey: ['week', quote],
    queryFn: ({ signal }) => fetchPrices(quote, true, signal),
    staleTime: WEEK_STALE_MS,
    initialData: prefetchedInitialData<CoinPrice[]>(pricesUrl(quote, true)),
  });
  return (coin) => data?.find((price) => price.destCoinSymbol === coin)?.lastWeekData ?? [];
}

const NO_PRICES: readonly CoinPrice[] = [];

function listenToPrices(): () => void {
  const stopCoins = subscribeToChannel<CoinsMessage>(
    'coins',
    ({ type }) => type === 'update' && refetchTerms(),
    refetchTerms,
  );
  const stopPrices = subscribeToChannel<PricesMessage>(
    'prices',
    ({ type, data }) => {
      for (const quote of ['TOMAN', 'TETHER'] as const) {
        queryClient.setQueryData(pricesQuery(quote).queryKey, (cached) =>
          type === 'snapshot' || !cached ? data[quote] : mergePrices(cached, data[quote]),
        );
      }
    },
    () => void queryClient.invalidateQueries({ queryKey: ['prices'] }),
  );
  return () => {
    stopCoins();
    stopPrices();
  };
}

/** Refetches the limits, steps and switches of coins and markets. */
function refetchTerms(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => /coins\/details|^market,/.test(queryKey.join()),
  });
}

/** Merges an update, which may contain only the coins whose price changed. */
export function mergePrices(cached: readonly CoinPrice[], changed: readonly CoinPrice[]): CoinPrice[] {
  const changedByCoin = new Map(changed.map((price) => [price.destCoinSymbol, price]));
  const merged = cached.map((price) => {
    const change = changedByCoin.get(price.destCoinSymbol);
    changedByCoin.delete(price.destCoinSymbol);
    return change ? { ...price, ...change } : price;
  });
  return [...merged, ...changedByCoin.values()];
}
