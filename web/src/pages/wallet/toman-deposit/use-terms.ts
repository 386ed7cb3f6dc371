import { parseDecimal } from '@sarraf/domain';
import type { Payment, tomanTerms } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { verifiedCardsQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';

const MINUTE = 60_000;
/** Polling intervals of open payments: of those being verified with the bank, and of the others. */
const CHECKING_POLL_MS = 2_000;
const OPEN_POLL_MS = 10_000;

export const tomanTermsQuery = queryOptions({
  queryKey: ['toman-terms'],
  queryFn: async ({ signal }) =>
    (await call<typeof tomanTerms>('GET', '/wallets/toman-terms', { signal })).baseDTO,
  staleTime: MINUTE,
});

export type TomanDepositTerms = ReturnType<typeof useTomanDepositTerms>;

/** Loads what a deposit of Toman needs: the available methods, and the person's cards. */
export function useTomanDepositTerms(open: boolean) {
  const terms = useQuery({
    ...tomanTermsQuery,
    enabled: open,
    // The reserved amounts change at the bank.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => getPollInterval(state.data?.open ?? []),
  });
  const cards = useQuery({ ...verifiedCardsQuery, enabled: open });
  const queries = [terms, cards];
  return {
    terms: terms.data,
    cards: cards.data,
    error: queries.find((query) => query.isError && !query.data)?.error ?? null,
    busy: queries.some((query) => query.isFetching),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

export const refetchTomanTerms = (): void => {
  void queryClient.invalidateQueries({ queryKey: tomanTermsQuery.queryKey });
};

const getPollInterval = (payments: readonly Payment[]): number | false => {
  if (payments.length === 0) return false;
  return payments.some(({ stage }) => stage === 'CHECKING') ? CHECKING_POLL_MS : OPEN_POLL_MS;
};

/** Returns the total that the open payments reserve of the daily limit, in Toman. */
export const sumOpenPayments = (payments: readonly Payment[]): string =>
  payments.reduce((sum, { amount }) => sum + (parseDecimal(amount, 0) ?? 0n), 0n).toString();
