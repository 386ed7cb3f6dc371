/** One request or one response within a frame. */
export interface Entry {
  /** Number of the request, assigned by the requester. */
  id: number;
  /** Outcome of the request; 0 in the request itself. */
  kind: number;
  text: string;
}

/** Maximum bytes of one message; NATS allows a megabyte. */
export const MAX_FRAME = 900_000;
/** Id, kind and length precede the text. */
const HEAD = 4 + 1 + 4;
/** Maximum bytes of a text. */
export const MAX_ENTRY = MAX_FRAME - 1_000;
/** Entries of the same moment share a frame up to about this many bytes. */
export const FULL_FRAME = 200_000;
export const MAX_IDS = 2 ** 32;

interface Waiting {
  parts: Buffer[];
  length: number;
  first: number;
  last: number;
}

/** Sends entries added during one turn of the event loop in one frame per receiver, or in several if they don't fit. */
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
    // Runs after the other input that is already waiting, which often comes from several connections.
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

/** @throws if the bytes are not a valid frame. */
export function entriesOf(frame: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < frame.length; ) {
    const end = at + HEAD + frame.readUInt32BE(at + 5);
    if (end > frame.length) throw new RangeError('truncated frame');
    entries.push({
      id: frame.readUInt32BE(at),
      kind: frame.readUInt8(at + 4),
      text: frame.toString('utf8', at + HEAD, end),
    });
    at = end;
  }
  return entries;
}
