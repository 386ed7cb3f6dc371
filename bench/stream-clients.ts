// Many readers of one channel in one process. Arguments: port, clients, messages to measure.
// Standard output: one JSON line {clients, messages, p50, p99, most, lost}.
import { openReaders, StreamReader } from './stream-reader.ts';

const [port, clients, messages] = process.argv.slice(2).map((text) => Number.parseInt(text, 10)) as [
  number,
  number,
  number,
];
const AT_MARK = Buffer.from('"at":"');
const SUBSCRIBE = '{"op":"subscribe","channels":["bench"]}';

const delays = new Float64Array(clients * messages);
let counted = 0;
let measuring = false;
/** Publication time of the message being received: all receive the same one. */
let published = { bytes: '', at: 0n };
const receivedCounts = new Uint32Array(clients);

function handleMessage(reader: number, text: Buffer): void {
  if (!measuring || receivedCounts[reader] === messages) return;
  const place = text.indexOf(AT_MARK) + AT_MARK.length;
  const bytes = text.toString('latin1', place, place + 20);
  if (bytes !== published.bytes) published = { bytes, at: BigInt(bytes) };
  delays[counted] = Number(process.hrtime.bigint() - published.at) / 1e6;
  counted += 1;
  (receivedCounts[reader] as number) += 1;
}

await openReaders(clients, (n) => new StreamReader(port, [SUBSCRIBE], (text) => handleMessage(n, text)));
// Starts between two messages.
await new Promise((resolve) => setTimeout(resolve, 3_000));
measuring = true;
const endsAt = performance.now() + (messages + 5) * 1_000;
while (performance.now() < endsAt && receivedCounts.some((count) => count < messages))
  await new Promise((resolve) => setTimeout(resolve, 100));
const sorted = delays.subarray(0, counted).sort();
const percentile = (share: number) => sorted[Math.min(counted - 1, Math.floor(counted * share))] ?? null;
const lostCount = clients * messages - counted;
process.stdout.write(
  `${JSON.stringify({ clients, messages, p50: percentile(0.5), p99: percentile(0.99), most: percentile(1), lost: lostCount })}\n`,
  () => process.exit(0),
);
