import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type Write = (bytes: Buffer) => Promise<void>;

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const VERSION = 20;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Archives contain no creation time: 1980-01-01. */
const NO_DATE = 0x0021;

/** A zip archive that is written as its contents arrive; each entry, and the whole, must be below 4 GB. */
export class Zip {
  readonly #write: Write;
  readonly #entries: Entry[] = [];
  #offset = 0;

  constructor(write: Write) {
    this.#write = write;
  }

  async entry(name: string, content: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset };
    await this.#put(
      header(0x04034b50, [VERSION, ...described(entry, true), entry.name.length, 0]),
      entry.name,
    );
    const put = (bytes: Buffer) => this.#put(bytes);
    await pipeline(
      async function* () {
        for await (const text of content) {
          const bytes = Buffer.from(text);
          entry.crc = crc32(bytes, entry.crc);
          entry.size += bytes.length;
          yield bytes;
        }
      },
      createDeflateRaw(),
      async (packed: AsyncIterable<Buffer>) => {
        for await (const bytes of packed) {
          entry.packed += bytes.length;
          await put(bytes);
        }
      },
    );
    await this.#put(header(0x08074b50, wide(entry.crc, entry.packed, entry.size)));
    this.#entries.push(entry);
  }

  async end(): Promise<void> {
    const begin = this.#offset;
    for (const entry of this.#entries)
      await this.#put(
        header(0x02014b50, [
          VERSION,
          VERSION,
          ...described(entry, false),
          entry.name.length,
          ...[0, 0, 0, 0],
          ...wide(0, entry.offset),
        ]),
        entry.name,
      );
    const count = this.#entries.length;
    await this.#put(header(0x06054b50, [0, 0, count, count, ...wide(this.#offset - begin, begin), 0]));
  }

  async #put(...parts: Buffer[]): Promise<void> {
    for (const bytes of parts) {
      this.#offset += bytes.length;
      await this.#write(bytes);
    }
  }
}

const described = ({ crc, packed, size }: Entry, before: boolean): number[] => [
  FLAGS,
  DEFLATED,
  0,
  NO_DATE,
  ...(before ? wide(0, 0, 0) : wide(crc, packed, size)),
];

/** Splits numbers of four bytes into pairs of two. */
const wide = (...numbers: number[]): number[] =>
  numbers.flatMap((number) => [number & 0xffff, (number >>> 16) & 0xffff]);

function header(signature: number, numbers: readonly number[]): Buffer {
  const all = [...wide(signature), ...numbers];
  const bytes = Buffer.alloc(all.length * 2);
  for (const [at, number] of all.entries()) bytes.writeUInt16LE(number, at * 2);
  return bytes;
}
