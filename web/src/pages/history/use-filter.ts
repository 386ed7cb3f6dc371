import { isCoin } from '@sarraf/domain';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

export const TYPES = ['ALL', 'EXCHANGE', 'P2P'] as const;
export type Type = (typeof TYPES)[number];

interface Filter {
  type: Type;
  /** A coin's code, or ALL. */
  coin: string;
}

/** The filter is part of the address, so that going back finds the list as it was. */
export function useFilter(): Filter & { choose: (type: Type, coin: string) => void } {
  const [search, setSearch] = useSearchParams();
  // The address follows a moment later; a control must show at once what was chosen.
  const [chosen, setChosen] = useState<Filter | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what ends the wait.
  useEffect(() => {
    setChosen(null);
  }, [search]);
  const choose = (type: Type, coin: string) => {
    setChosen({ type, coin });
    setSearch({ ...(type !== 'ALL' && { type }), ...(coin !== 'ALL' && { coin }) }, { replace: true });
  };
  return { ...(chosen ?? filterOf(search)), choose };
}

function filterOf(search: URLSearchParams): Filter {
  const coin = search.get('coin');
  return {
    type: TYPES.find((type) => type === search.get('type')) ?? 'ALL',
    coin: isCoin(coin) ? coin : 'ALL',
  };
}
