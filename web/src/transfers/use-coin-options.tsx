import { COINS } from '@sarraf/domain';
import type { ReactNode } from 'react';
import { useFormat } from '../lib/format/use-format.ts';
import { coinSymbol } from '../lib/market/coins.ts';
import { CoinIcon } from '../ui/values/coin-icon.tsx';

interface CoinOption {
  value: string;
  label: string;
  detail?: string;
  icon?: ReactNode;
}

/** Options of a list's coin filter: `all` first, then (if the list has it) Toman, then every coin. */
export function useCoinOptions(all: string, { toman = false } = {}): CoinOption[] {
  const format = useFormat();
  return [
    { value: 'ALL', label: all },
    ...[...(toman ? ['TOMAN'] : []), ...COINS].map((code) => ({
      value: code,
      label: format.coin(code),
      detail: code === 'TOMAN' ? '' : coinSymbol(code),
      icon: <CoinIcon coin={code} size={24} />,
    })),
  ];
}
