import { decimalText, isCoin, readDecimal, scaleOf } from '@sarraf/domain';
import type { OrderType, WalletEntry } from '@sarraf/domain/contracts';
import { shownDecimals } from '../../lib/coins.ts';
import { cutDecimals } from '../../lib/format.ts';

export interface Holding {
  coin: string;
  balance: string;
  /** Toman; null while the coin has no price. */
  value: string | null;
  /** Of 10,000, for the chart; 0 without a price. */
  share: number;
  /** With one decimal; null without a price or below 0.1. */
  percent: string | null;
}

const SCALE = scaleOf('TOMAN');
const isZero = (amount: string): boolean => !/[1-9]/.test(amount);
const unitsOf = (value: string | null): bigint => (value === null ? 0n : (readDecimal(value, SCALE) ?? 0n));

/** The wallets that hold something, the most valuable first, and what they are worth together in Toman. */
export function holdings(wallets: Readonly<Record<string, WalletEntry>>): { total: string; list: Holding[] } {
  const owned = Object.entries(wallets)
    .filter(([, entry]) => !isZero(entry.totalBalance))
    .map(([coin, entry]) => ({ coin, entry, units: unitsOf(entry.wholePriceOfCredit) }))
    .sort((a, b) => (b.units > a.units ? 1 : b.units < a.units ? -1 : 0));
  const total = owned.reduce((sum, { units }) => sum + units, 0n);
  const list = owned.map(({ coin, entry, units }): Holding => {
    const tenths = total === 0n ? 0n : (units * 1000n + total / 2n) / total;
    const share = total === 0n ? 0n : (units * 10_000n) / total;
    return {
      coin,
      balance: entry.totalBalance,
      value: entry.wholePriceOfCredit,
      // A part that is there can be seen.
      share: units === 0n ? 0 : Math.max(1, Number.parseInt(share.toString(), 10)),
      percent: tenths === 0n ? null : decimalText(tenths, 1),
    };
  });
  return { total: decimalText(total, SCALE), list };
}

/** Digits to show: those people see of the coin, or all when these would make something look like nothing. */
export function balanceDecimals(balance: string, coin: string): number {
  const usual = coin === 'TOMAN' || coin === 'TETHER' || isCoin(coin) ? shownDecimals(coin) : 8;
  return isZero(cutDecimals(balance, usual)) && !isZero(balance) ? 18 : usual;
}

export const sideOf = (type: OrderType): 'buy' | 'sell' => (type.endsWith('_SELL') ? 'sell' : 'buy');

/** The coin and the quote of "BITCOIN_TOMAN", "BINANCE_COIN_BSC_TETHER". */
export function marketOf(marketType: string): { coin: string; quote: 'TOMAN' | 'TETHER' } {
  const cut = marketType.lastIndexOf('_');
  return { coin: marketType.slice(0, cut), quote: marketType.endsWith('_TETHER') ? 'TETHER' : 'TOMAN' };
}
