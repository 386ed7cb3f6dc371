import { type Asset, DAY_MS, parseAmount, parseDecimal, scaleOf } from '@sarraf/domain';
import { atCeilings, type Caps } from './caps.ts';

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
const usdt = (text: string): bigint => parseAmount(text, UNIT);

/**
 * Factor by which the sandbox's daily limits are larger, for many testers; limits of a single withdrawal are as in
 * production.
 */
const IN_SANDBOX = 1_000n;

export function defaultAllowances(sandbox: boolean): Allowances {
  const factor = sandbox ? IN_SANDBOX : 1n;
  const of = (withdrawal: string, person: string, day: string): Allowance => ({
    withdrawal: usdt(withdrawal),
    person: usdt(person) * factor,
    day: usdt(day) * factor,
  });
  return { none: of('10000', '10000', '100000'), one: of('50000', '100000', '500000') };
}

/**
 * Returns `before` with the changes of `text`: JSON of `none` and `one`, each of `withdrawal`, `person` and `day`
 * (decimal texts, TETHER), all optional. Throws on anything else.
 */
export function changeAllowances(before: Allowances, text: string): Allowances {
  const changed = { none: { ...before.none }, one: { ...before.one } };
  for (const [name, parts] of entriesOf(JSON.parse(text), 'the file')) {
    if (name !== 'none' && name !== 'one') throw new Error(`allowances: ${name} is unknown`);
    for (const [part, value] of entriesOf(parts, name)) {
      const key = KEYS.find((known) => known === part);
      const amount = typeof value === 'string' ? parseDecimal(value, scaleOf(UNIT)) : null;
      if (key === undefined) throw new Error(`allowances: ${part} is unknown`);
      if (amount === null || amount < 0n) throw new Error(`allowances: ${part} is not an amount`);
      changed[name][key] = amount;
    }
  }
  return changed;
}

function entriesOf(value: unknown, name: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`allowances: ${name} is not an object`);
  return Object.entries(value);
}

export const allowsMore = (before: Allowances, after: Allowances): boolean =>
  (['none', 'one'] as const).some((name) => KEYS.some((key) => after[name][key] > before[name][key]));

/** Sums of withdrawals signed within a day, by number of signatures. */
export class DailySignedWithdrawals {
  #recent: (SignedWithdrawal & { at: number })[] = [];

  /** Must be called in order of time. */
  add(at: number, letGo: readonly SignedWithdrawal[]): void {
    for (const one of letGo) this.#recent.push({ ...one, at });
  }

  since(now: number): readonly SignedWithdrawal[] {
    this.#recent = this.#recent.filter(({ at }) => at > now - DAY_MS);
    return this.#recent;
  }
}

/**
 * Returns how many signatures the withdrawal needs, given those it has and the earlier withdrawals of the day. A
 * withdrawal with a signature does not count against the limit without one.
 */
export function signaturesNeeded(
  { allowances, caps }: { allowances: Allowances; caps: Caps },
  before: readonly SignedWithdrawal[],
  wanted: SignedWithdrawal,
): Signatures {
  if (wanted.signatures === 2) return 2;
  const { none, one } = allowances;
  const fits = (signatures: 0 | 1, { withdrawal, person, day }: Allowance): boolean => {
    const alike = [...before.filter((other) => other.signatures === signatures), wanted];
    const worth = (some: readonly SignedWithdrawal[]) => atCeilings(caps, sumsOf(some));
    return (
      worth([wanted]) <= withdrawal &&
      worth(alike.filter((other) => other.person === wanted.person)) <= person &&
      worth(alike) <= day
    );
  };
  if (wanted.signatures === 0 && fits(0, none)) return 0;
  return fits(1, one) ? 1 : 2;
}

function sumsOf(some: readonly SignedWithdrawal[]): Map<Asset, bigint> {
  const sums = new Map<Asset, bigint>();
  for (const { asset, amount } of some) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return sums;
}
