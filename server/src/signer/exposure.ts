import { type Asset, type Chain, DAY_MS } from '@sarraf/domain';

/** Smallest units of one asset. */
export interface Outflow {
  asset: Asset;
  amount: bigint;
}

/** Amounts that a signature may pay, and what it conflicts with. */
export interface ExposureEntry {
  chain: Chain;
  /** Account of the sequence; null: unknown, or a chain without. */
  sender: string | null;
  inputs: readonly { txid: string; index: number }[];
  sequence: bigint | null;
  /** Milliseconds. */
  at: number;
  out: readonly Outflow[];
}

/** Signatures of which the chain accepts one at most, since all contain the same names (inputs or sequence). */
interface ConflictGroup {
  names: Set<string>;
  /** Largest amount per asset among these signatures. */
  most: Map<Asset, bigint>;
}

/**
 * Counts the amounts that all signatures together may pay. Each signature adds its amounts; one that conflicts with
 * earlier ones adds only what exceeds the largest of them.
 */
export class Exposure {
  readonly #conflicts = new Map<string, ConflictGroup>();
  /** Signatures of the last day, in order of time. */
  #recent: { at: number; added: readonly Outflow[] }[] = [];

  /** Returns by how much this signature would raise the sum. */
  computeIncrease(entry: ExposureEntry): Outflow[] {
    const conflict = this.#findConflict(entry);
    return entry.out.flatMap(({ asset, amount }) => {
      const increase = amount - (conflict?.most.get(asset) ?? 0n);
      return increase > 0n ? [{ asset, amount: increase }] : [];
    });
  }

  addEntry(entry: ExposureEntry): void {
    this.#recent.push({ at: entry.at, added: this.computeIncrease(entry) });
    const names = conflictNames(entry);
    const conflict = this.#findConflict(entry) ?? { names: new Set(names), most: new Map<Asset, bigint>() };
    for (const name of conflict.names) {
      if (names.includes(name)) this.#conflicts.set(name, conflict);
      else {
        // A name that isn't in all of them is no conflict.
        conflict.names.delete(name);
        this.#conflicts.delete(name);
      }
    }
    for (const { asset, amount } of entry.out)
      if (amount > (conflict.most.get(asset) ?? 0n)) conflict.most.set(asset, amount);
  }

  /** Returns the sum added after `since` (milliseconds, within the day before `now`), by asset. */
  sumSince(since: number, now: number): Map<Asset, bigint> {
    this.#recent = this.#recent.filter(({ at }) => at > now - DAY_MS);
    const sums = new Map<Asset, bigint>();
    for (const { at, added } of this.#recent)
      if (at > since)
        for (const { asset, amount } of added) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    return sums;
  }

  #findConflict(entry: ExposureEntry): ConflictGroup | undefined {
    for (const name of conflictNames(entry)) {
      const found = this.#conflicts.get(name);
      if (found) return found;
    }
    return undefined;
  }
}

/** Names of which each can be spent or used once on its chain. */
function conflictNames({ chain, sender, inputs, sequence }: ExposureEntry): string[] {
  if (inputs.length > 0) return inputs.map(({ txid, index }) => `${chain} ${txid}:${index}`);
  return sequence === null || !sender ? [] : [`${chain} ${sender} ${sequence}`];
}
