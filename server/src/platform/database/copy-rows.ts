import type pg from 'pg';

const BLOCK_BYTES = 256 * 1024;
/**
 * Header of the binary format: a signature of eleven bytes, flags, and the length of the header extension, which is
 * 0.
 */
const HEADER_BYTES = 19;

/**
 * Output of a COPY TO STDOUT (FORMAT BINARY), as kysely streams it: blocks of whole rows, back to back, in the
 * format of the protocol. A driver creates an object per row and a value per column, which is most of the cost of
 * reading a million rows.
 */
export class BinaryCopy implements pg.Submittable {
  readonly #text: string;
  #full: Buffer[] = [];
  #block: Buffer = Buffer.alloc(0);
  #used = 0;
  #hasBegun = false;
  #hasEnded = false;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  /** Copies the bytes: the driver reuses its buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const rows = this.#hasBegun ? chunk : chunk.subarray(HEADER_BYTES);
    this.#hasBegun = true;
    if (this.#used + rows.length > this.#block.length) {
      this.#flush();
      // The garbage collector doesn't count shared memory; otherwise it would mark the whole heap for each 64 MB of
      // blocks.
      this.#block = Buffer.from(new SharedArrayBuffer(Math.max(BLOCK_BYTES, rows.length)));
    }
    this.#used += rows.copy(this.#block, this.#used);
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#end();
  }

  handleReadyForQuery(): void {
    this.#end();
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  /** Returns the next blocks; empty: the copy is complete. */
  async read(): Promise<Buffer[]> {
    while (this.#full.length === 0 && !this.#hasEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#error) throw this.#error;
    return this.#full.splice(0);
  }

  /** Discards the remaining rows, because the connection is reused. */
  async close(): Promise<void> {
    while (!this.#hasEnded) {
      await this.read();
    }
  }

  #flush(): void {
    if (this.#used > 0) this.#full.push(this.#block.subarray(0, this.#used));
    this.#used = 0;
    this.#wake();
  }

  #end(): void {
    this.#flush();
    this.#hasEnded = true;
    this.#wake();
  }
}

/** Length of a field that is null. */
const NULL_LENGTH = -1;

/** The current row of a block: the start and length of each field. The same object is filled for each row. */
export class BinaryRow {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly at: Int32Array;
  readonly length: Int32Array;
  #next = 0;

  constructor(bytes: Buffer, columns: number, from = 0) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = new Int32Array(columns);
    this.length = new Int32Array(columns);
    this.#next = from;
  }

  /** Offset of the row that `next` reads next. */
  get from(): number {
    return this.#next;
  }

  /** Reads the next row; returns false at the end of the block. */
  next(): boolean {
    const { view, at, length } = this;
    let offset = this.#next;
    // The copy ends with a row of -1 fields.
    if (offset >= view.byteLength || view.getInt16(offset) < 0) return false;
    offset += 2;
    for (let column = 0; column < at.length; column += 1) {
      const bytes = view.getInt32(offset);
      offset += 4;
      at[column] = offset;
      length[column] = bytes;
      if (bytes > 0) offset += bytes;
    }
    this.#next = offset;
    return true;
  }

  isNull(column: number): boolean {
    return this.length[column] === NULL_LENGTH;
  }

  text(column: number): string | null {
    if (this.isNull(column)) return null;
    const at = this.at[column] as number;
    return this.bytes.toString('utf8', at, at + (this.length[column] as number));
  }

  /** Returns the sixteen bytes of a uuid, equal to `packUuid` of its text, but cheaper than that text. */
  packedUuid(column: number): string {
    const at = this.at[column] as number;
    return this.bytes.toString('latin1', at, at + 16);
  }

  uuid(column: number): string | null {
    if (this.isNull(column)) return null;
    const at = this.at[column] as number;
    const hex = this.bytes.toString('hex', at, at + 16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  int4(column: number): number {
    return this.view.getInt32(this.at[column] as number);
  }

  /** Returns a bigint that is a safe integer as a number. */
  int8(column: number): number {
    const at = this.at[column] as number;
    return this.view.getInt32(at) * 2 ** 32 + this.view.getUint32(at + 4);
  }

  /** Returns a timestamptz, to the millisecond. */
  date(column: number): Date {
    return new Date(POSTGRES_EPOCH_MS + Math.round(this.int8(column) / 1_000));
  }

  /** Returns a numeric without fraction. */
  integer(column: number): bigint {
    const { view } = this;
    const at = this.at[column] as number;
    const digits = view.getInt16(at);
    const groupCount = view.getInt16(at + 2) + 1;
    let value = 0n;
    let chunk = 0;
    for (let index = 0; index < groupCount; index += 1) {
      chunk = chunk * GROUP_BASE + (index < digits ? view.getInt16(at + FIRST_GROUP_OFFSET + 2 * index) : 0);
      if (index % 3 === 2 || index === groupCount - 1) {
        value = value * (POWERS[index % 3] as bigint) + BigInt(chunk);
        chunk = 0;
      }
    }
    return view.getUint16(at + 4) === NEGATIVE ? -value : value;
  }

  /**
   * Returns how many times a step fits into a non-negative numeric without fraction; -1: not a whole number of
   * times, or more than can be counted. `step`: at most `MAX_STEP`. Allocates no bigint.
   */
  countSteps(column: number, step: number): number {
    const { view } = this;
    const at = this.at[column] as number;
    const digits = view.getInt16(at);
    const groupCount = view.getInt16(at + 2) + 1;
    let count = 0;
    let remainder = 0;
    for (let index = 0; index < groupCount; index += 1) {
      remainder =
        remainder * GROUP_BASE + (index < digits ? view.getInt16(at + FIRST_GROUP_OFFSET + 2 * index) : 0);
      const part = Math.floor(remainder / step);
      count = count * GROUP_BASE + part;
      remainder -= part * step;
    }
    return remainder === 0 && count <= Number.MAX_SAFE_INTEGER ? count : -1;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Packs a uuid into its sixteen bytes; null: the text is not in PostgreSQL's uuid format. */
export const packUuid = (id: string): string | null =>
  UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1') : null;

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
/**
 * A numeric is stored in base 10,000: the number of digits, the power of the first one, the sign, the scale, then
 * the digits.
 */
const GROUP_BASE = 10_000;
const POWERS = [10_000n, 100_000_000n, 1_000_000_000_000n];
const FIRST_GROUP_OFFSET = 8;
const NEGATIVE = 0x4000;

/** A remainder below it, times ten thousand plus a digit, is a safe integer. */
export const MAX_STEP = Math.floor(Number.MAX_SAFE_INTEGER / GROUP_BASE) - 1;
