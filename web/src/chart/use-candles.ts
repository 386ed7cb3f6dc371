import type { MarketType } from '@sarraf/domain';
import type { Candle, CandleInterval, CandlesMessage, candles, ReplyOf } from '@sarraf/domain/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../lib/api/api.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../lib/stream/stream.ts';
import { isDaily, isGapBetween, mergeCandles, updateRunningCandle } from './candles.ts';

const POLL_MS = 5_000;
/** Maximum age of a candle's volume while there is a stream. */
const TAIL_POLL_MS = 60_000;
/** Polling interval while the server fetches older candles. */
const FILLING_POLL_MS = 10_000;

export interface Candles {
  candles: readonly Candle[] | undefined;
  live: Candle | null;
  onOlder: () => void;
  daily: boolean;
  /** Time of the first candle of this interval, in seconds since 1970; null if there are none or it is unknown. */
  historyFrom: number | null;
  /** The server is fetching older candles. */
  filling: boolean;
  failed: boolean;
  onRetry: () => void;
}

/** Returns a market's candles: the newest, older ones on demand, and the running one from the stream. */
export function useCandles(marketType: MarketType, interval: CandleInterval): Candles {
  const alive = useStreamAlive();
  const history = useInfiniteQuery({
    queryKey: ['candles', marketType, interval],
    queryFn: ({ pageParam, signal }) => fetchCandles(marketType, { interval, ...pageParam }, signal),
    initialPageParam: {} as { to?: number },
    getNextPageParam: ({ content: [oldest] }) => (oldest ? { to: oldest.time - 1 } : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.filling ? FILLING_POLL_MS : false),
  });
  const pages = history.data?.pages;
  const loadedCandles = useMemo(
    () => pages?.reduceRight<Candle[]>((old, { content }) => mergeCandles(old, content), []),
    [pages],
  );
  const from = loadedCandles?.at(-1)?.time;
  const tail = useQuery({
    queryKey: ['candles', 'tail', marketType, interval, from ?? 0],
    queryFn: ({ signal }) =>
      fetchCandles(marketType, { interval, ...(from !== undefined && { from }) }, signal),
    enabled: loadedCandles !== undefined,
    refetchInterval: alive ? TAIL_POLL_MS : POLL_MS,
  });
  const allCandles = useMemo(
    () =>
      loadedCandles &&
      (tail.data?.content.length ? mergeCandles(loadedCandles, tail.data.content) : loadedCandles),
    [loadedCandles, tail.data],
  );
  const hasGap = isGapBetween(loadedCandles ?? [], tail.data?.content ?? []);
  const { refetch } = history;
  useEffect(() => {
    // After a night's sleep there may be more newer candles than a response has.
    if (hasGap) void refetch();
  }, [hasGap, refetch]);
  const minute = useRunningMinute(marketType);
  const live = useMemo(
    () => (minute && allCandles ? updateRunningCandle(allCandles.at(-1), minute, interval) : null),
    [minute, allCandles, interval],
  );
  return {
    candles: allCandles,
    live,
    onOlder: () => {
      if (history.hasNextPage && !history.isFetching) void history.fetchNextPage();
    },
    daily: isDaily(interval),
    historyFrom: pages?.[0]?.historyFrom ?? null,
    filling: pages?.[0]?.filling ?? false,
    failed: history.isError && !history.data,
    onRetry: () => void history.refetch(),
  };
}

async function fetchCandles(
  marketType: MarketType,
  query: { interval: CandleInterval; from?: number; to?: number },
  signal: AbortSignal,
): Promise<ReplyOf<typeof candles>> {
  const options = { params: { marketType }, query, signal };
  return call<typeof candles>('GET', '/candles/:marketType', options);
}

/** Returns the running candle of one minute; null without trades. */
function useRunningMinute(marketType: MarketType): Candle | null {
  const [minute, setMinute] = useState<{ of: MarketType; candle: Candle | null } | null>(null);
  useEffect(() => {
    return subscribeToChannel<CandlesMessage>(
      `candles:${marketType}`,
      ({ data }) => setMinute({ of: marketType, candle: data }),
      () => void queryClient.invalidateQueries({ queryKey: ['candles', 'tail', marketType] }),
    );
  }, [marketType]);
  return minute?.of === marketType ? minute.candle : null;
}
