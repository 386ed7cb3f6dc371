import type { Socket } from 'node:net';

/**
 * Complete frames queued for one connection. They are held here until the socket accepts them, so that they can be
 * dropped without cutting a frame.
 */
export class ClientOutbox {
  readonly #wire: Socket;
  readonly #frames: Buffer[] = [];
  #bytes = 0;

  constructor(wire: Socket) {
    this.#wire = wire;
  }

  /** Number of bytes queued here. */
  get bytes(): number {
    return this.#bytes;
  }

  add(frame: Buffer): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
  }

  /** Writes as many frames as the connection accepts now. The rest waits for its next `drain`. */
  write(): void {
    const [only] = this.#frames;
    if (!only || !this.#canAccept()) return;
    if (this.#frames.length > 1) return this.#writeMany();
    this.clear();
    this.#wire.write(only);
  }

  clear(): void {
    this.#frames.length = 0;
    this.#bytes = 0;
  }

  #canAccept(): boolean {
    return this.#wire.writableLength < this.#wire.writableHighWaterMark;
  }

  /** Writes all that the connection accepts with one system call. */
  #writeMany(): void {
    let written = 0;
    while (written < this.#frames.length && this.#canAccept()) {
      this.#wire.cork();
      for (; written < this.#frames.length && this.#canAccept(); written += 1)
        this.#wire.write(this.#frames[written] as Buffer);
      this.#wire.uncork();
    }
    for (const { length } of this.#frames.splice(0, written)) this.#bytes -= length;
  }
}
