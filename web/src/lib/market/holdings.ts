import { formatDecimal, parseDecimal, scaleOf } from '@sarraf/domain';

const SCALE = scaleOf('TOMAN');

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** Toman text in smallest units; 0 where there is no price. */
export const tomanOf = (text: string | null): bigint =>
  text === null ? 0n : (parseDecimal(text, SCALE) ?? 0n);

export const tomanText = (units: bigint): string => formatDecimal(units, SCALE);

/** The largest first. */
export const byWorth = (a: { units: bigint }, b: { units: bigint }): number =>
  b.units > a.units ? 1 : b.units < a.units ? -1 : 0;

export interface Share {
  /** Of 10,000, for a chart; a part that is there is never 0, so that it can be seen. */
  share: number;
  /** With one decimal; null when it is below that. */
  percent: string | null;
}

/** What a part is of the whole; both in smallest units. */
export function shareOf(units: bigint, total: bigint): Share {
  if (units === 0n || total === 0n) return { share: 0, percent: null };
  const tenths = (units * 1000n + total / 2n) / total;
  const share = Number.parseInt(((units * 10_000n) / total).toString(), 10);
  return { share: Math.max(1, share), percent: tenths === 0n ? null : formatDecimal(tenths, 1) };
}
