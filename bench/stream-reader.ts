import { connect, type Socket } from 'node:net';

const UPGRADE_REQUEST =
  'GET /api/stream HTTP/1.1\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const [TEXT_OPCODE, PING_OPCODE, PONG_OPCODE] = [0x81, 0x89, 0x8a];
const BATCH_SIZE = 100;

/** A frame from a client must be masked; a mask of zeros leaves it unchanged. */
function encodeFrame(kind: number, text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length > 125) throw new Error('the length must fit one byte');
  return Buffer.concat([Buffer.from([kind, 0x80 | body.length, 0, 0, 0, 0]), body]);
}
const PONG_FRAME = encodeFrame(PONG_OPCODE, '');
/** Shared read buffer. */
const READ_BUFFER = Buffer.alloc(65_536);

/** A reader of the stream over a raw socket, so that it adds as little delay as possible. */
export class StreamReader {
  readonly #socket: Socket;
  readonly #onText: (text: Buffer) => void;
  readonly #subscriptions: readonly string[];
  #unparsedBytes: Buffer = Buffer.alloc(0);
  #isUpgraded = false;
  #pendingReplies: number;
  readonly ready: Promise<void>;
  #isReady: () => void = () => {};

  /** `asks`: its messages; ready when each got a reply or a refusal. */
  constructor(port: number, asks: readonly string[], onText: (text: Buffer) => void) {
    this.#onText = onText;
    this.#subscriptions = asks;
    this.#pendingReplies = asks.length;
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    const callback = (count: number) => {
      this.#handleBytes(READ_BUFFER.subarray(0, count));
      return true;
    };
    const onread = { buffer: READ_BUFFER, callback };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () =>
      this.#socket.write(UPGRADE_REQUEST),
    );
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#isReady());
  }

  #handleBytes(chunk: Buffer): void {
    let bytes = this.#unparsedBytes.length > 0 ? Buffer.concat([this.#unparsedBytes, chunk]) : chunk;
    if (!this.#isUpgraded) {
      const head = bytes.indexOf('\r\n\r\n');
      this.#isUpgraded = head >= 0;
      if (this.#isUpgraded)
        for (const ask of this.#subscriptions) this.#socket.write(encodeFrame(TEXT_OPCODE, ask));
      bytes = head < 0 ? bytes : bytes.subarray(head + 4);
    }
    while (this.#isUpgraded && bytes.length >= 2) {
      const missingBytes = (bytes[1] as number) & 0x7f;
      const start = missingBytes === 126 ? 4 : 2;
      if (bytes.length < start) break;
      const end = start + (missingBytes === 126 ? bytes.readUInt16BE(2) : missingBytes);
      if (bytes.length < end) break;
      if (bytes[0] === PING_OPCODE) this.#socket.write(PONG_FRAME);
      else if (this.#pendingReplies > 0) this.#countReply();
      else this.#onText(bytes.subarray(start, end));
      bytes = bytes.subarray(end);
    }
    this.#unparsedBytes = bytes.length > 0 ? Buffer.from(bytes) : bytes;
  }

  #countReply(): void {
    this.#pendingReplies -= 1;
    if (this.#pendingReplies === 0) this.#isReady();
  }
}

/** Opens some at a time, since a server limits concurrent connection attempts. */
export async function openReaders(count: number, make: (n: number) => StreamReader): Promise<void> {
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, n) => make(from + n));
    await Promise.all(some.map(({ ready }) => ready));
  }
}
