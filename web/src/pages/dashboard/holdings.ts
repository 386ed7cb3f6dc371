import type { OrderType, WalletEntry } from '@sarraf/domain/contracts';
import {
  compareByValue,
  computeShare,
  formatToman,
  isZero,
  parseToman,
  type Share,
} from '../../lib/market/holdings.ts';

export interface Holding extends Share {
  coin: string;
  balance: string;
  /** Toman; null while the coin has no price. */
  value: string | null;
}

/** Returns the wallets with a balance, the most valuable first, and their total value in Toman. */
export function listHoldings(wallets: Readonly<Record<string, WalletEntry>>): {
  total: string;
  list: Holding[];
} {
  const nonEmpty = Object.entries(wallets)
    .filter(([, entry]) => !isZero(entry.totalBalance))
    .map(([coin, entry]) => ({ coin, entry, units: parseToman(entry.wholePriceOfCredit) }))
    .sort(compareByValue);
  const total = nonEmpty.reduce((sum, { units }) => sum + units, 0n);
  const list = nonEmpty.map(
    ({ coin, entry, units }): Holding => ({
      coin,
      balance: entry.totalBalance,
      value: entry.wholePriceOfCredit,
      ...computeShare(units, total),
    }),
  );
  return { total: formatToman(total), list };
}

export const getOrderSide = (type: OrderType): 'buy' | 'sell' => (type.endsWith('_SELL') ? 'sell' : 'buy');

/** Returns the coin and the quote of "BITCOIN_TOMAN", "BINANCE_COIN_BSC_TETHER". */
export function splitMarketType(marketType: string): { coin: string; quote: 'TOMAN' | 'TETHER' } {
  const separatorIndex = marketType.lastIndexOf('_');
  return {
    coin: marketType.slice(0, separatorIndex),
    quote: marketType.endsWith('_TETHER') ? 'TETHER' : 'TOMAN',
  };
}
