import { type Coin, parseMarket, type Quote } from '@sarraf/domain';
import type { MarketInfo, MarketsMessage, marketInfo, ReplyOf } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { addressOf, call } from '../api/api.ts';
import { prefetchedInitialData } from '../queries/public-query.ts';
import { queryClient } from '../queries/query-client.ts';
import { listen, useStreamAlive } from '../stream/stream.ts';

const POLL_MS = 5_000;

const marketsQuery = (quote: Quote) =>
  queryOptions({
    queryKey: ['markets', quote],
    queryFn: ({ signal }) => fetchMarkets(quote, signal),
    staleTime: POLL_MS,
    initialData: prefetchedInitialData(marketsAddress(quote), contentOf),
    initialDataUpdatedAt: 0,
  });

const PATH = '/trades/market-info/v2';
const queryOf = (quote: Quote) => ({ source_coin: quote, size: 1000, page: 1 });
const contentOf = (reply: ReplyOf<typeof marketInfo>): MarketInfo[] => reply.content;

/** The request whose reply the server sends along with a page. */
export const marketsAddress = (quote: Quote): string => addressOf(PATH, { query: queryOf(quote) });

const fetchMarkets = async (quote: Quote, signal: AbortSignal): Promise<MarketInfo[]> =>
  contentOf(await call<typeof marketInfo>('GET', PATH, { query: queryOf(quote), signal }));

export interface Markets {
  list: readonly MarketInfo[];
  of: (coin: Coin) => MarketInfo | undefined;
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
  const list = query.data ?? NONE;
  const byCoin = useMemo(
    () => new Map(list.map((row) => [parseMarket(row.marketType)?.coin ?? row.relatedCoin, row])),
    [list],
  );
  return {
    list,
    of: (coin) => byCoin.get(coin),
    loading: query.isPending,
    failed: query.isError && list.length === 0,
    error: query.error,
    refetch: () => void query.refetch(),
  };
}

const NONE: readonly MarketInfo[] = [];

function listenToMarkets(quote: Quote): () => void {
  const { queryKey } = marketsQuery(quote);
  return listen<MarketsMessage>(
    `markets:${quote}`,
    ({ type, data }) => {
      queryClient.setQueryData(queryKey, (known) =>
        type === 'snapshot' || !known ? data : mergeMarkets(known, data),
      );
    },
    () => void queryClient.invalidateQueries({ queryKey }),
  );
}

/** Merges an update, which contains only the rows that changed. */
export function mergeMarkets(known: readonly MarketInfo[], changed: readonly MarketInfo[]): MarketInfo[] {
  const fresh = new Map(changed.map((row) => [row.marketType, row]));
  const kept = known.map((row) => {
    const next = fresh.get(row.marketType);
    fresh.delete(row.marketType);
    return next ? { ...row, ...next } : row;
  });
  return [...kept, ...fresh.values()];
}

/** Path of a coin's trade page. */
export const tradePath = (quote: Quote, coin: Coin): string => `/profile/trade/${quote}/${coin}`;

const KEY = 'sarraf.favourites';
/** More than the number of markets. */
const MOST = 100;
const watchers = new Set<() => void>();
let favourites: ReadonlySet<string> | null = null;

/** Returns the person's favourite markets, stored in this browser. */
export function useFavourites(): {
  has: (marketType: string) => boolean;
  toggle: (marketType: string) => void;
} {
  const marked = useSyncExternalStore(watchFavourites, readFavourites, noFavourites);
  return { has: (marketType) => marked.has(marketType), toggle };
}

/** The value during server rendering. */
const NO_FAVOURITES: ReadonlySet<string> = new Set();
const noFavourites = () => NO_FAVOURITES;

function toggle(marketType: string): void {
  const next = new Set(readFavourites());
  if (!next.delete(marketType)) next.add(marketType);
  favourites = next;
  try {
    localStorage.setItem(KEY, JSON.stringify([...next]));
  } catch {
    // Without storage the choice holds for this page only.
  }
  for (const watcher of watchers) watcher();
}

function readFavourites(): ReadonlySet<string> {
  favourites ??= new Set(storedFavourites());
  return favourites;
}

function storedFavourites(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((name): name is string => typeof name === 'string').slice(0, MOST);
  } catch {
    return [];
  }
}

function watchFavourites(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
