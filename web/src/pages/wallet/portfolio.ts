import { isAsset, isCoin, listAssetNames, normalizeSearchText } from '@sarraf/domain';
import type { WalletEntry } from '@sarraf/domain/contracts';
import { coinSymbol } from '../../lib/market/coins.ts';
import {
  compareByValue,
  computeShare,
  formatToman,
  isZero,
  parseToman,
  type Share,
} from '../../lib/market/holdings.ts';

/** View model of the wallet page, calculated from the balances. Values are Toman. */
export interface WalletRow {
  coin: string;
  balance: string;
  blocked: string;
  /** Null while the coin has no price. */
  value: string | null;
  tradable: boolean;
}

export interface PortfolioPart extends Share {
  /** A coin's code, or OTHERS. */
  key: string;
  value: string;
}

type Wallets = Readonly<Record<string, WalletEntry>>;

/** Maximum distinguishable parts of the chart; the others are combined. */
const MAX_PARTS = 6;
export const OTHERS_KEY = 'OTHERS';

/**
 * Returns every coin but Toman: those with a balance, the most valuable first, then the others in the API's order.
 * A closed coin is shown only to holders.
 */
export function buildWalletRows(wallets: Wallets): WalletRow[] {
  const rows = Object.entries(wallets)
    .filter(([coin, entry]) => coin !== 'TOMAN' && (isCoin(coin) || !isZero(entry.totalBalance)))
    .map(([coin, entry]) => ({
      coin,
      balance: entry.totalBalance,
      blocked: entry.blockedCredit,
      value: entry.wholePriceOfCredit,
      tradable: isCoin(coin),
    }));
  const heldRows = rows.filter(hasBalance).map((row) => ({ row, units: parseToman(row.value) }));
  return [...heldRows.sort(compareByValue).map(({ row }) => row), ...rows.filter((row) => !hasBalance(row))];
}

export const hasBalance = ({ balance }: WalletRow): boolean => !isZero(balance);

/**
 * Returns the rows to list: the matches of a search; without one those with a balance, or all on request or if
 * there is no balance.
 */
export function filterListedRows(rows: readonly WalletRow[], search: string, showsAll: boolean): WalletRow[] {
  if (search !== '') return searchRows(rows, search);
  const heldRows = rows.filter(hasBalance);
  return showsAll || heldRows.length === 0 ? [...rows] : heldRows;
}

/** Finds rows whose ticker, code, Persian or English name begins with the typed text, in any keyboard's letters. */
function searchRows(rows: readonly WalletRow[], search: string): WalletRow[] {
  const start = normalizeSearchText(search);
  if (start === '') return [...rows];
  return rows.filter(({ coin }) =>
    [coinSymbol(coin), coin, ...(isAsset(coin) ? listAssetNames(coin) : [])].some((name) =>
      normalizeSearchText(name).startsWith(start),
    ),
  );
}

/** Returns the total and its parts, including Toman, the largest first. */
export function buildPortfolio(wallets: Wallets): {
  total: string;
  parts: PortfolioPart[];
  held: number;
  unpriced: boolean;
} {
  const nonEmpty = Object.entries(wallets).filter(([, entry]) => !isZero(entry.totalBalance));
  const pricedParts = nonEmpty
    .map(([key, entry]) => ({ key, units: parseToman(entry.wholePriceOfCredit) }))
    .filter(({ units }) => units > 0n)
    .sort(compareByValue);
  const total = pricedParts.reduce((sum, { units }) => sum + units, 0n);
  const largestParts = pricedParts.length <= MAX_PARTS + 1 ? pricedParts : combineOthers(pricedParts);
  return {
    total: formatToman(total),
    parts: largestParts.map(({ key, units }) => ({
      key,
      value: formatToman(units),
      ...computeShare(units, total),
    })),
    held: nonEmpty.length,
    unpriced: nonEmpty.some(([, entry]) => entry.wholePriceOfCredit === null),
  };
}

interface ValuedPart {
  key: string;
  units: bigint;
}

function combineOthers(priced: readonly ValuedPart[]): ValuedPart[] {
  const remaining = priced.slice(MAX_PARTS).reduce((sum, { units }) => sum + units, 0n);
  return [...priced.slice(0, MAX_PARTS), { key: OTHERS_KEY, units: remaining }];
}
