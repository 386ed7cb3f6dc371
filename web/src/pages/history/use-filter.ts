import { isCoin } from '@sarraf/domain';
import { useSearchParams } from '../../lib/navigation/router.tsx';

export const TYPES = ['ALL', 'EXCHANGE', 'P2P'] as const;
export type Type = (typeof TYPES)[number];

interface Filter {
  type: Type;
  /** A coin's code, or ALL. */
  coin: string;
}

/** The filter is part of the address, so that "back" restores the list. */
export function useFilter(): Filter & { choose: (type: Type, coin: string) => void } {
  const [search, setSearch] = useSearchParams();
  const choose = (type: Type, coin: string) =>
    setSearch({ ...(type !== 'ALL' && { type }), ...(coin !== 'ALL' && { coin }) }, { replace: true });
  return { ...filterOf(search), choose };
}

function filterOf(search: URLSearchParams): Filter {
  const coin = search.get('coin');
  return {
    type: TYPES.find((type) => type === search.get('type')) ?? 'ALL',
    coin: isCoin(coin) ? coin : 'ALL',
  };
}
