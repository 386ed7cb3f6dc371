import { createHmac } from 'node:crypto';
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
import { takeLock } from './journal-lock.ts';

/** Where a line's body lies in the file. */
export interface Place {
  offset: number;
  length: number;
}

/** MISSING: there is none; CUT_OFF: it had more lines than it has; OLD: of before there were MACs. */
export type JournalLoss = 'MISSING' | 'CUT_OFF' | 'OLD';

const NEWLINE = 0x0a;
const CHUNK = 1 << 20;
const MAC = /^[0-9a-f]{64} /;
const START = '0'.repeat(64);

/**
 * Lines that only grow, each with a MAC over itself and the line before, and beside them the head: how many there are, and
 * the MAC of the last. Both are on the disk before `append` answers. A line that a crash cut off was never answered and is
 * dropped; one that was changed keeps it from being opened.
 */
export class JournalFile {
  /** What is missing of it since it was written; null: nothing. */
  readonly loss: JournalLoss | null;
  readonly #key: Buffer;
  readonly #dir: string;
  readonly #fd: number;
  readonly #lock: string;
  #mac = START;
  #count = 0;
  #size = 0;
  #hasMacs = false;

  /** Gives every line to `take`. Throws when another process has the folder, and on a line that was changed. */
  constructor(dir: string, key: Buffer, take: (body: string, place: Place) => void) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#key = key;
    this.#dir = dir;
    this.#lock = join(dir, 'lock');
    takeLock(this.#lock);
    this.#fd = openSync(join(dir, 'journal.jsonl'), 'a+', 0o600);
    this.loss = this.#load(take);
  }

  append(body: string): Place {
    if (fstatSync(this.#fd).size !== this.#size) throw new Error('somebody else writes the journal');
    const mac = this.#macOf(body);
    const line = Buffer.from(`${mac} ${body}\n`);
    try {
      for (let written = 0; written < line.length; ) written += writeSync(this.#fd, line, written);
      fsyncSync(this.#fd);
    } catch (error) {
      // Half a line would make the next one unreadable.
      ftruncateSync(this.#fd, this.#size);
      throw error;
    }
    const place = { offset: this.#size + mac.length + 1, length: line.length - mac.length - 2 };
    this.#mac = mac;
    this.#count += 1;
    this.#size += line.length;
    this.#hasMacs = true;
    return place;
  }

  /** Brings what was appended into the head; from then on it is missed. */
  seal(): void {
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

  read({ offset, length }: Place): string {
    const bytes = Buffer.alloc(length);
    readSync(this.#fd, bytes, 0, length, offset);
    return bytes.toString('utf8');
  }

  close(): void {
    closeSync(this.#fd);
    rmSync(this.#lock, { force: true });
  }

  #macOf(body: string): string {
    return createHmac('sha256', this.#key).update(this.#mac).update(body).digest('hex');
  }

  #load(take: (body: string, place: Place) => void): JournalLoss | null {
    const head = readHead(join(this.#dir, 'journal.head'));
    let held = head !== null && head.count === 0;
    const onLine = (line: Buffer) => {
      this.#takeLine(line, take);
      if (this.#count === head?.count) held = this.#mac === head.mac;
    };
    const end = fstatSync(this.#fd).size;
    let rest: Buffer = Buffer.alloc(0);
    for (let offset = 0; offset < end; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK, end - offset));
      const count = readSync(this.#fd, chunk, 0, chunk.length, offset);
      if (count === 0) break;
      offset += count;
      rest = eachLine(Buffer.concat([rest, chunk.subarray(0, count)]), onLine);
    }
    if (rest.length > 0) {
      ftruncateSync(this.#fd, this.#size);
      fsyncSync(this.#fd);
    }
    if (head !== null) return held ? null : 'CUT_OFF';
    return this.#count > 0 && !this.#hasMacs ? 'OLD' : 'MISSING';
  }

  #takeLine(line: Buffer, take: (body: string, place: Place) => void): void {
    const text = line.toString('utf8');
    const start = MAC.test(text) ? START.length + 1 : 0;
    const mac = this.#macOf(text.slice(start));
    // Lines of before there were MACs come first; the MAC of the first that has one covers them.
    if (start === 0 ? this.#hasMacs : !text.startsWith(mac))
      throw new Error(`line ${this.#count + 1} of the journal was changed`);
    this.#hasMacs ||= start > 0;
    take(text.slice(start), { offset: this.#size + start, length: line.length - start });
    this.#mac = mac;
    this.#count += 1;
    this.#size += line.length + 1;
  }
}

/** Answers what is left after the last whole line. */
function eachLine(bytes: Buffer, take: (line: Buffer) => void): Buffer {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    take(bytes.subarray(start, end));
    start = end + 1;
  }
  return bytes.subarray(start);
}

/** Null: there is none. One that says nothing agrees with no journal. */
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
