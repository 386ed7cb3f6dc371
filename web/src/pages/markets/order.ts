import { type Coin, parseDecimal } from '@sarraf/domain';
import type { MarketFigures } from './figures.ts';

export type SortKey = 'price' | 'change' | 'volume';
export interface Sorting {
  key: SortKey;
  down: boolean;
}

const SCALE = 18;

const FIELD = {
  price: 'price',
  change: 'change',
  volume: 'value',
} as const satisfies Record<SortKey, keyof MarketFigures>;

/** Each press on the same head: the greatest first, the least first, and then the list's own order again. */
export function nextSorting(now: Sorting | null, key: SortKey): Sorting | null {
  if (now?.key !== key) return { key, down: true };
  return now.down ? { key, down: false } : null;
}

/** Coins by one figure of their market; those without it come last either way, equal ones in their own order. */
export function sortCoins(
  coins: readonly Coin[],
  of: (coin: Coin) => MarketFigures | undefined,
  sorting: Sorting | null,
): readonly Coin[] {
  if (!sorting) return coins;
  const valued = coins.map((coin) => ({ coin, value: unitsOf(of(coin)?.[FIELD[sorting.key]]) }));
  const sign = sorting.down ? -1 : 1;
  return valued
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return a.value === b.value ? 0 : a.value < b.value ? -sign : sign;
    })
    .map(({ coin }) => coin);
}

/** Signed decimal text. */
function unitsOf(text: string | null | undefined): bigint | null {
  if (text == null) return null;
  const size = parseDecimal(text.replace(/^[+-]/, ''), SCALE);
  return size !== null && text.startsWith('-') ? -size : size;
}
