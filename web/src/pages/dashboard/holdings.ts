import type { OrderType, WalletEntry } from '@sarraf/domain/contracts';
import { byWorth, isZero, type Share, shareOf, tomanOf, tomanText } from '../../lib/market/holdings.ts';

export interface Holding extends Share {
  coin: string;
  balance: string;
  /** Toman; null while the coin has no price. */
  value: string | null;
}

/** Returns the wallets with a balance, the most valuable first, and their total value in Toman. */
export function holdings(wallets: Readonly<Record<string, WalletEntry>>): { total: string; list: Holding[] } {
  const owned = Object.entries(wallets)
    .filter(([, entry]) => !isZero(entry.totalBalance))
    .map(([coin, entry]) => ({ coin, entry, units: tomanOf(entry.wholePriceOfCredit) }))
    .sort(byWorth);
  const total = owned.reduce((sum, { units }) => sum + units, 0n);
  const list = owned.map(
    ({ coin, entry, units }): Holding => ({
      coin,
      balance: entry.totalBalance,
      value: entry.wholePriceOfCredit,
      ...shareOf(units, total),
    }),
  );
  return { total: tomanText(total), list };
}

export const sideOf = (type: OrderType): 'buy' | 'sell' => (type.endsWith('_SELL') ? 'sell' : 'buy');

/** Returns the coin and the quote of "BITCOIN_TOMAN", "BINANCE_COIN_BSC_TETHER". */
export function holdingMarketOf(marketType: string): { coin: string; quote: 'TOMAN' | 'TETHER' } {
  const cut = marketType.lastIndexOf('_');
  return { coin: marketType.slice(0, cut), quote: marketType.endsWith('_TETHER') ? 'TETHER' : 'TOMAN' };
}
