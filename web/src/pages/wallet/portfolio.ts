import { decimalText, isCoin, pow10, readDecimal, scaleOf, toLatinDigits } from '@sarraf/domain';
import type { WalletEntry } from '@sarraf/domain/contracts';
import { coinName, coinSymbol, shownDecimals } from '../../lib/coins.ts';
import { cutDecimals } from '../../lib/format.ts';

/** What the wallet page shows, reckoned from balances keyed by coin. Values are Toman. */
export interface WalletRow {
  coin: string;
  balance: string;
  blocked: string;
  /** Null while the coin has no price. */
  value: string | null;
  tradable: boolean;
}

export interface Part {
  /** A coin's code, or OTHERS. */
  key: string;
  value: string;
  /** Of 10,000; never 0, so that it can be seen. */
  share: number;
  /** With one decimal; null when it is below that. */
  percent: string | null;
}

type Wallets = Readonly<Record<string, WalletEntry>>;

const SCALE = scaleOf('TOMAN');
/** Under this many Toman a balance is small. */
const SMALL = 50_000n * pow10(SCALE);
/** As many parts of the chart as the eye keeps apart; the rest becomes one. */
const PARTS = 6;
export const OTHERS = 'OTHERS';

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** Every coin but Toman, in the API's order. A closed coin shows only while somebody has some of it. */
export function walletRows(wallets: Wallets): WalletRow[] {
  return Object.entries(wallets)
    .filter(([coin, entry]) => coin !== 'TOMAN' && (isCoin(coin) || !isZero(entry.totalBalance)))
    .map(([coin, entry]) => ({
      coin,
      balance: entry.totalBalance,
      blocked: entry.blockedCredit,
      value: entry.wholePriceOfCredit,
      tradable: isCoin(coin),
    }));
}

/** A coin without a price is small only when there is none of it. */
export function isSmall(row: WalletRow): boolean {
  if (row.value === null) return isZero(row.balance);
  return tomanOf(row.value) < SMALL;
}

/** Those whose ticker, code, Persian or English name begins with what was typed, in any keyboard's letters. */
export function findRows(rows: readonly WalletRow[], search: string): WalletRow[] {
  const start = folded(search);
  if (start === '') return [...rows];
  return rows.filter(({ coin }) =>
    [coinSymbol(coin), coin, coinName(coin, 'fa'), coinName(coin, 'en')].some((name) =>
      folded(name).startsWith(start),
    ),
  );
}

/** Arabic letters for Persian ones, joiners, blanks and marks don't matter. */
const folded = (text: string): string =>
  toLatinDigits(text)
    .toLowerCase()
    .replace(/[يى]/g, 'ی')
    .replaceAll('ك', 'ک')
    .replace(/\s|\u200c|\u200d|[_()-]/g, '');

/** The whole and its parts, Toman among them, the largest first. */
export function portfolio(wallets: Wallets): {
  total: string;
  parts: Part[];
  held: number;
  unpriced: boolean;
} {
  const owned = Object.entries(wallets).filter(([, entry]) => !isZero(entry.totalBalance));
  const priced = owned
    .map(([key, entry]) => ({ key, units: tomanOf(entry.wholePriceOfCredit ?? '0') }))
    .filter(({ units }) => units > 0n)
    .sort((a, b) => (b.units > a.units ? 1 : b.units < a.units ? -1 : 0));
  const total = priced.reduce((sum, { units }) => sum + units, 0n);
  const few = priced.length <= PARTS + 1 ? priced : withOthers(priced);
  return {
    total: decimalText(total, SCALE),
    parts: few.map(({ key, units }) => partOf(key, units, total)),
    held: owned.length,
    unpriced: owned.some(([, entry]) => entry.wholePriceOfCredit === null),
  };
}

interface Piece {
  key: string;
  units: bigint;
}

function withOthers(priced: readonly Piece[]): Piece[] {
  const rest = priced.slice(PARTS).reduce((sum, { units }) => sum + units, 0n);
  return [...priced.slice(0, PARTS), { key: OTHERS, units: rest }];
}

function partOf(key: string, units: bigint, total: bigint): Part {
  const tenths = (units * 1000n + total / 2n) / total;
  const share = Number.parseInt(((units * 10_000n) / total).toString(), 10);
  return {
    key,
    value: decimalText(units, SCALE),
    share: Math.max(share, 1),
    percent: tenths === 0n ? null : decimalText(tenths, 1),
  };
}

/** Digits to show of a balance: those people see of the coin, or all when these would make something look like nothing. */
export function balanceDecimals(balance: string, coin: string): number {
  const usual = isCoin(coin) ? shownDecimals(coin) : 8;
  return isZero(cutDecimals(balance, usual)) && !isZero(balance) ? 18 : usual;
}

const tomanOf = (text: string): bigint => readDecimal(text, SCALE) ?? 0n;
