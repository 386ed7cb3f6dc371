import { isAsset, isCoin, namesOfAsset, searchKey } from '@sarraf/domain';
import type { WalletEntry } from '@sarraf/domain/contracts';
import { coinSymbol } from '../../lib/market/coins.ts';
import { byWorth, isZero, type Share, shareOf, tomanOf, tomanText } from '../../lib/market/holdings.ts';

/** What the wallet page shows, reckoned from balances keyed by coin. Values are Toman. */
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

/** As many parts of the chart as the eye keeps apart; the rest becomes one. */
const PARTS = 6;
export const OTHERS = 'OTHERS';

/** Every coin but Toman: what there is of, the dearest first, then the rest in the API's order. A closed coin shows only while somebody has some of it. */
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

/** What is listed: whatever fits the search; without one what there is of, unless all are wanted or there is nothing at all. */
export function listedRows(rows: readonly WalletRow[], search: string, all: boolean): WalletRow[] {
  if (search !== '') return findRows(rows, search);
  const held = rows.filter(isHeld);
  return all || held.length === 0 ? [...rows] : held;
}

/** Those whose ticker, code, Persian or English name begins with what was typed, in any keyboard's letters. */
function findRows(rows: readonly WalletRow[], search: string): WalletRow[] {
  const start = searchKey(search);
  if (start === '') return [...rows];
  return rows.filter(({ coin }) =>
    [coinSymbol(coin), coin, ...(isAsset(coin) ? namesOfAsset(coin) : [])].some((name) =>
      searchKey(name).startsWith(start),
    ),
  );
}

/** The whole and its parts, Toman among them, the largest first. */
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
