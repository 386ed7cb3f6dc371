import { isAsset, isCoin, namesOfAsset, searchKey } from '@sarraf/domain';
import type { WalletEntry } from '@sarraf/domain/contracts';
import { coinSymbol } from '../../lib/market/coins.ts';
import { byWorth, isZero, type Share, shareOf, tomanOf, tomanText } from '../../lib/market/holdings.ts';

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
const PARTS = 6;
export const OTHERS = 'OTHERS';

/**
 * Returns every coin but Toman: those with a balance, the most valuable first, then the others in the API's order.
 * A closed coin is shown only to holders.
 */
export function walletRows(wallets: Wallets): WalletRow[] {
  const rows = Object.entries(wallets)
    .filter(([coin, entry]) => coin !== 'TOMAN' && (isCoin(coin) || !isZero(entry.totalBalance)))
    .map(([coin, entry]) => ({
      coin,
      balance: entry.totalBalance,
      blocked: entry.blockedCredit,
      value: entry.wholePriceOfCredit,
      tradable: isCoin(coin),
    }));
  const held = rows.filter(isHeld).map((row) => ({ row, units: tomanOf(row.value) }));
  return [...held.sort(byWorth).map(({ row }) => row), ...rows.filter((row) => !isHeld(row))];
}

export const isHeld = ({ balance }: WalletRow): boolean => !isZero(balance);

/**
 * Returns the rows to list: the matches of a search; without one those with a balance, or all on request or if
 * there is no balance.
 */
export function listedRows(rows: readonly WalletRow[], search: string, all: boolean): WalletRow[] {
  if (search !== '') return findRows(rows, search);
  const held = rows.filter(isHeld);
  return all || held.length === 0 ? [...rows] : held;
}

/** Finds rows whose ticker, code, Persian or English name begins with the typed text, in any keyboard's letters. */
function findRows(rows: readonly WalletRow[], search: string): WalletRow[] {
  const start = searchKey(search);
  if (start === '') return [...rows];
  return rows.filter(({ coin }) =>
    [coinSymbol(coin), coin, ...(isAsset(coin) ? namesOfAsset(coin) : [])].some((name) =>
      searchKey(name).startsWith(start),
    ),
  );
}

/** Returns the total and its parts, including Toman, the largest first. */
export function portfolio(wallets: Wallets): {
  total: string;
  parts: PortfolioPart[];
  held: number;
  unpriced: boolean;
} {
  const owned = Object.entries(wallets).filter(([, entry]) => !isZero(entry.totalBalance));
  const priced = owned
    .map(([key, entry]) => ({ key, units: tomanOf(entry.wholePriceOfCredit) }))
    .filter(({ units }) => units > 0n)
    .sort(byWorth);
  const total = priced.reduce((sum, { units }) => sum + units, 0n);
  const few = priced.length <= PARTS + 1 ? priced : withOthers(priced);
  return {
    total: tomanText(total),
    parts: few.map(({ key, units }) => ({ key, value: tomanText(units), ...shareOf(units, total) })),
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
