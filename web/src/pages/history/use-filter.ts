import { isCoin } from '@sarraf/domain';
import { useSearchParams } from '../../framework/navigation/router.tsx';

export const TRADE_TYPES = ['ALL', 'EXCHANGE', 'P2P'] as const;
export type TradeType = (typeof TRADE_TYPES)[number];

interface TradeFilter {
  type: TradeType;
  /** A coin's code, or ALL. */
  coin: string;
}

/** The filter is part of the address, so that "back" restores the list. */
export function useTradeFilter(): TradeFilter & { choose: (type: TradeType, coin: string) => void } {
  const [search, setSearch] = useSearchParams();
  const choose = (type: TradeType, coin: string) =>
    setSearch({ ...(type !== 'ALL' && { type }), ...(coin !== 'ALL' && { coin }) }, { replace: true });
  return { ...parseFilter(search), choose };
}

function parseFilter(search: URLSearchParams): TradeFilter {
  const coin = search.get('coin');
  return {
    type: TRADE_TYPES.find((type) => type === search.get('type')) ?? 'ALL',
    coin: isCoin(coin) ? coin : 'ALL',
  };
}
