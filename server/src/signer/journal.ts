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

/** What was signed, as it is written down before anybody gets the bytes. */
export interface JournalEntry {
  chain: Chain;
  /** Sorted. */
  orders: readonly string[];
  /** Of what the orders said. */
  digest: string;
  txid: string;
  raw: string;
  /** Milliseconds. */
  at: number;
  /** Who pays, where that is one account; unknown of what was signed long ago. */
  sender?: string | null;
  inputs: readonly { txid: string; index: number }[];
  sequence: bigint | null;
  expires: number | null;
  /** What may leave by it, smallest units, fees included: counts against the caps. */
  out: readonly Outflow[];
  /** Order by order, the withdrawal behind it; unknown of what was signed long ago. */
  withdrawals?: readonly { order: string; withdrawal: string }[];
  /** What it added to what left with so many signatures. */
  letGo?: readonly SignedWithdrawal[];
}

/** Why nothing is signed until a person says so; `at` in milliseconds. */
export interface Latch {
  id: string;
  /** A cap that was to be gone over; what the journal, or the journal alone, doesn't know; a broken law of the books. */
  reason: 'HOUR' | 'DAY' | 'JOURNAL' | 'BOOKS';
  /** The coin, or what was lost; null: all coins together. */
  about: Asset | JournalLoss | 'UNKNOWN_BYTES' | null;
  at: number;
}

/** What a person with the passphrase did, in the order of `acts`. */
export type OperatorAction =
  | { release: string }
  | { caps: Caps }
  | { allowances: Allowances }
  | { key: ApprovalKey }
  | { removedKey: string }
  /** Null: surplus of that chain goes nowhere. */
  | { cold: { chain: Chain; address: string | null } }
  /** The account on EOS has that generation's key from now on. */
  | { eosKey: number }
  /** What stays known of a seed that is no more. */
  | { retired: GenerationKeys };

type Line = JournalEntry | { latch: Latch } | { act: OperatorAction; at: number; by?: readonly string[] };

/** An entry without its bytes, which stay in the file. */
export type JournalRecord = Omit<JournalEntry, 'raw'>;
type Kept = JournalRecord & LinePosition;

/**
 * The signer's own memory: what it signed, why it stopped and what a person had it do, each a line that is on the disk
 * before it is answered.
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
   * With less in it than it had, it begins latched, but for what is forgiven: a new seed has no journal yet. `keys`: of the
   * generations that are here, oldest first.
   * Throws when another process has the folder, when it was changed, and when it goes on under a generation that isn't here.
   */
  constructor(dir: string, keys: readonly JournalKey[], forgiven: readonly JournalLoss[], now: number) {
    this.#file = new JournalFile(dir, keys, (body, place) => this.#keep(fromWire(body) as Line, place));
    const { loss } = this.#file;
    if (loss !== null && !forgiven.includes(loss)) this.latch('JOURNAL', loss, now);
    this.#file.seal();
  }

  /** Null: nothing keeps it from signing. */
  get latched(): Latch | null {
    return this.#latch;
  }
  /** Those that a person set; null: none were. */
  get caps(): Caps | null {
    return this.#caps;
  }
  get allowances(): Allowances | null {
    return this.#allowances;
  }
  /** Of colleagues, by id. */
  get keys(): ReadonlyMap<string, ApprovalKey> {
    return this.#keys;
  }
  /** Undefined: nobody said anything of that chain; null: there is none. */
  cold = (chain: Chain): string | null | undefined => this.#cold.get(chain);
  /** Null: nobody said whose key the account on EOS has. */
  get eosGeneration(): number | null {
    return this.#eosGeneration;
  }
  /** Seeds that are no more. */
  get retired(): readonly GenerationKeys[] {
    return this.#retired;
  }
  /** How many there were. */
  get acts(): number {
    return this.#acts;
  }

  /** Everything ever signed for any of these orders, oldest first. */
  of(orders: readonly string[]): JournalRecord[] {
    const found = new Set(orders.flatMap((id) => this.#byOrder.get(id) ?? []));
    return [...found].sort((a, b) => a.offset - b.offset);
  }

  /** The order that a withdrawal was signed as; null: it never was. */
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

  /** `by`: the colleagues who signed it too. */
  act = (act: OperatorAction, now: number, by: readonly string[] = []): void =>
    this.#write({ act, at: now, ...(by.length > 0 && { by }) });

  /** From now on it is that generation's. `by`: the colleagues who signed it. */
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
    for (const { order, withdrawal } of entry.withdrawals ?? []) this.#orders.set(withdrawal, order);
    this.letGo.add(entry.at, entry.letGo ?? []);
    this.exposure.count(entry);
  }
}
