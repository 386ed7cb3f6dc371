/**
 * Parsers of nodes' replies. Each throws if a value is missing or invalid: a partially parsed block would lose
 * money.
 */
import { getField } from '../prices/price-http.ts';

export { getField };

const failField = (name: string): never => {
  throw new Error(`a reply without a valid ${name}`);
};

/** Returns the value at a path of nested names. */
export const getPath = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((current, name) => getField(current, name), value);

export function textField(value: unknown, name: string): string {
  const text = getField(value, name);
  return typeof text === 'string' ? text : failField(name);
}

/** Parses an integer that isn't money: height, nonce, time. */
export function integerField(value: unknown, name: string): number {
  const number = getField(value, name);
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : failField(name);
}

/** Parses smallest units or a sequence, from digits or a number. */
export function unitsField(value: unknown, name: string): bigint {
  const digitsOrNumber = getField(value, name);
  if (typeof digitsOrNumber === 'bigint') return digitsOrNumber >= 0n ? digitsOrNumber : failField(name);
  if (typeof digitsOrNumber === 'number')
    return Number.isSafeInteger(digitsOrNumber) && digitsOrNumber >= 0
      ? BigInt(digitsOrNumber)
      : failField(name);
  return typeof digitsOrNumber === 'string' && /^\d{1,40}$/.test(digitsOrNumber)
    ? BigInt(digitsOrNumber)
    : failField(name);
}

export function listField(value: unknown, name: string): readonly unknown[] {
  const items = getField(value, name);
  return Array.isArray(items) ? items : failField(name);
}

/** Parses a time of ISO 8601 in UTC; EOSIO chains omit the time zone. */
export function timeField(value: unknown, name: string): Date {
  const isoText = textField(value, name);
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(isoText) ? isoText : `${isoText}Z`);
  return Number.isNaN(at.getTime()) ? failField(name) : at;
}

/** Returns the smallest units of an amount like '20.0000000' with exactly this many decimals. */
export function parseDecimalUnits(amount: string, decimals: number): bigint {
  const [, whole = '', fraction = ''] = /^(\d{1,30})\.(\d+)$/.exec(amount) ?? [];
  return fraction.length === decimals ? BigInt(whole + fraction) : failField('amount');
}

/** Makes a memo by others storable; null: none. PostgreSQL can't store zero bytes. */
export function sanitizeMemo(memo: string): string | null {
  const storable = memo.replaceAll('\0', '\ufffd').slice(0, MAX_MEMO);
  return storable === '' ? null : storable;
}

/** Ours are shorter; longer ones are only displayed to staff. */
const MAX_MEMO = 256;

/** Maps a list with limited concurrency, preserving the order. */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += concurrency)
    results.push(...(await Promise.all(items.slice(start, start + concurrency).map(work))));
  return results;
}

/** Returns all integers from `from` to `to`, inclusive. */
export const listHeights = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
