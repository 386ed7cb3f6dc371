import type { MarketType } from '@sarraf/domain';
import type { PublicTrade, publicTrades, TradesMessage } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { subscribeToChannel, useStreamAlive } from '../../../lib/stream/stream.ts';
import { MAX_SHOWN_TRADES, mergeTrades } from './recent-trades.ts';

const POLL_MS = 5_000;

const tradesQuery = (marketType: MarketType) =>
  queryOptions({
    queryKey: ['public-trades', marketType],
    queryFn: async ({ signal }): Promise<readonly PublicTrade[]> => {
      const { content } = await call<typeof publicTrades>('GET', '/trades/public/:marketType', {
        params: { marketType },
        query: { size: MAX_SHOWN_TRADES },
        signal,
      });
      // The stream may have delivered newer ones in the meantime.
      return mergeTrades(
        queryClient.getQueryData<readonly PublicTrade[]>(['public-trades', marketType]),
        content,
      );
    },
  });

/** Returns the latest trades of a market, newest first. */
export function usePublicTrades(marketType: MarketType) {
  const alive = useStreamAlive();
  useEffect(() => {
    const { queryKey } = tradesQuery(marketType);
    return subscribeToChannel<TradesMessage>(
      `trades:${marketType}`,
      ({ data }) => queryClient.setQueryData(queryKey, (cached) => mergeTrades(cached, data)),
      () => void queryClient.invalidateQueries({ queryKey }),
    );
  }, [marketType]);
  const query = useQuery({ ...tradesQuery(marketType), refetchInterval: alive ? false : POLL_MS });
  const { data: trades, error, isError, refetch } = query;
  return useMemo(
    () => ({ trades, failed: isError && !trades, error, refetch: () => void refetch() }),
    [trades, error, isError, refetch],
  );
}
