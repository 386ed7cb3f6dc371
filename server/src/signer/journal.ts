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

type JournalLine =
  | JournalEntry
  | { latch: Latch }
  | { act: OperatorAction; at: number; by?: readonly string[] };

/** An entry without its bytes, which stay in the file. */
export type JournalRecord = Omit<JournalEntry, 'raw'>;
type StoredRecord = JournalRecord & LinePosition;

/**
 * The signer's own record: its signatures, latches and operator commands, each a line that is on disk before it is
 * acknowledged.
 */
export class Journal {
  readonly exposure = new Exposure();
  readonly dailySigned = new DailySignedWithdrawals();
  readonly #file: JournalFile;
  readonly #byOrder = new Map<string, StoredRecord[]>();
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
    this.#file = new JournalFile(dir, keys, (body, position) =>
      this.#applyLine(fromWire(body) as JournalLine, position),
    );
    const { loss } = this.#file;
    if (loss !== null && !forgiven.includes(loss)) this.latch('JOURNAL', loss, now);
    this.#file.updateHead();
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
  coldAddressOf = (chain: Chain): string | null | undefined => this.#cold.get(chain);
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
  listSignaturesFor(orders: readonly string[]): JournalRecord[] {
    const found = new Set(orders.flatMap((id) => this.#byOrder.get(id) ?? []));
    return [...found].sort((a, b) => a.offset - b.offset);
  }

  /** Returns the order that a withdrawal was signed as; null: never signed. */
  findOrderOfWithdrawal = (withdrawal: string): string | null => this.#orders.get(withdrawal) ?? null;

  hasTxid = (txid: string): boolean => this.#txids.has(txid);

  readRaw(entry: JournalRecord): string {
    return (fromWire(this.#file.readLine(entry as StoredRecord)) as JournalEntry).raw;
  }

  append = (entry: JournalEntry): void => this.#appendLine(entry);

  /** The first reason stays. */
  latch(reason: Latch['reason'], about: Latch['about'], now: number): void {
    if (this.#latch === null) this.#appendLine({ latch: { id: newId(), reason, about, at: now } });
  }

  /** `by`: the staff members who signed it too. */
  recordAction = (action: OperatorAction, now: number, signers: readonly string[] = []): void =>
    this.#appendLine({ act: action, at: now, ...(signers.length > 0 && { by: signers }) });

  /** Switches to another generation. `by`: the staff members who signed it. */
  switchGeneration(nextKey: JournalKey, now: number, signers: readonly string[]): void {
    this.#file.switchGeneration(nextKey, now, signers);
    this.#file.updateHead();
  }

  close(): void {
    this.#file.close();
  }

  #appendLine(line: JournalLine): void {
    const position = this.#file.append(toWire(line));
    this.#applyLine(line, position);
    this.#file.updateHead();
  }

  #applyLine(line: JournalLine, position: LinePosition): void {
    if ('latch' in line) this.#latch = line.latch;
    else if ('act' in line) this.#applyAction(line.act);
    else this.#applyEntry(line, position);
  }

  #applyAction(action: OperatorAction): void {
    this.#acts += 1;
    if ('caps' in action) this.#caps = action.caps;
    else if ('allowances' in action) this.#allowances = action.allowances;
    else if ('key' in action) this.#keys.set(action.key.id, action.key);
    else if ('removedKey' in action) this.#keys.delete(action.removedKey);
    else if ('cold' in action) this.#cold.set(action.cold.chain, action.cold.address);
    else if ('retired' in action) this.#retired.push(action.retired);
    else if ('eosKey' in action) this.#eosGeneration = action.eosKey;
    else if (action.release === this.#latch?.id) this.#latch = null;
  }

  #applyEntry({ raw: _raw, ...entry }: JournalEntry, position: LinePosition): void {
    const record: StoredRecord = { ...entry, ...position };
    this.#txids.add(entry.txid);
    for (const id of entry.orders) {
      const records = this.#byOrder.get(id);
      if (records) records.push(record);
      else this.#byOrder.set(id, [record]);
    }
    for (const { order, withdrawal } of entry.withdrawals) this.#orders.set(withdrawal, order);
    this.dailySigned.addSigned(entry.at, entry.letGo ?? []);
    this.exposure.addEntry(entry);
  }
}
