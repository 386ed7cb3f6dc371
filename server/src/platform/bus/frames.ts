/** One question, or one answer, of the many in a frame. */
export interface Entry {
  /** Of the question, as who asks counts them. */
  id: number;
  /** What became of a question; 0 where it is asked. */
  kind: number;
  text: string;
}

/** What one message may hold; NATS itself takes a megabyte. */
export const MAX_FRAME = 900_000;
/** Id, kind and length, before the text. */
const HEAD = 4 + 1 + 4;
/** The longest text that is sent, in bytes. */
export const MAX_ENTRY = MAX_FRAME - 1_000;
/** Messages of one moment go together, up to about so many bytes. */
export const FULL_FRAME = 200_000;
export const MOST_IDS = 2 ** 32;

interface Waiting {
  parts: Buffer[];
  length: number;
  first: number;
  last: number;
}

/** What is added in one turn of the event loop goes out in one frame to each receiver, or in several where it is too much. */
export class FrameQueue {
  readonly #send: (receiver: string, frame: Buffer, ids: { first: number; last: number }) => void;
  readonly #waiting = new Map<string, Waiting>();
  #due = false;

  constructor(send: (receiver: string, frame: Buffer, ids: { first: number; last: number }) => void) {
    this.#send = send;
  }

  add(receiver: string, { id, kind, text }: Entry): void {
    const length = Buffer.byteLength(text);
    const part = Buffer.allocUnsafe(HEAD + length);
    part.writeUInt32BE(id, 0);
    part.writeUInt8(kind, 4);
    part.writeUInt32BE(length, 5);
    part.write(text, HEAD);
    const before = this.#waiting.get(receiver);
    if (before && before.length + part.length > FULL_FRAME) this.#flush(receiver);
    const waiting = this.#waiting.get(receiver) ?? { parts: [], length: 0, first: id, last: id };
    waiting.parts.push(part);
    waiting.length += part.length;
    waiting.last = id;
    this.#waiting.set(receiver, waiting);
    if (this.#due) return;
    this.#due = true;
    // After what else has come in by now, which is several connections' each time.
    setImmediate(() => this.flush());
  }

  flush(): void {
    this.#due = false;
    for (const receiver of [...this.#waiting.keys()]) this.#flush(receiver);
  }

  #flush(receiver: string): void {
    const waiting = this.#waiting.get(receiver);
    if (!waiting) return;
    this.#waiting.delete(receiver);
    this.#send(receiver, Buffer.concat(waiting.parts, waiting.length), waiting);
  }
}

/** Throws where the frame is none. */
export function entriesOf(frame: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < frame.length; ) {
    const end = at + HEAD + frame.readUInt32BE(at + 5);
    if (end > frame.length) throw new RangeError('a frame that is cut off');
    entries.push({
      id: frame.readUInt32BE(at),
      kind: frame.readUInt8(at + 4),
      text: frame.toString('utf8', at + HEAD, end),
    });
    at = end;
  }
  return entries;
}
