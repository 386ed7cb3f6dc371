import type pg from 'pg';

const BLOCK_BYTES = 256 * 1024;
/** A signature of eleven bytes, flags, and the length of what more there is of it, which is none. */
const HEADER_BYTES = 19;

/**
 * What a COPY TO STDOUT (FORMAT BINARY) answers, as kysely streams it: blocks of whole rows, back to back, each as the protocol
 * has it. A driver makes an object of each row and a value of each column, which is most of what reading a million costs.
 */
export class BinaryCopy implements pg.Submittable {
  readonly #text: string;
  #full: Buffer[] = [];
  #block: Buffer = Buffer.alloc(0);
  #used = 0;
  #begun = false;
  #ended = false;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }

  /** The bytes are the driver's, which writes over them. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const rows = this.#begun ? chunk : chunk.subarray(HEADER_BYTES);
    this.#begun = true;
    if (this.#used + rows.length > this.#block.length) {
      this.#flush();
      // Shared memory isn't weighed by the collector, which else marks the whole heap for each 64 MB of blocks.
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

  /** The next ones; none: that was all. */
  async read(): Promise<Buffer[]> {
    while (this.#full.length === 0 && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#error) throw this.#error;
    return this.#full.splice(0);
  }

  /** Lets the rest pass by: the connection is used again. */
  async close(): Promise<void> {
    while (!this.#ended) {
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
    this.#ended = true;
    this.#wake();
  }
}

/** A field that is null has no length. */
const NULL = -1;

/** A row of a block: where each of its fields begins, and how long it is. The same object is filled for each row. */
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

  /** Where the row begins that `next` reads next. */
  get from(): number {
    return this.#next;
  }

  /** False: the block has no more. */
  next(): boolean {
    const { view, at, length } = this;
    let offset = this.#next;
    // What ends the copy is a row of -1 fields.
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
    return this.length[column] === NULL;
  }

  text(column: number): string | null {
    if (this.isNull(column)) return null;
    const at = this.at[column] as number;
    return this.bytes.toString('utf8', at, at + (this.length[column] as number));
  }

  /** The sixteen bytes of a uuid, which `packUuid` makes of its text; cheaper than that text. */
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

  /** A bigint that is a number of JavaScript's. */
  int8(column: number): number {
    const at = this.at[column] as number;
    return this.view.getInt32(at) * 2 ** 32 + this.view.getUint32(at + 4);
  }

  /** A timestamptz, to the millisecond. */
  date(column: number): Date {
    return new Date(MILLENNIUM_MS + Math.round(this.int8(column) / 1_000));
  }

  /** Of a numeric without fraction. */
  whole(column: number): bigint {
    const { view } = this;
    const at = this.at[column] as number;
    const digits = view.getInt16(at);
    const places = view.getInt16(at + 2) + 1;
    let value = 0n;
    let few = 0;
    for (let place = 0; place < places; place += 1) {
      few = few * DIGIT + (place < digits ? view.getInt16(at + FIRST_DIGIT + 2 * place) : 0);
      if (place % 3 === 2 || place === places - 1) {
        value = value * (POWERS[place % 3] as bigint) + BigInt(few);
        few = 0;
      }
    }
    return view.getUint16(at + 4) === NEGATIVE ? -value : value;
  }

  /**
   * How many times a step fits into a numeric without fraction, which is not negative; -1: not a whole number of times, or more
   * often than can be counted. `step`: at most `MAX_STEP`. Makes no bigint.
   */
  countOf(column: number, step: number): number {
    const { view } = this;
    const at = this.at[column] as number;
    const digits = view.getInt16(at);
    const places = view.getInt16(at + 2) + 1;
    let count = 0;
    let rest = 0;
    for (let place = 0; place < places; place += 1) {
      rest = rest * DIGIT + (place < digits ? view.getInt16(at + FIRST_DIGIT + 2 * place) : 0);
      const part = Math.floor(rest / step);
      count = count * DIGIT + part;
      rest -= part * step;
    }
    return rest === 0 && count <= Number.MAX_SAFE_INTEGER ? count : -1;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null: it isn't one as PostgreSQL writes it. */
export const packUuid = (id: string): string | null =>
  UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1') : null;

const MILLENNIUM_MS = Date.UTC(2000, 0, 1);
/** A numeric comes in digits of ten thousand, after their number, the first one's power, the sign and the scale. */
const DIGIT = 10_000;
const POWERS = [10_000n, 100_000_000n, 1_000_000_000_000n];
const FIRST_DIGIT = 8;
const NEGATIVE = 0x4000;

/** A rest below it, times ten thousand and a digit more, is counted exactly. */
export const MAX_STEP = Math.floor(Number.MAX_SAFE_INTEGER / DIGIT) - 1;
