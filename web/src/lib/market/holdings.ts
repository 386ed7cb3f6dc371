import { formatDecimal, parseDecimal, scaleOf } from '@sarraf/domain';

const SCALE = scaleOf('TOMAN');

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** Parses a Toman text into smallest units; 0 without a price. */
export const parseToman = (text: string | null): bigint =>
  text === null ? 0n : (parseDecimal(text, SCALE) ?? 0n);

export const formatToman = (units: bigint): string => formatDecimal(units, SCALE);

/** Compares by value, the largest first. */
export const compareByValue = (a: { units: bigint }, b: { units: bigint }): number =>
  b.units > a.units ? 1 : b.units < a.units ? -1 : 0;

export interface Share {
  /** In parts of 10,000, for a chart; a positive part is never 0, so that it stays visible. */
  share: number;
  /** With one decimal; null if smaller. */
  percent: string | null;
}

/** Calculates a part's share of the total; both in smallest units. */
export function computeShare(units: bigint, total: bigint): Share {
  if (units === 0n || total === 0n) return { share: 0, percent: null };
  const tenths = (units * 1000n + total / 2n) / total;
  const share = Number.parseInt(((units * 10_000n) / total).toString(), 10);
  return { share: Math.max(1, share), percent: tenths === 0n ? null : formatDecimal(tenths, 1) };
}
