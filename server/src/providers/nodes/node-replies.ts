/**
 * Parsers of nodes' replies. Each throws if a value is missing or invalid: a partially parsed block would lose
 * money.
 */
import { field } from '../prices/price-http.ts';

export { field };

const wrong = (name: string): never => {
  throw new Error(`a reply without a valid ${name}`);
};

/** Returns the value at a path of nested names. */
export const getPath = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => field(found, name), value);

export function textField(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : wrong(name);
}

/** Parses an integer that isn't money: height, nonce, time. */
export function wholeNumber(value: unknown, name: string): number {
  const found = field(value, name);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : wrong(name);
}

/** Parses smallest units or a sequence, from digits or a number. */
export function units(value: unknown, name: string): bigint {
  const found = field(value, name);
  if (typeof found === 'bigint') return found >= 0n ? found : wrong(name);
  if (typeof found === 'number')
    return Number.isSafeInteger(found) && found >= 0 ? BigInt(found) : wrong(name);
  return typeof found === 'string' && /^\d{1,40}$/.test(found) ? BigInt(found) : wrong(name);
}

export function list(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : wrong(name);
}

/** Parses a time of ISO 8601 in UTC; EOSIO chains omit the time zone. */
export function moment(value: unknown, name: string): Date {
  const found = textField(value, name);
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(found) ? found : `${found}Z`);
  return Number.isNaN(at.getTime()) ? wrong(name) : at;
}

/** Returns the smallest units of an amount like '20.0000000' with exactly this many decimals. */
export function decimalUnits(amount: string, decimals: number): bigint {
  const [, whole = '', rest = ''] = /^(\d{1,30})\.(\d+)$/.exec(amount) ?? [];
  return rest.length === decimals ? BigInt(whole + rest) : wrong('amount');
}

/** Makes a memo by others storable; null: none. PostgreSQL can't store zero bytes. */
export function readMemo(memo: string): string | null {
  const kept = memo.replaceAll('\0', '\ufffd').slice(0, MAX_MEMO);
  return kept === '' ? null : kept;
}

/** Ours are shorter; longer ones are only displayed to staff. */
const MAX_MEMO = 256;

/** Maps a list with limited concurrency, preserving the order. */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return results;
}

/** Returns all integers from `from` to `to`, inclusive. */
export const heights = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
