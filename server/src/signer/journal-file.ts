import { createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { computeCrossingMac, type GenerationChange, type JournalKey, parseCrossing } from './crossing.ts';
import { acquireJournalLock } from './journal-lock.ts';

/** Position of a line's body in the file. */
export interface LinePosition {
  offset: number;
  length: number;
}

/** MISSING: there is no file; CUT_OFF: lines are missing at its end. */
export type JournalLoss = 'MISSING' | 'CUT_OFF';

const NEWLINE = 0x0a;
const CHUNK_SIZE = 1 << 20;
const MAC_PATTERN = /^[0-9a-f]{64} /;
const INITIAL_MAC = '0'.repeat(64);
const BODY_AT = INITIAL_MAC.length + 1;

/**
 * Append-only lines, each with a MAC over itself and the previous line, and next to them the head: their number,
 * and the last MAC. Both are on disk before `append` returns. A line truncated by a crash was never acknowledged
 * and is dropped; a modified one prevents opening.
 *
 * The MACs use the newest generation's key; a crossing is where those of the next one begin. It has MACs by both
 * keys, and the newer one covers every byte before, so that the older one may be deleted later.
 */
export class JournalFile {
  /** Damage since it was written; null: none. */
  readonly loss: JournalLoss | null;
  readonly #keys: ReadonlyMap<number, JournalKey>;
  readonly #dir: string;
  readonly #fd: number;
  readonly #lock: string;
  /** Digest of the whole content. */
  readonly #digest: Hash = createHash('sha256');
  /** Null: there is no line yet. */
  #generation: number | null = null;
  /** Null: of a generation that is no longer available; a later crossing authenticates its lines. */
  #key: Buffer | null = null;
  #mac = INITIAL_MAC;
  #count = 0;
  #size = 0;

  /**
   * Passes every line to `take`. `keys`: of the available generations, oldest first. Throws if another process
   * holds the folder, if a line was modified, or if the last lines are of an unavailable generation.
   */
  constructor(dir: string, keys: readonly JournalKey[], take: (body: string, place: LinePosition) => void) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#keys = new Map(keys.map((key) => [key.generation, key]));
    this.#dir = dir;
    this.#lock = join(dir, 'lock');
    acquireJournalLock(this.#lock);
    this.#fd = openSync(join(dir, 'journal.jsonl'), 'a+', 0o600);
    try {
      const loss = this.#readAllLines(take);
      this.loss = this.#addMissingGenerations(keys) && loss === null ? 'CUT_OFF' : loss;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Switches to the MACs of `to`. */
  switchGeneration(nextKey: JournalKey, at: number, by: readonly string[]): void {
    const from = this.#generation === null ? null : this.#keys.get(this.#generation);
    if (from === undefined || (from !== null && nextKey.generation <= from.generation))
      throw new Error('the journal can only switch to a newer generation');
    const crossing: GenerationChange = {
      from: from && { generation: from.generation, name: from.name },
      to: { generation: nextKey.generation, name: nextKey.name },
      digest: this.#digest.copy().digest('hex'),
      at,
      by,
    };
    // An empty journal has no other key.
    this.#key ??= nextKey.key;
    this.append(JSON.stringify({ crossing, mac: computeCrossingMac(nextKey.key, crossing) }));
    this.#key = nextKey.key;
    this.#generation = nextKey.generation;
  }

  append(body: string): LinePosition {
    if (fstatSync(this.#fd).size !== this.#size) throw new Error('another process writes the journal');
    const mac = this.#computeMac(body);
    const line = Buffer.from(`${mac} ${body}\n`);
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#fd, line, written);
      fsyncSync(this.#fd);
    } catch (error) {
      // A partial line would make the next one unreadable.
      ftruncateSync(this.#fd, this.#size);
      throw error;
    }
    const position = { offset: this.#size + mac.length + 1, length: line.length - mac.length - 2 };
    this.#digest.update(line);
    this.#generation ??= 0;
    this.#mac = mac;
    this.#count += 1;
    this.#size += line.length;
    return position;
  }

  /** Includes appended lines in the head; from then on their loss is detected. */
  updateHead(): void {
    const file = join(this.#dir, 'journal.head');
    const fd = openSync(`${file}.new`, 'w', 0o600);
    try {
      writeSync(fd, `${this.#count} ${this.#mac}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(`${file}.new`, file);
    syncFolder(this.#dir);
  }

  readLine({ offset, length }: LinePosition): string {
    const bytes = Buffer.alloc(length);
    readSync(this.#fd, bytes, 0, length, offset);
    return bytes.toString('utf8');
  }

  close(): void {
    closeSync(this.#fd);
    rmSync(this.#lock, { force: true });
  }

  #computeMac(body: string): string {
    if (this.#key === null) throw new Error("the journal's generation is not available");
    return createHmac('sha256', this.#key).update(this.#mac).update(body).digest('hex');
  }

  /**
   * Adds generations that the journal lacks, since it is new or was restored from a copy. Returns whether it lacked
   * any.
   */
  #addMissingGenerations(keys: readonly JournalKey[]): boolean {
    const lastGeneration = this.#generation;
    const firstGeneration = keys[0]?.generation ?? 0;
    // The first generation needs no crossing.
    if (lastGeneration === null && firstGeneration === 0) {
      this.#key = keys[0]?.key ?? null;
      this.#generation = 0;
    }
    const missing = keys.filter(({ generation }) => generation > (this.#generation ?? -1));
    if (this.#key === null && (lastGeneration !== null || missing.length === 0))
      throw new Error(
        `the journal continues under generation ${lastGeneration}, whose seed is not available`,
      );
    for (const key of missing) this.switchGeneration(key, Date.now(), []);
    return lastGeneration !== null && missing.length > 0;
  }

  #readAllLines(take: (body: string, place: LinePosition) => void): JournalLoss | null {
    const head = readHead(join(this.#dir, 'journal.head'));
    let headMatches = head !== null && head.count === 0;
    const onLine = (line: Buffer) => {
      this.#verifyLine(line, take);
      if (this.#count === head?.count) headMatches = this.#mac === head.mac;
    };
    if (forEachLineOf(this.#fd, onLine) > 0) {
      ftruncateSync(this.#fd, this.#size);
      fsyncSync(this.#fd);
    }
    if (head !== null) return headMatches ? null : 'CUT_OFF';
    return 'MISSING';
  }

  #verifyLine(line: Buffer, take: (body: string, place: LinePosition) => void): void {
    const text = line.toString('utf8');
    if (!MAC_PATTERN.test(text)) throw this.#changedLineError();
    const body = text.slice(BODY_AT);
    const crossing = parseCrossing(body);
    if (this.#generation === null) this.#startGeneration(crossing?.crossing ?? null);
    const mac = this.#key === null ? text.slice(0, INITIAL_MAC.length) : this.#computeMac(body);
    if (!text.startsWith(mac)) throw this.#changedLineError();
    if (crossing === null) take(body, { offset: this.#size + BODY_AT, length: line.length - BODY_AT });
    else this.#applyCrossing(crossing);
    this.#digest.update(line).update('\n');
    this.#mac = mac;
    this.#count += 1;
    this.#size += line.length + 1;
  }

  #startGeneration(crossing: GenerationChange | null): void {
    this.#generation = crossing !== null && crossing.from === null ? crossing.to.generation : 0;
    this.#key = this.#keys.get(this.#generation)?.key ?? null;
  }

  #applyCrossing({ crossing, mac }: { crossing: GenerationChange; mac: string }): void {
    const { from, to, digest } = crossing;
    const isFirst = from === null && this.#count === 0;
    const isNext = from?.generation === this.#generation && to.generation > (this.#generation ?? 0);
    if (!(isFirst || isNext) || digest !== this.#digest.copy().digest('hex')) throw this.#changedLineError();
    const knownKey = this.#keys.get(to.generation);
    if (knownKey !== undefined) {
      const [expected, received] = [
        Buffer.from(computeCrossingMac(knownKey.key, crossing)),
        Buffer.from(mac),
      ];
      const isAuthentic = expected.length === received.length && timingSafeEqual(expected, received);
      if (!isAuthentic || knownKey.name !== to.name) throw this.#changedLineError();
    }
    this.#key = knownKey?.key ?? null;
    this.#generation = to.generation;
  }

  readonly #changedLineError = (): Error => new Error(`line ${this.#count + 1} of the journal was changed`);
}

/** Returns a line without its MAC. */
export const stripMac = (line: Buffer): string => line.toString('utf8').slice(BODY_AT);

/** Returns the number of bytes after the last complete line. */
export function forEachLineOf(fd: number, take: (line: Buffer) => void): number {
  const end = fstatSync(fd).size;
  let remainder: Buffer = Buffer.alloc(0);
  for (let offset = 0; offset < end; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_SIZE, end - offset));
    const count = readSync(fd, chunk, 0, chunk.length, offset);
    if (count === 0) break;
    offset += count;
    remainder = forEachLine(Buffer.concat([remainder, chunk.subarray(0, count)]), take);
  }
  return remainder.length;
}

/** Returns the bytes after the last complete line. */
function forEachLine(bytes: Buffer, take: (line: Buffer) => void): Buffer {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    take(bytes.subarray(start, end));
    start = end + 1;
  }
  return bytes.subarray(start);
}

/** Null: there is none. An invalid head matches no journal. */
function readHead(file: string): { count: number; mac: string } | null {
  if (!existsSync(file)) return null;
  const [count = '', mac = ''] = readFileSync(file, 'utf8').trim().split(' ');
  return { count: /^\d+$/.test(count) ? Number.parseInt(count, 10) : -1, mac };
}

function syncFolder(dir: string): void {
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
