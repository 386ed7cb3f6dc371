import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type WriteBytes = (bytes: Buffer) => Promise<void>;

interface ZipEntry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const VERSION = 20;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE_METHOD = 8;
/** Archives contain no creation time: 1980-01-01. */
const NO_DATE = 0x0021;

/** A zip archive that is written as its contents arrive; each entry, and the whole, must be below 4 GB. */
export class ZipWriter {
  readonly #write: WriteBytes;
  readonly #entries: ZipEntry[] = [];
  #offset = 0;

  constructor(write: WriteBytes) {
    this.#write = write;
  }

  async addEntry(name: string, content: Iterable<string> | AsyncIterable<string>): Promise<void> {
    const entry: ZipEntry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset };
    await this.#put(
      encodeHeader(0x04034b50, [VERSION, ...describeEntry(entry, true), entry.name.length, 0]),
      entry.name,
    );
    const putBytes = (bytes: Buffer) => this.#put(bytes);
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
          await putBytes(bytes);
        }
      },
    );
    await this.#put(encodeHeader(0x08074b50, splitIntoWords(entry.crc, entry.packed, entry.size)));
    this.#entries.push(entry);
  }

  async finish(): Promise<void> {
    const directoryOffset = this.#offset;
    for (const entry of this.#entries)
      await this.#put(
        encodeHeader(0x02014b50, [
          VERSION,
          VERSION,
          ...describeEntry(entry, false),
          entry.name.length,
          ...[0, 0, 0, 0],
          ...splitIntoWords(0, entry.offset),
        ]),
        entry.name,
      );
    const count = this.#entries.length;
    await this.#put(
      encodeHeader(0x06054b50, [
        0,
        0,
        count,
        count,
        ...splitIntoWords(this.#offset - directoryOffset, directoryOffset),
        0,
      ]),
    );
  }

  async #put(...parts: Buffer[]): Promise<void> {
    for (const bytes of parts) {
      this.#offset += bytes.length;
      await this.#write(bytes);
    }
  }
}

const describeEntry = ({ crc, packed, size }: ZipEntry, isBeforeData: boolean): number[] => [
  FLAGS,
  DEFLATE_METHOD,
  0,
  NO_DATE,
  ...(isBeforeData ? splitIntoWords(0, 0, 0) : splitIntoWords(crc, packed, size)),
];

/** Splits numbers of four bytes into pairs of two. */
const splitIntoWords = (...numbers: number[]): number[] =>
  numbers.flatMap((number) => [number & 0xffff, (number >>> 16) & 0xffff]);

function encodeHeader(signature: number, numbers: readonly number[]): Buffer {
  const words = [...splitIntoWords(signature), ...numbers];
  const bytes = Buffer.alloc(words.length * 2);
  for (const [at, number] of words.entries()) bytes.writeUInt16LE(number, at * 2);
  return bytes;
}
