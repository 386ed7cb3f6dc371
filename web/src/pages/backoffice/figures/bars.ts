/** Returns heights of bars from decimal texts; 0 for negative or unknown values. Pixels, not money. */
export function computeBarHeights(
  values: readonly (string | number | null)[],
  height: number,
  minHeight = 2,
): number[] {
  const numbers = values.map((value) => (value === null ? 0 : Math.max(0, Number(value))));
  const top = Math.max(...numbers, 0);
  // Positive values are always visible, however small.
  return numbers.map((number) => (number === 0 ? 0 : Math.max(minHeight, (number / top) * height)));
}

/**
 * Returns the share of the liabilities that is held, in percent with one decimal; null: unknown, or nothing is
 * owed. Decimal texts of Toman.
 */
export function computeCoverage(held: readonly (string | null)[], owed: string | null): string | null {
  if (owed === null || held.some((part) => part === null)) return null;
  const parseWhole = (text: string | null) => BigInt((text ?? '0').split('.')[0] ?? '0');
  const debt = parseWhole(owed);
  if (debt <= 0n) return null;
  const tenths = (held.reduce((sum, part) => sum + parseWhole(part), 0n) * 1_000n) / debt;
  return `${tenths / 10n}.${tenths % 10n}`;
}
