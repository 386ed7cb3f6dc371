import type { sandboxBlocks, sandboxChains, sandboxFaucet, sandboxReorg } from '@sarraf/domain/contracts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

const POLL_MS = 3_000;

export const chainsQuery = queryOptions({
  queryKey: ['sandbox-chains'],
  queryFn: async ({ signal }) =>
    (await call<typeof sandboxChains>('GET', '/sandbox/chains', { signal })).content,
  refetchInterval: POLL_MS,
});

const refetch = () => void queryClient.invalidateQueries({ queryKey: chainsQuery.queryKey });

/** The actions of one chain. */
export function useChain(chain: string) {
  const failure = useErrorMessages();
  const params = { chain };
  const mutationOptions = { onSettled: refetch, onError: failure.show };
  const faucet = useMutation({
    mutationFn: async (body: { relatedCoin: string; address: string; tag?: string; amount: string }) =>
      (await call<typeof sandboxFaucet>('POST', '/sandbox/chains/:chain/faucet', { params, body })).baseDTO,
    onSettled: refetch,
  });
  const blocks = useMutation({
    mutationFn: (count: number) =>
      call<typeof sandboxBlocks>('POST', '/sandbox/chains/:chain/blocks', { params, body: { count } }),
    ...mutationOptions,
  });
  const reorg = useMutation({
    mutationFn: (body: { depth: number; drop: boolean }) =>
      call<typeof sandboxReorg>('POST', '/sandbox/chains/:chain/reorg', { params, body }),
    ...mutationOptions,
  });
  return { faucet, blocks, reorg };
}
