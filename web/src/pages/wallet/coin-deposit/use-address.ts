import type { ReplyOf, walletAddress } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError, call } from '../../../lib/api/api.ts';

export type DepositAddress = ReplyOf<typeof walletAddress>['baseDTO'];

/**
 * Loads the person's own address on a network; the first call creates it, so it is requested only for a chosen
 * network. During a pause of creation (`paused`) an existing address is still shown; a missing one is created when
 * the pause ends.
 */
export function useDepositAddress(
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
    // The sheet is empty until then, so an error must show soon.
    retry: 1,
    retryDelay: 500,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });
  const isPausedError = error instanceof ApiError && error.code === 'PAUSED';
  useEffect(() => {
    if (error && !isPausedError) failed.current(error);
  }, [error, isPausedError]);
  useEffect(() => {
    if (isPausedError && !paused) void refetch();
  }, [isPausedError, paused, refetch]);
  return data;
}
