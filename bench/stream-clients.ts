// Many readers of the stream in one process, over raw sockets, so that as little as may be of a delay is their own.
// Arguments: port, clients, messages to measure. Standard output: one JSON line {clients, messages, p50, p99, most, lost}.
import { connect, type Socket } from 'node:net';

const [port, clients, messages] = process.argv.slice(2).map((text) => Number.parseInt(text, 10)) as [
  number,
  number,
  number,
];
const AT_ONCE = 100;
const AT = Buffer.from('"at":"');
const UPGRADE =
  'GET /api/stream HTTP/1.1\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

const [TEXT, PING, PONG] = [0x81, 0x89, 0x8a];
/** A frame from a client is masked; with zeros it is what it was. */
function frame(kind: number, text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from([kind, 0x80 | body.length, 0, 0, 0, 0]), body]);
}
const SUBSCRIBE = frame(TEXT, '{"op":"subscribe","channels":["bench"]}');
const ALIVE = frame(PONG, '');

const delays = new Float64Array(clients * messages);
let counted = 0;
let lost = 0;
let measuring = false;
/** When the message that is being received was published: all receive the same one. */
let published = { bytes: '', at: 0n };

class Client {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #upgraded = false;
  #seen = 0;
  readonly ready: Promise<void>;
  #isReady: () => void = () => {};

  constructor() {
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => this.#socket.write(UPGRADE));
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', () => {});
    // Also when it is refused: then it counts as lost.
    this.#socket.on('close', () => this.#isReady());
  }

  get seen(): number {
    return this.#seen;
  }

  #receive(chunk: Buffer): void {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (!this.#upgraded) {
      const head = bytes.indexOf('\r\n\r\n');
      if (head < 0) {
        this.#rest = bytes;
        return;
      }
      this.#upgraded = true;
      this.#socket.write(SUBSCRIBE);
      bytes = bytes.subarray(head + 4);
    }
    while (bytes.length >= 4) {
      const short = (bytes[1] as number) & 0x7f;
      const start = short === 126 ? 4 : 2;
      const end = start + (short === 126 ? bytes.readUInt16BE(2) : short);
      if (bytes.length < end) break;
      if (short === 126) this.#message(bytes.subarray(start, end));
      else if (bytes[0] === PING) this.#socket.write(ALIVE);
      else this.#isReady();
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
  }

  #message(text: Buffer): void {
    if (!measuring || this.#seen === messages) return;
    const place = text.indexOf(AT) + AT.length;
    const bytes = text.toString('latin1', place, place + 20);
    if (bytes !== published.bytes) published = { bytes, at: BigInt(bytes) };
    delays[counted] = Number(process.hrtime.bigint() - published.at) / 1e6;
    counted += 1;
    this.#seen += 1;
  }
}

const all: Client[] = [];
while (all.length < clients) {
  const some = Array.from({ length: Math.min(AT_ONCE, clients - all.length) }, () => new Client());
  all.push(...some);
  await Promise.all(some.map(({ ready }) => ready));
}
// From between two messages on.
await new Promise((resolve) => setTimeout(resolve, 3_000));
measuring = true;
const until = performance.now() + (messages + 5) * 1_000;
while (performance.now() < until && all.some(({ seen }) => seen < messages))
  await new Promise((resolve) => setTimeout(resolve, 100));
for (const { seen } of all) lost += messages - seen;
const sorted = delays.subarray(0, counted).sort();
const at = (share: number) => sorted[Math.min(counted - 1, Math.floor(counted * share))] ?? null;
process.stdout.write(
  `${JSON.stringify({ clients, messages, p50: at(0.5), p99: at(0.99), most: at(1), lost })}\n`,
  () => process.exit(0),
);
