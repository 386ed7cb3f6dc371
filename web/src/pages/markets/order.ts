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

/** Cycles through descending, ascending and the default order with each press on the same column. */
export function nextSorting(current: Sorting | null, key: SortKey): Sorting | null {
  if (current?.key !== key) return { key, down: true };
  return current.down ? { key, down: false } : null;
}

/**
 * Sorts coins by a number of their market; those without it come last in either direction, equal ones keep their
 * order.
 */
export function sortCoins(
  coins: readonly Coin[],
  getFigures: (coin: Coin) => MarketFigures | undefined,
  sorting: Sorting | null,
): readonly Coin[] {
  if (!sorting) return coins;
  const valuedCoins = coins.map((coin) => ({
    coin,
    value: parseUnits(getFigures(coin)?.[FIELD[sorting.key]]),
  }));
  const sign = sorting.down ? -1 : 1;
  return valuedCoins
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return a.value === b.value ? 0 : a.value < b.value ? -sign : sign;
    })
    .map(({ coin }) => coin);
}

/** Parses a signed decimal text. */
function parseUnits(text: string | null | undefined): bigint | null {
  if (text == null) return null;
  const magnitude = parseDecimal(text.replace(/^[+-]/, ''), SCALE);
  return magnitude !== null && text.startsWith('-') ? -magnitude : magnitude;
}
