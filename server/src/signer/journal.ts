import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Asset, Chain } from '@sarraf/domain';
import { fromWire, toWire } from '../platform/wire.ts';

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
  inputs: readonly { txid: string; index: number }[];
  sequence: bigint | null;
  expires: number | null;
  /** What may leave by it, smallest units, fees included: counts against the caps. */
  out: readonly { asset: Asset; amount: bigint }[];
}

/** An entry without its bytes, which stay in the file. */
type Kept = Omit<JournalEntry, 'raw'> & { offset: number; length: number };

const NEWLINE = 0x0a;
const CHUNK = 1 << 20;

/**
 * The signer's own memory: one line per signature, appended and brought to the disk before it is answered. A line that
 * a crash cut off was never answered and is dropped; any other damage keeps the signer from starting.
 */
export class Journal {
  readonly #fd: number;
  readonly #lock: string;
  readonly #byOrder = new Map<string, Kept[]>();
  /** In order of time, of the last hour. */
  #recent: Kept[] = [];
  #size = 0;

  /** Throws when another process has the folder. */
  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#lock = join(dir, 'lock');
    takeLock(this.#lock);
    const file = join(dir, 'journal.jsonl');
    this.#fd = openSync(file, 'a+', 0o600);
    this.#load();
    syncFolder(dirname(file));
  }

  /** Everything ever signed for any of these orders, oldest first. */
  of(orders: readonly string[]): Omit<JournalEntry, 'raw'>[] {
    const found = new Set(orders.flatMap((id) => this.#byOrder.get(id) ?? []));
    return [...found].sort((a, b) => a.offset - b.offset);
  }

  rawOf(entry: Omit<JournalEntry, 'raw'>): string {
    const { offset, length } = entry as Kept;
    const bytes = Buffer.alloc(length);
    readSync(this.#fd, bytes, 0, length, offset);
    return (fromWire(bytes.toString('utf8')) as JournalEntry).raw;
  }

  /** What may have left since `since` (milliseconds) by what was not replaced. */
  outflow(asset: Asset, since: number, except: readonly string[]): bigint {
    this.#recent = this.#recent.filter(({ at }) => at > since);
    const skipped = new Set(except);
    let sum = 0n;
    for (const entry of this.#recent) {
      const isNewest = this.#byOrder.get(entry.orders[0] ?? '')?.at(-1) === entry;
      if (!isNewest || entry.orders.some((id) => skipped.has(id))) continue;
      for (const part of entry.out) if (part.asset === asset) sum += part.amount;
    }
    return sum;
  }

  append(entry: JournalEntry): void {
    if (fstatSync(this.#fd).size !== this.#size) throw new Error('somebody else writes the journal');
    const line = Buffer.from(`${toWire(entry)}\n`);
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#fd, line, written);
      fsyncSync(this.#fd);
    } catch (error) {
      // Half a line would make the next one unreadable.
      ftruncateSync(this.#fd, this.#size);
      throw error;
    }
    this.#keep(entry, this.#size, line.length - 1);
    this.#size += line.length;
  }

  close(): void {
    closeSync(this.#fd);
    rmSync(this.#lock, { force: true });
  }

  #keep({ raw: _raw, ...entry }: JournalEntry, offset: number, length: number): void {
    const kept: Kept = { ...entry, offset, length };
    for (const id of entry.orders) {
      const known = this.#byOrder.get(id);
      if (known) known.push(kept);
      else this.#byOrder.set(id, [kept]);
    }
    this.#recent.push(kept);
  }

  #load(): void {
    const end = fstatSync(this.#fd).size;
    let rest: Buffer = Buffer.alloc(0);
    for (let offset = 0; offset < end; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK, end - offset));
      const count = readSync(this.#fd, chunk, 0, chunk.length, offset);
      if (count === 0) break;
      offset += count;
      rest = this.#loadLines(Buffer.concat([rest, chunk.subarray(0, count)]));
    }
    if (rest.length > 0) {
      ftruncateSync(this.#fd, this.#size);
      fsyncSync(this.#fd);
    }
  }

  /** Answers what is left after the last whole line. */
  #loadLines(bytes: Buffer): Buffer {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const line = bytes.subarray(start, end);
      this.#keep(fromWire(line.toString('utf8')) as JournalEntry, this.#size, line.length);
      this.#size += line.length + 1;
      start = end + 1;
    }
    return bytes.subarray(start);
  }
}

/**
 * Two signers with one journal would each not see what the other has signed. The lock says whose it is and of which
 * folder: that of a copied folder holds nothing.
 */
function takeLock(file: string): void {
  const { dev, ino } = statSync(dirname(file));
  const here = `${dev}:${ino}`;
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      return writeFileSync(file, `${process.pid} ${here}`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const [holder = '', of = here] = readFileSync(file, 'utf8').split(' ');
      const pid = Number.parseInt(holder, 10);
      if (of === here && pid !== process.pid && isSigner(pid))
        throw new Error(`another signer (process ${pid}) has ${dirname(file)}`);
      rmSync(file, { force: true });
    }
  }
  throw new Error(`${file} can not be taken`);
}

/** Process ids are given again: one that belongs to something else holds nothing. */
function isSigner(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('signer');
  } catch (error) {
    // Without /proc nothing more is known than that it lives.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

function syncFolder(dir: string): void {
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
