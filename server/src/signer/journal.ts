import type { Asset, Chain } from '@sarraf/domain';
import type { ApprovalKey } from '../chains/approvals/assertion.ts';
import type { GenerationKeys } from '../custody/ports.ts';
import { newId } from '../platform/ids.ts';
import { fromWire, toWire } from '../platform/wire.ts';
import { type Allowances, DailySignedWithdrawals, type SignedWithdrawal } from './allowances.ts';
import type { Caps } from './caps.ts';
import type { JournalKey } from './crossing.ts';
import { Exposure, type Outflow } from './exposure.ts';
import { JournalFile, type JournalLoss, type LinePosition } from './journal-file.ts';

/** A signature, as recorded before the bytes are returned. */
export interface JournalEntry {
  chain: Chain;
  /** Sorted. */
  orders: readonly string[];
  /** Digest of the orders' content. */
  digest: string;
  txid: string;
  raw: string;
  /** Milliseconds. */
  at: number;
  /** The paying account; null: there are several. */
  sender: string | null;
  inputs: readonly { txid: string; index: number }[];
  sequence: bigint | null;
  expires: number | null;
  /** Amounts that it may pay, smallest units, fees included: count against the caps. */
  out: readonly Outflow[];
  /** The withdrawal of each order that has one. */
  withdrawals: readonly { order: string; withdrawal: string }[];
  /** Amounts that it adds to the allowances, by number of signatures. */
  letGo?: readonly SignedWithdrawal[];
}

/** Why signing is blocked until an operator releases it; `at` in milliseconds. */
export interface Latch {
  id: string;
  /** HOUR, DAY: an attempt to exceed a cap; JOURNAL: the journal lacks entries; BOOKS: a violated ledger invariant. */
  reason: 'HOUR' | 'DAY' | 'JOURNAL' | 'BOOKS';
  /** The coin, or the kind of loss; null: all coins together. */
  about: Asset | JournalLoss | 'UNKNOWN_BYTES' | null;
  at: number;
}

/** Commands of an operator with the passphrase, numbered by `acts`. */
export type OperatorAction =
  | { release: string }
  | { caps: Caps }
  | { allowances: Allowances }
  | { key: ApprovalKey }
  | { removedKey: string }
  /** Null: no surplus of that chain is sent. */
  | { cold: { chain: Chain; address: string | null } }
  /** The account on EOS has that generation's key from now on. */
  | { eosKey: number }
  /** Public data that is kept of a deleted seed. */
  | { retired: GenerationKeys };

type Line = JournalEntry | { latch: Latch } | { act: OperatorAction; at: number; by?: readonly string[] };

/** An entry without its bytes, which stay in the file. */
export type JournalRecord = Omit<JournalEntry, 'raw'>;
type Kept = JournalRecord & LinePosition;

/**
 * The signer's own record: its signatures, latches and operator commands, each a line that is on disk before it is
 * acknowledged.
 */
export class Journal {
  readonly exposure = new Exposure();
  readonly letGo = new DailySignedWithdrawals();
  readonly #file: JournalFile;
  readonly #byOrder = new Map<string, Kept[]>();
  readonly #txids = new Set<string>();
  #latch: Latch | null = null;
  #caps: Caps | null = null;
  #allowances: Allowances | null = null;
  readonly #keys = new Map<string, ApprovalKey>();
  readonly #cold = new Map<Chain, string | null>();
  readonly #orders = new Map<string, string>();
  readonly #retired: GenerationKeys[] = [];
  #eosGeneration: number | null = null;
  #acts = 0;

  /**
   * Opens the journal. If entries were lost, it starts latched, except for accepted losses: a new seed has no
   * journal yet. `keys`: of the available generations, oldest first.
   * Throws if another process holds the folder, if it was modified, and if it continues under an unavailable
   * generation.
   */
  constructor(dir: string, keys: readonly JournalKey[], forgiven: readonly JournalLoss[], now: number) {
    this.#file = new JournalFile(dir, keys, (body, place) => this.#keep(fromWire(body) as Line, place));
    const { loss } = this.#file;
    if (loss !== null && !forgiven.includes(loss)) this.latch('JOURNAL', loss, now);
    this.#file.seal();
  }

  /** Null: signing is not blocked. */
  get latched(): Latch | null {
    return this.#latch;
  }
  /** Caps set by an operator; null: none. */
  get caps(): Caps | null {
    return this.#caps;
  }
  get allowances(): Allowances | null {
    return this.#allowances;
  }
  /** Approval keys of staff, by id. */
  get keys(): ReadonlyMap<string, ApprovalKey> {
    return this.#keys;
  }
  /** Undefined: never set for that chain; null: none. */
  cold = (chain: Chain): string | null | undefined => this.#cold.get(chain);
  /** Generation of the key of the account on EOS; null: never set. */
  get eosGeneration(): number | null {
    return this.#eosGeneration;
  }
  /** Seeds that were deleted. */
  get retired(): readonly GenerationKeys[] {
    return this.#retired;
  }
  /** Number of commands so far. */
  get acts(): number {
    return this.#acts;
  }

  /** Returns all signatures for any of these orders, oldest first. */
  of(orders: readonly string[]): JournalRecord[] {
    const found = new Set(orders.flatMap((id) => this.#byOrder.get(id) ?? []));
    return [...found].sort((a, b) => a.offset - b.offset);
  }

  /** Returns the order that a withdrawal was signed as; null: never signed. */
  orderOf = (withdrawal: string): string | null => this.#orders.get(withdrawal) ?? null;

  knows = (txid: string): boolean => this.#txids.has(txid);

  rawOf(entry: JournalRecord): string {
    return (fromWire(this.#file.read(entry as Kept)) as JournalEntry).raw;
  }

  append = (entry: JournalEntry): void => this.#write(entry);

  /** The first reason stays. */
  latch(reason: Latch['reason'], about: Latch['about'], now: number): void {
    if (this.#latch === null) this.#write({ latch: { id: newId(), reason, about, at: now } });
  }

  /** `by`: the staff members who signed it too. */
  act = (act: OperatorAction, now: number, by: readonly string[] = []): void =>
    this.#write({ act, at: now, ...(by.length > 0 && { by }) });

  /** Switches to another generation. `by`: the staff members who signed it. */
  cross(to: JournalKey, now: number, by: readonly string[]): void {
    this.#file.cross(to, now, by);
    this.#file.seal();
  }

  close(): void {
    this.#file.close();
  }

  #write(line: Line): void {
    const place = this.#file.append(toWire(line));
    this.#keep(line, place);
    this.#file.seal();
  }

  #keep(line: Line, place: LinePosition): void {
    if ('latch' in line) this.#latch = line.latch;
    else if ('act' in line) this.#keepAct(line.act);
    else this.#keepEntry(line, place);
  }

  #keepAct(act: OperatorAction): void {
    this.#acts += 1;
    if ('caps' in act) this.#caps = act.caps;
    else if ('allowances' in act) this.#allowances = act.allowances;
    else if ('key' in act) this.#keys.set(act.key.id, act.key);
    else if ('removedKey' in act) this.#keys.delete(act.removedKey);
    else if ('cold' in act) this.#cold.set(act.cold.chain, act.cold.address);
    else if ('retired' in act) this.#retired.push(act.retired);
    else if ('eosKey' in act) this.#eosGeneration = act.eosKey;
    else if (act.release === this.#latch?.id) this.#latch = null;
  }

  #keepEntry({ raw: _raw, ...entry }: JournalEntry, place: LinePosition): void {
    const kept: Kept = { ...entry, ...place };
    this.#txids.add(entry.txid);
    for (const id of entry.orders) {
      const known = this.#byOrder.get(id);
      if (known) known.push(kept);
      else this.#byOrder.set(id, [kept]);
    }
    for (const { order, withdrawal } of entry.withdrawals) this.#orders.set(withdrawal, order);
    this.letGo.add(entry.at, entry.letGo ?? []);
    this.exposure.count(entry);
  }
}
