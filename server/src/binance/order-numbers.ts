/**
 * Binance's orders have integers that a double can hold as ids; ours have UUIDs (version 7). The number consists of
 * those of the id's bits that distinguish a person's orders: the milliseconds since 2025 (39 bits, until 2042) and
 * the lowest 14 bits of the counter that increases with each id of one millisecond (`platform/ids.ts`). Nothing is
 * stored: the way back scans one person's ids of one millisecond.
 */
const EPOCH_MS = Date.UTC(2025, 0, 1);
const COUNTER = 2 ** 14;
const MAX_MS = 2 ** 39;

/** Returns the number of an id from this exchange. */
export function orderNumberOf(id: string): number {
  const hex = id.replaceAll('-', '');
  return (Number.parseInt(hex.slice(0, 12), 16) - EPOCH_MS) * COUNTER + counterOf(hex);
}

/** The counter's bits 13 to 6 are the id's tenth byte, bits 5 to 0 the upper ones of the next. */
const counterOf = (hex: string): number =>
  Number.parseInt(hex.slice(18, 20), 16) * 64 + Math.floor(Number.parseInt(hex.slice(20, 22), 16) / 4);

/** Returns the first and the last id of the number's millisecond; null: no order can have this number. */
export function idRangeOfNumber(number: number): { first: string; last: string } | null {
  const ms = Math.floor(number / COUNTER);
  return Number.isSafeInteger(number) && number >= 0 && ms < MAX_MS ? idRangeOfMs(ms + EPOCH_MS) : null;
}

/** Returns the first and the last id of a millisecond since 1970. */
export function idRangeOfMs(ms: number): { first: string; last: string } {
  const hex = Math.max(0, Math.min(ms, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0');
  const time = `${hex.slice(0, 8)}-${hex.slice(8)}`;
  return { first: `${time}-7000-8000-000000000000`, last: `${time}-7fff-bfff-ffffffffffff` };
}
