/** Readers of what nodes answer. Each throws when it isn't there or isn't so: a half-read block would lose money. */
import { field } from '../prices/price-http.ts';

export { field };

const wrong = (name: string): never => {
  throw new Error(`an answer without a fitting ${name}`);
};

/** Below several names, one in another. */
export const getPath = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => field(found, name), value);

export function textField(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : wrong(name);
}

/** A whole number that isn't money: heights, sequences, times. */
export function wholeNumber(value: unknown, name: string): number {
  const found = field(value, name);
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : wrong(name);
}

/** Smallest units or a sequence, as digits or as a number. */
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

/** A moment, of ISO 8601 in UTC; chains of EOSIO leave its mark out. */
export function moment(value: unknown, name: string): Date {
  const found = textField(value, name);
  const at = new Date(/(Z|[+-]\d\d:?\d\d)$/.test(found) ? found : `${found}Z`);
  return Number.isNaN(at.getTime()) ? wrong(name) : at;
}

/** Smallest units of an amount like '20.0000000' that has exactly so many decimals. */
export function decimalUnits(amount: string, decimals: number): bigint {
  const [, whole = '', rest = ''] = /^(\d{1,30})\.(\d+)$/.exec(amount) ?? [];
  return rest.length === decimals ? BigInt(whole + rest) : wrong('amount');
}

/** A memo that strangers wrote, as it can be kept; null: none. PostgreSQL stores no zero byte. */
export function readMemo(memo: string): string | null {
  const kept = memo.replaceAll('\0', '\ufffd').slice(0, MOST_MEMO);
  return kept === '' ? null : kept;
}

/** Ours are shorter; longer ones only have to be seen by the staff. */
const MOST_MEMO = 256;

/** Works through a list a few at a time, and keeps its order. */
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

/** Every whole number of `from` to `to`, both included. */
export const heights = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
