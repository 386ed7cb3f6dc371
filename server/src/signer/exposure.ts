import { type Asset, type Chain, DAY_MS } from '@sarraf/domain';

/** Smallest units of one asset. */
export interface Outflow {
  asset: Asset;
  amount: bigint;
}

/** What of a signature says how much may leave by it, and which others it rules out. */
export interface ExposureEntry {
  chain: Chain;
  /** Whose sequence it is; null: unknown, or a chain without. */
  sender?: string | null;
  inputs: readonly { txid: string; index: number }[];
  sequence: bigint | null;
  /** Milliseconds. */
  at: number;
  out: readonly Outflow[];
}

/** Signatures of which the chain takes one at most, since all of them have what it is named by. */
interface ConflictGroup {
  names: Set<string>;
  /** Of the largest among them. */
  most: Map<Asset, bigint>;
}

/**
 * Counts what may leave by all that was ever signed. Each signature adds what it carries; one that the chain can only
 * take in place of earlier ones adds what it carries beyond the largest of them.
 */
export class Exposure {
  readonly #rivals = new Map<string, ConflictGroup>();
  /** In order of time, of the last day. */
  #recent: { at: number; added: readonly Outflow[] }[] = [];

  /** By how much this would raise what may leave. */
  added(entry: ExposureEntry): Outflow[] {
    const rivals = this.#rivalsOf(entry);
    return entry.out.flatMap(({ asset, amount }) => {
      const more = amount - (rivals?.most.get(asset) ?? 0n);
      return more > 0n ? [{ asset, amount: more }] : [];
    });
  }

  count(entry: ExposureEntry): void {
    this.#recent.push({ at: entry.at, added: this.added(entry) });
    const names = namesOf(entry);
    const rivals = this.#rivalsOf(entry) ?? { names: new Set(names), most: new Map<Asset, bigint>() };
    for (const name of rivals.names) {
      if (names.includes(name)) this.#rivals.set(name, rivals);
      else {
        // What isn't in all of them rules nothing out.
        rivals.names.delete(name);
        this.#rivals.delete(name);
      }
    }
    for (const { asset, amount } of entry.out)
      if (amount > (rivals.most.get(asset) ?? 0n)) rivals.most.set(asset, amount);
  }

  /** What was added later than `since` (milliseconds, within the day before `now`), by asset. */
  addedSince(since: number, now: number): Map<Asset, bigint> {
    this.#recent = this.#recent.filter(({ at }) => at > now - DAY_MS);
    const sums = new Map<Asset, bigint>();
    for (const { at, added } of this.#recent)
      if (at > since)
        for (const { asset, amount } of added) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    return sums;
  }

  #rivalsOf(entry: ExposureEntry): ConflictGroup | undefined {
    for (const name of namesOf(entry)) {
      const found = this.#rivals.get(name);
      if (found) return found;
    }
    return undefined;
  }
}

/** Each can be spent or used once on its chain. */
function namesOf({ chain, sender, inputs, sequence }: ExposureEntry): string[] {
  if (inputs.length > 0) return inputs.map(({ txid, index }) => `${chain} ${txid}:${index}`);
  return sequence === null || !sender ? [] : [`${chain} ${sender} ${sequence}`];
}
