import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { coinDetailsQuery, verifiedCardsQuery } from '../../lib/queries.ts';
import type { DepositLimits } from './deposit-form.ts';
import { gatewaysQuery } from './gateway.ts';

export type Terms = ReturnType<typeof useTerms>;

/** What a deposit needs to know: its limits, the person's cards, the gateways. */
export function useTerms(open: boolean) {
  const coins = useQuery({ ...coinDetailsQuery, enabled: open });
  const cards = useQuery({ ...verifiedCardsQuery, enabled: open });
  const gateways = useQuery({ ...gatewaysQuery, enabled: open });
  const queries = [coins, cards, gateways];
  const limits = useMemo(() => {
    const toman = coins.data?.find((coin) => coin.name === 'TOMAN');
    if (!toman?.minDepositAmount || !toman.maxDepositAmount) return undefined;
    return { min: toman.minDepositAmount, max: toman.maxDepositAmount } satisfies DepositLimits;
  }, [coins.data]);
  return {
    limits,
    cards: cards.data,
    gateways: gateways.data,
    error: queries.find((query) => query.isError && !query.data)?.error ?? null,
    busy: queries.some((query) => query.isFetching),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
