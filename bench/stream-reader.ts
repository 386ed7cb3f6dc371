import { connect, type Socket } from 'node:net';

const UPGRADE =
  'GET /api/stream HTTP/1.1\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const [TEXT, PING, PONG] = [0x81, 0x89, 0x8a];
const BATCH_SIZE = 100;

/** A frame from a client must be masked; a mask of zeros leaves it unchanged. */
function frame(kind: number, text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length > 125) throw new Error('the length must fit one byte');
  return Buffer.concat([Buffer.from([kind, 0x80 | body.length, 0, 0, 0, 0]), body]);
}
const ALIVE = frame(PONG, '');
/** Shared read buffer. */
const READ = Buffer.alloc(65_536);

/** A reader of the stream over a raw socket, so that it adds as little delay as possible. */
export class Reader {
  readonly #socket: Socket;
  readonly #onText: (text: Buffer) => void;
  readonly #asks: readonly string[];
  #rest: Buffer = Buffer.alloc(0);
  #upgraded = false;
  #answers: number;
  readonly ready: Promise<void>;
  #isReady: () => void = () => {};

  /** `asks`: its messages; ready when each got a reply or a refusal. */
  constructor(port: number, asks: readonly string[], onText: (text: Buffer) => void) {
    this.#onText = onText;
    this.#asks = asks;
    this.#answers = asks.length;
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    const callback = (count: number) => {
      this.#receive(READ.subarray(0, count));
      return true;
    };
    const onread = { buffer: READ, callback };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () =>
      this.#socket.write(UPGRADE),
    );
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#isReady());
  }

  #receive(chunk: Buffer): void {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (!this.#upgraded) {
      const head = bytes.indexOf('\r\n\r\n');
      this.#upgraded = head >= 0;
      if (this.#upgraded) for (const ask of this.#asks) this.#socket.write(frame(TEXT, ask));
      bytes = head < 0 ? bytes : bytes.subarray(head + 4);
    }
    while (this.#upgraded && bytes.length >= 2) {
      const short = (bytes[1] as number) & 0x7f;
      const start = short === 126 ? 4 : 2;
      if (bytes.length < start) break;
      const end = start + (short === 126 ? bytes.readUInt16BE(2) : short);
      if (bytes.length < end) break;
      if (bytes[0] === PING) this.#socket.write(ALIVE);
      else if (this.#answers > 0) this.#answered();
      else this.#onText(bytes.subarray(start, end));
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes.length > 0 ? Buffer.from(bytes) : bytes;
  }

  #answered(): void {
    this.#answers -= 1;
    if (this.#answers === 0) this.#isReady();
  }
}

/** Opens some at a time, since a server limits concurrent connection attempts. */
export async function open(count: number, make: (n: number) => Reader): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, n) => make(from + n));
    await Promise.all(some.map(({ ready }) => ready));
  }
}
