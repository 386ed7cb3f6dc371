import type { tomanTerms } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { verifiedCardsQuery } from '../../lib/queries.ts';

const MINUTE = 60_000;

const tomanTermsQuery = queryOptions({
  queryKey: ['toman-terms'],
  queryFn: async ({ signal }) =>
    (await call<typeof tomanTerms>('GET', '/wallets/toman-terms', { signal })).baseDTO,
  staleTime: MINUTE,
});

export type Terms = ReturnType<typeof useTerms>;

/** What a deposit of Toman needs to know: how it may come in now, and the person's cards. */
export function useTerms(open: boolean) {
  const terms = useQuery({ ...tomanTermsQuery, enabled: open });
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
