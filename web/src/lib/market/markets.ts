import { type Coin, parseMarket, type Quote } from '@sarraf/domain';
import type { MarketInfo, MarketsMessage, marketInfo, ReplyOf } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { buildApiUrl, call } from '../api/api.ts';
import { prefetchedInitialData } from '../queries/public-query.ts';
import { queryClient } from '../queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../stream/stream.ts';

const POLL_MS = 5_000;

const marketsQuery = (quote: Quote) =>
  queryOptions({
    queryKey: ['markets', quote],
    queryFn: ({ signal }) => fetchMarkets(quote, signal),
    staleTime: POLL_MS,
    initialData: prefetchedInitialData(marketsUrl(quote), getContent),
    initialDataUpdatedAt: 0,
  });

const PATH = '/trades/market-info/v2';
const buildQuery = (quote: Quote) => ({ source_coin: quote, size: 1000, page: 1 });
const getContent = (reply: ReplyOf<typeof marketInfo>): MarketInfo[] => reply.content;

/** The request whose reply the server sends along with a page. */
export const marketsUrl = (quote: Quote): string => buildApiUrl(PATH, { query: buildQuery(quote) });

const fetchMarkets = async (quote: Quote, signal: AbortSignal): Promise<MarketInfo[]> =>
  getContent(await call<typeof marketInfo>('GET', PATH, { query: buildQuery(quote), signal }));

export interface Markets {
  list: readonly MarketInfo[];
  forCoin: (coin: Coin) => MarketInfo | undefined;
  loading: boolean;
  /** Nothing could be loaded. */
  failed: boolean;
  error: unknown;
  refetch: () => void;
}

/**
 * Returns all markets of a quote with their 24-hour statistics: one GET, then the stream; polls every 5,000 ms
 * without a stream.
 */
export function useMarkets(quote: Quote): Markets {
  const alive = useStreamAlive();
  useEffect(() => {
    return listenToMarkets(quote);
  }, [quote]);
  const query = useQuery({ ...marketsQuery(quote), refetchInterval: alive ? false : POLL_MS });
  const list = query.data ?? NO_MARKETS;
  const byCoin = useMemo(
    () => new Map(list.map((row) => [parseMarket(row.marketType)?.coin ?? row.relatedCoin, row])),
    [list],
  );
  return {
    list,
    forCoin: (coin) => byCoin.get(coin),
    loading: query.isPending,
    failed: query.isError && list.length === 0,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}

const NO_MARKETS: readonly MarketInfo[] = [];

function listenToMarkets(quote: Quote): () => void {
  const { queryKey } = marketsQuery(quote);
  return subscribeToChannel<MarketsMessage>(
    `markets:${quote}`,
    ({ type, data }) => {
      queryClient.setQueryData(queryKey, (cached) =>
        type === 'snapshot' || !cached ? data : mergeMarkets(cached, data),
      );
    },
    () => void queryClient.invalidateQueries({ queryKey }),
  );
}

/** Merges an update, which contains only the rows that changed. */
export function mergeMarkets(cached: readonly MarketInfo[], changed: readonly MarketInfo[]): MarketInfo[] {
  const changedByType = new Map(changed.map((row) => [row.marketType, row]));
  const merged = cached.map((row) => {
    const change = changedByType.get(row.marketType);
    changedByType.delete(row.marketType);
    return change ? { ...row, ...change } : row;
  });
  return [...merged, ...changedByType.values()];
}

/** Path of a coin's trade page. */
export const tradePath = (quote: Quote, coin: Coin): string => `/profile/trade/${quote}/${coin}`;

const KEY = 'sarraf.favourites';
/** More than the number of markets. */
const MAX_FAVOURITES = 100;
const listeners = new Set<() => void>();
let favourites: ReadonlySet<string> | null = null;

/** Returns the person's favourite markets, stored in this browser. */
export function useFavourites(): {
  has: (marketType: string) => boolean;
  toggle: (marketType: string) => void;
} {
  const favouriteTypes = useSyncExternalStore(subscribeToFavourites, getFavourites, getServerFavourites);
  return { has: (marketType) => favouriteTypes.has(marketType), toggle: toggleFavourite };
}

/** The value during server rendering. */
const NO_FAVOURITES: ReadonlySet<string> = new Set();
const getServerFavourites = () => NO_FAVOURITES;

function toggleFavourite(marketType: string): void {
  const next = new Set(getFavourites());
  if (!next.delete(marketType)) next.add(marketType);
  favourites = next;
  try {
    localStorage.setItem(KEY, JSON.stringify([...next]));
  } catch {
    // Without storage the choice holds for this page only.
  }
  for (const watcher of listeners) watcher();
}

function getFavourites(): ReadonlySet<string> {
  favourites ??= new Set(loadFavourites());
  return favourites;
}

function loadFavourites(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((name): name is string => typeof name === 'string').slice(0, MAX_FAVOURITES);
  } catch {
    return [];
  }
}

function subscribeToFavourites(watcher: () => void): () => void {
  listeners.add(watcher);
  return () => listeners.delete(watcher);
}
