import { type Asset, DAY_MS, parseAmount, parseDecimal, scaleOf } from '@sarraf/domain';
import { type Caps, valueAtCeilings } from './caps.ts';

/** Limits in TETHER, valued at the ceilings of the caps, by number of staff signatures. */
export interface Allowance {
  /** One withdrawal. */
  withdrawal: bigint;
  /** One user's withdrawals within 24 hours. */
  person: bigint;
  /** All users' withdrawals within 24 hours. */
  day: bigint;
}

/** Limits without and with one signature. With two, only the caps apply. */
export interface Allowances {
  none: Allowance;
  one: Allowance;
}

/** A withdrawal that was signed, and the number of its staff signatures. */
export interface SignedWithdrawal {
  withdrawal: string;
  person: string;
  asset: Asset;
  amount: bigint;
  signatures: Signatures;
}
/** 2 stands for two or more. */
export type Signatures = 0 | 1 | 2;

const UNIT: Asset = 'TETHER';
const KEYS = ['withdrawal', 'person', 'day'] as const;
const parseTether = (text: string): bigint => parseAmount(text, UNIT);

/**
 * Factor by which the sandbox's daily limits are larger, for many testers; limits of a single withdrawal are as in
 * production.
 */
const SANDBOX_FACTOR = 1_000n;

export function createDefaultAllowances(sandbox: boolean): Allowances {
  const factor = sandbox ? SANDBOX_FACTOR : 1n;
  const toAllowance = (withdrawal: string, person: string, day: string): Allowance => ({
    withdrawal: parseTether(withdrawal),
    person: parseTether(person) * factor,
    day: parseTether(day) * factor,
  });
  return { none: toAllowance('10000', '10000', '100000'), one: toAllowance('50000', '100000', '500000') };
}

/**
 * Returns `before` with the changes of `text`: JSON of `none` and `one`, each of `withdrawal`, `person` and `day`
 * (decimal texts, TETHER), all optional. Throws on anything else.
 */
export function applyAllowanceChanges(before: Allowances, text: string): Allowances {
  const changed = { none: { ...before.none }, one: { ...before.one } };
  for (const [name, parts] of requireEntries(JSON.parse(text), 'the file')) {
    if (name !== 'none' && name !== 'one') throw new Error(`allowances: ${name} is unknown`);
    for (const [part, value] of requireEntries(parts, name)) {
      const key = KEYS.find((candidate) => candidate === part);
      const amount = typeof value === 'string' ? parseDecimal(value, scaleOf(UNIT)) : null;
      if (key === undefined) throw new Error(`allowances: ${part} is unknown`);
      if (amount === null || amount < 0n) throw new Error(`allowances: ${part} is not an amount`);
      changed[name][key] = amount;
    }
  }
  return changed;
}

function requireEntries(value: unknown, name: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`allowances: ${name} is not an object`);
  return Object.entries(value);
}

export const allowancesAllowMore = (before: Allowances, after: Allowances): boolean =>
  (['none', 'one'] as const).some((name) => KEYS.some((key) => after[name][key] > before[name][key]));

/** Sums of withdrawals signed within a day, by number of signatures. */
export class DailySignedWithdrawals {
  #recent: (SignedWithdrawal & { at: number })[] = [];

  /** Must be called in order of time. */
  addSigned(at: number, signed: readonly SignedWithdrawal[]): void {
    for (const withdrawal of signed) this.#recent.push({ ...withdrawal, at });
  }

  listRecent(now: number): readonly SignedWithdrawal[] {
    this.#recent = this.#recent.filter(({ at }) => at > now - DAY_MS);
    return this.#recent;
  }
}

/**
 * Returns how many signatures the withdrawal needs, given those it has and the earlier withdrawals of the day. A
 * withdrawal with a signature does not count against the limit without one.
 */
export function countNeededSignatures(
  { allowances, caps }: { allowances: Allowances; caps: Caps },
  earlier: readonly SignedWithdrawal[],
  candidate: SignedWithdrawal,
): Signatures {
  if (candidate.signatures === 2) return 2;
  const { none, one } = allowances;
  const fitsAllowance = (signatures: 0 | 1, { withdrawal, person, day }: Allowance): boolean => {
    const sameKind = [...earlier.filter((other) => other.signatures === signatures), candidate];
    const sumValues = (withdrawals: readonly SignedWithdrawal[]) =>
      valueAtCeilings(caps, sumByAsset(withdrawals));
    return (
      sumValues([candidate]) <= withdrawal &&
      sumValues(sameKind.filter((other) => other.person === candidate.person)) <= person &&
      sumValues(sameKind) <= day
    );
  };
  if (candidate.signatures === 0 && fitsAllowance(0, none)) return 0;
  return fitsAllowance(1, one) ? 1 : 2;
}

function sumByAsset(withdrawals: readonly SignedWithdrawal[]): Map<Asset, bigint> {
  const sums = new Map<Asset, bigint>();
  for (const { asset, amount } of withdrawals) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return sums;
}
