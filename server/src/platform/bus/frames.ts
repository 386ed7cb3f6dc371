/** One request or one response within a frame. */
export interface Entry {
  /** Number of the request, assigned by the requester. */
  id: number;
  /** Outcome of the request; 0 in the request itself. */
  kind: number;
  text: string;
}

/** Maximum bytes of one message; NATS allows a megabyte. */
export const MAX_FRAME_BYTES = 900_000;
/** Id, kind and length precede the text. */
const HEADER_BYTES = 4 + 1 + 4;
/** Maximum bytes of a text. */
export const MAX_ENTRY_BYTES = MAX_FRAME_BYTES - 1_000;
/** Entries of the same moment share a frame up to about this many bytes. */
export const TARGET_FRAME_BYTES = 200_000;
export const MAX_IDS = 2 ** 32;

interface PendingFrame {
  parts: Buffer[];
  length: number;
  first: number;
  last: number;
}

/** Sends entries added during one turn of the event loop in one frame per receiver, or in several if they don't fit. */
export class FrameQueue {
  readonly #send: (receiver: string, frame: Buffer, ids: { first: number; last: number }) => void;
  readonly #pendingByReceiver = new Map<string, PendingFrame>();
  #isFlushScheduled = false;

  constructor(send: (receiver: string, frame: Buffer, ids: { first: number; last: number }) => void) {
    this.#send = send;
  }

  add(receiver: string, { id, kind, text }: Entry): void {
    const length = Buffer.byteLength(text);
    const part = Buffer.allocUnsafe(HEADER_BYTES + length);
    part.writeUInt32BE(id, 0);
    part.writeUInt8(kind, 4);
    part.writeUInt32BE(length, 5);
    part.write(text, HEADER_BYTES);
    const previous = this.#pendingByReceiver.get(receiver);
    if (previous && previous.length + part.length > TARGET_FRAME_BYTES) this.#flush(receiver);
    const pending = this.#pendingByReceiver.get(receiver) ?? { parts: [], length: 0, first: id, last: id };
    pending.parts.push(part);
    pending.length += part.length;
    pending.last = id;
    this.#pendingByReceiver.set(receiver, pending);
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    // Runs after the other input that is already waiting, which often comes from several connections.
    setImmediate(() => this.flush());
  }

  flush(): void {
    this.#isFlushScheduled = false;
    for (const receiver of [...this.#pendingByReceiver.keys()]) this.#flush(receiver);
  }

  #flush(receiver: string): void {
    const pending = this.#pendingByReceiver.get(receiver);
    if (!pending) return;
    this.#pendingByReceiver.delete(receiver);
    this.#send(receiver, Buffer.concat(pending.parts, pending.length), pending);
  }
}

/** @throws if the bytes are not a valid frame. */
export function decodeFrame(frame: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < frame.length; ) {
    const end = at + HEADER_BYTES + frame.readUInt32BE(at + 5);
    if (end > frame.length) throw new RangeError('truncated frame');
    entries.push({
      id: frame.readUInt32BE(at),
      kind: frame.readUInt8(at + 4),
      text: frame.toString('utf8', at + HEADER_BYTES, end),
    });
    at = end;
  }
  return entries;
}
