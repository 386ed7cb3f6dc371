import type { ReplyOf, walletAddress } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';

export type DepositAddress = ReplyOf<typeof walletAddress>['baseDTO'];

/**
 * The own address on a network; made at the first call, so it is asked for only when one is chosen. While none is made
 * (`paused`) the one there is is shown all the same; who has none gets it as soon as the pause is over.
 */
export function useAddress(
  coin: string,
  tokenType: string | null,
  paused: boolean,
  onFailure: (error: unknown) => void,
) {
  const { data, error, refetch } = useQuery({
    queryKey: ['wallet-address', coin, tokenType],
    queryFn: async ({ signal }) =>
      (
        await call<typeof walletAddress>('GET', '/wallets/customer/wallet-address', {
          query: { relatedCoin: coin, tokenType: tokenType ?? '' },
          signal,
        })
      ).baseDTO,
    enabled: tokenType !== null,
    // Who waits before an empty sheet is told soon.
    retry: 1,
    retryDelay: 500,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });
  const waits = error instanceof ApiError && error.code === 'PAUSED';
  useEffect(() => {
    if (error && !waits) failed.current(error);
  }, [error, waits]);
  useEffect(() => {
    if (waits && !paused) void refetch();
  }, [waits, paused, refetch]);
  return data;
}
