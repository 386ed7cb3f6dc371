// Many readers of one busy order book in one process, some of them logged in and notified of their orders.
// Arguments: port, clients, seconds to measure, when change 0 is due (process.hrtime, nanoseconds). Standard
// output: one JSON line.
import { setTimeout as sleep } from 'node:timers/promises';
import { BOOK, CUSTOMERS, dueAt, EVERY_MS, nameOf } from './stream-book.ts';
import { open, Reader } from './stream-reader.ts';

const [port, clients, seconds] = process.argv.slice(2).map((text) => Number.parseInt(text, 10)) as [
  number,
  number,
  number,
];
const began = BigInt(process.argv[5] ?? '');
const customers = Math.floor(clients * CUSTOMERS);

/** Histogram of delays by tenths of a millisecond, up to ten seconds. */
class Delays {
  readonly #counts = new Uint32Array(100_000);
  count = 0;

  add(ms: number): void {
    (this.#counts[Math.min(99_999, Math.max(0, Math.floor(ms * 10)))] as number) += 1;
    this.count += 1;
  }

  at(share: number): number | null {
    let left = Math.ceil(this.count * share);
    const place = this.#counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return this.count === 0 ? null : place / 10;
  }
}

const START = Buffer.from(`{"channel":"${BOOK}","seq":`);
const PREV = ',"prev":'.length;
const AT = Buffer.from('"at":"');
const changes = new Delays();
const own = new Delays();
const last = new Float64Array(clients);
let measuring = false;
let messages = 0;
/** Messages that don't continue the previous one. */
let lost = 0;

function hear(reader: number, text: Buffer): void {
  const now = process.hrtime.bigint();
  if (text.subarray(0, START.length).equals(START)) return hearBook(reader, text, now);
  const place = text.indexOf(AT);
  if (!measuring || place < 0) return;
  own.add(Number(now - BigInt(text.toString('latin1', place + AT.length, place + AT.length + 20))) / 1e6);
}

/** The delay of each contained change is counted from its own due time. */
function hearBook(reader: number, text: Buffer, now: bigint): void {
  const [seq, next] = numberAt(text, START.length);
  const [prev] = numberAt(text, next + PREV);
  if (last[reader] !== 0 && last[reader] !== prev) lost += 1;
  last[reader] = seq;
  if (!measuring) return;
  messages += 1;
  // The change that gives the order book number 1 is change 0.
  const late = Number(now - dueAt(began, seq - 1)) / 1e6;
  for (let n = 0; n < seq - prev; n += 1) changes.add(late + n * EVERY_MS);
}

function numberAt(text: Buffer, from: number): [value: number, next: number] {
  let value = 0;
  let place = from;
  for (
    let digit = (text[place] as number) - 48;
    digit >= 0 && digit <= 9;
    digit = (text[place] as number) - 48
  ) {
    value = value * 10 + digit;
    place += 1;
  }
  return [value, place];
}

const subscribe = (...channels: string[]) => JSON.stringify({ op: 'subscribe', channels });
await open(clients, (n) => {
  const asks = [subscribe(BOOK)];
  if (n < customers)
    asks.push(JSON.stringify({ op: 'auth', token: nameOf(n) }), subscribe('orders'), subscribe('wallets'));
  return new Reader(port, asks, (text) => hear(n, text));
});
await sleep(3_000);
measuring = true;
const before = process.cpuUsage();
await sleep(seconds * 1_000);
measuring = false;
const { user, system } = process.cpuUsage(before);
const reading = last.filter((seq) => seq > 0).length;
process.stdout.write(
  `${JSON.stringify({
    readers: reading,
    p50: changes.at(0.5),
    p99: changes.at(0.99),
    most: changes.at(1),
    ownP99: own.at(0.99),
    aSecond: messages / seconds / Math.max(1, reading),
    readersCores: (user + system) / 1e6 / seconds,
    lost: lost + clients - reading,
  })}\n`,
  () => process.exit(0),
);
