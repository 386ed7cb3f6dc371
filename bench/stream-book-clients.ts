// Many readers of one busy order book in one process, some of them logged in and notified of their orders.
// Arguments: port, clients, seconds to measure, when change 0 is due (process.hrtime, nanoseconds). Standard
// output: one JSON line.
import { setTimeout as sleep } from 'node:timers/promises';
import { BOOK_CHANNEL, CHANGE_INTERVAL_MS, CUSTOMER_SHARE, changeDueAt, readerName } from './stream-book.ts';
import { openReaders, StreamReader } from './stream-reader.ts';

const [port, clients, seconds] = process.argv.slice(2).map((text) => Number.parseInt(text, 10)) as [
  number,
  number,
  number,
];
const began = BigInt(process.argv[5] ?? '');
const customers = Math.floor(clients * CUSTOMER_SHARE);

/** Histogram of delays by tenths of a millisecond, up to ten seconds. */
class DelayHistogram {
  readonly #counts = new Uint32Array(100_000);
  count = 0;

  add(ms: number): void {
    (this.#counts[Math.min(99_999, Math.max(0, Math.floor(ms * 10)))] as number) += 1;
    this.count += 1;
  }

  percentile(share: number): number | null {
    let remaining = Math.ceil(this.count * share);
    const bucket = this.#counts.findIndex((count) => {
      remaining -= count;
      return remaining <= 0;
    });
    return this.count === 0 ? null : bucket / 10;
  }
}

const START_MARK = Buffer.from(`{"channel":"${BOOK_CHANNEL}","seq":`);
const PREV_MARK_LENGTH = ',"prev":'.length;
const AT_MARK = Buffer.from('"at":"');
const changes = new DelayHistogram();
const ownDelays = new DelayHistogram();
const lastSeq = new Float64Array(clients);
let measuring = false;
let messages = 0;
/** Messages that don't continue the previous one. */
let lostCount = 0;

function handleMessage(reader: number, text: Buffer): void {
  const now = process.hrtime.bigint();
  if (text.subarray(0, START_MARK.length).equals(START_MARK)) return handleBookMessage(reader, text, now);
  const place = text.indexOf(AT_MARK);
  if (!measuring || place < 0) return;
  ownDelays.add(
    Number(now - BigInt(text.toString('latin1', place + AT_MARK.length, place + AT_MARK.length + 20))) / 1e6,
  );
}

/** The delay of each contained change is counted from its own due time. */
function handleBookMessage(reader: number, text: Buffer, now: bigint): void {
  const [seq, next] = parseNumberAt(text, START_MARK.length);
  const [prev] = parseNumberAt(text, next + PREV_MARK_LENGTH);
  if (lastSeq[reader] !== 0 && lastSeq[reader] !== prev) lostCount += 1;
  lastSeq[reader] = seq;
  if (!measuring) return;
  messages += 1;
  // The change that gives the order book number 1 is change 0.
  const delay = Number(now - changeDueAt(began, seq - 1)) / 1e6;
  for (let n = 0; n < seq - prev; n += 1) changes.add(delay + n * CHANGE_INTERVAL_MS);
}

function parseNumberAt(text: Buffer, from: number): [value: number, next: number] {
  let value = 0;
  let position = from;
  for (
    let digit = (text[position] as number) - 48;
    digit >= 0 && digit <= 9;
    digit = (text[position] as number) - 48
  ) {
    value = value * 10 + digit;
    position += 1;
  }
  return [value, position];
}

const buildSubscribe = (...channels: string[]) => JSON.stringify({ op: 'subscribe', channels });
await openReaders(clients, (n) => {
  const subscriptions = [buildSubscribe(BOOK_CHANNEL)];
  if (n < customers)
    subscriptions.push(
      JSON.stringify({ op: 'auth', token: readerName(n) }),
      buildSubscribe('orders'),
      buildSubscribe('wallets'),
    );
  return new StreamReader(port, subscriptions, (text) => handleMessage(n, text));
});
await sleep(3_000);
measuring = true;
const before = process.cpuUsage();
await sleep(seconds * 1_000);
measuring = false;
const { user, system } = process.cpuUsage(before);
const readerCount = lastSeq.filter((seq) => seq > 0).length;
process.stdout.write(
  `${JSON.stringify({
    readers: readerCount,
    p50: changes.percentile(0.5),
    p99: changes.percentile(0.99),
    most: changes.percentile(1),
    ownP99: ownDelays.percentile(0.99),
    aSecond: messages / seconds / Math.max(1, readerCount),
    readersCores: (user + system) / 1e6 / seconds,
    lost: lostCount + clients - readerCount,
  })}\n`,
  () => process.exit(0),
);
