import { utf8ToBytes } from '@noble/hashes/utils.js';

/** A transaction with a single eosio.token transfer and nothing else. */
export interface EosTransfer {
  /** Seconds. */
  expiration: number;
  refBlockNum: number;
  refBlockPrefix: number;
  from: string;
  to: string;
  /** 1/10,000 of an EOS. */
  amount: bigint;
  memo: string;
}

/** Data of a `transfer` action of any token with eosio.token's interface. */
export interface TransferData {
  from: string;
  to: string;
  amount: bigint;
  /** Decimals and code of its symbol. */
  precision: number;
  symbol: string;
  memo: string;
}

const TOKEN = 'eosio.token';
const PRECISION = 4;
const SYMBOL = 'EOS';

/**
 * Packs the bytes that are signed and hashed. Field for field: Antelope's `transaction` and `transaction_header`
 * (libraries/chain/include/eosio/chain/transaction.hpp), its action and its names (name.hpp); little-endian
 * throughout.
 */
export function packTransfer(transfer: EosTransfer): Uint8Array {
  const { from, to, amount, memo } = transfer;
  const data = packData({ from, to, amount, precision: PRECISION, symbol: SYMBOL, memo });
  const out = new Writer();
  out.uint(transfer.expiration, 4);
  out.uint(transfer.refBlockNum, 2);
  out.uint(transfer.refBlockPrefix, 4);
  // No limit of net words and CPU, no delay, no context-free actions.
  for (let i = 0; i < 4; i += 1) out.uint(0, 1);
  out.length(1);
  out.name(TOKEN);
  out.name('transfer');
  out.length(1);
  out.name(from);
  out.name('active');
  out.bytes(data);
  // No extensions.
  out.length(0);
  return out.end();
}

/** Throws unless the bytes are exactly a transfer as packTransfer writes it. */
export function unpackTransfer(packed: Uint8Array): EosTransfer {
  const reader = new Reader(packed);
  const expiration = reader.uint(4);
  const refBlockNum = reader.uint(2);
  const refBlockPrefix = reader.uint(4);
  // Constants, the contract, the action and its permission: verified by the comparison below.
  reader.skip(5 + 8 + 8 + 1 + 8 + 8);
  const { from, to, amount, memo } = readData(reader.bytes());
  const transfer = { expiration, refBlockNum, refBlockPrefix, from, to, amount, memo };
  const repacked = packTransfer(transfer);
  if (!Buffer.from(repacked).equals(packed)) throw new Error('eos: no transfer of EOS');
  return transfer;
}

/** Parses the data of a `transfer` action (eosio.token.hpp: from, to, quantity, memo). Null: it has another shape. */
export function parseTransferData(data: Uint8Array): TransferData | null {
  try {
    return readData(data);
  } catch {
    return null;
  }
}

export function packData(data: TransferData): Uint8Array {
  const out = new Writer();
  out.name(data.from);
  out.name(data.to);
  out.int64(data.amount);
  out.uint(data.precision, 1);
  if (!/^[A-Z]{1,7}$/.test(data.symbol)) throw new Error('eos: symbol');
  out.raw(utf8ToBytes(data.symbol.padEnd(7, '\0')));
  out.bytes(utf8ToBytes(data.memo));
  return out.end();
}

function readData(bytes: Uint8Array): TransferData {
  const reader = new Reader(bytes);
  const from = reader.name();
  const to = reader.name();
  const amount = reader.int64();
  const precision = reader.uint(1);
  const symbol = toLatin1(reader.raw(7)).replace(/\0+$/, '');
  const memo = new TextDecoder().decode(reader.bytes());
  if (!/^[A-Z]{1,7}$/.test(symbol) || !reader.ended) throw new Error('eos: no transfer');
  return { from, to, amount, precision, symbol, memo };
}

const toLatin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

const LETTERS = '.12345abcdefghijklmnopqrstuvwxyz';

/** Twelve letters of five bits and a last one of four, most significant first. */
function encodeName(name: string): bigint {
  if (!/^[.1-5a-z]{1,12}$|^[.1-5a-z]{12}[.1-5a-j]$/.test(name) || name.endsWith('.'))
    throw new Error('eos: name');
  let value = 0n;
  for (let i = 0; i < 12; i += 1) value = (value << 5n) | BigInt(LETTERS.indexOf(name[i] ?? '.'));
  return (value << 4n) | BigInt(LETTERS.indexOf(name[12] ?? '.'));
}

function decodeName(value: bigint): string {
  let text = LETTERS[Number.parseInt(String(value & 15n), 10)] ?? '';
  for (let rest = value >> 4n, i = 0; i < 12; i += 1, rest >>= 5n)
    text = (LETTERS[Number.parseInt(String(rest & 31n), 10)] ?? '') + text;
  return text.replace(/\.+$/, '');
}

class Writer {
  readonly #parts: Uint8Array[] = [];

  uint(value: number, bytes: 1 | 2 | 4): void {
    const part = Buffer.alloc(bytes);
    part.writeUIntLE(value, 0, bytes);
    this.#parts.push(part);
  }
  int64(value: bigint): void {
    const part = Buffer.alloc(8);
    part.writeBigInt64LE(value);
    this.#parts.push(part);
  }
  name(name: string): void {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(encodeName(name));
    this.#parts.push(part);
  }
  /** varuint32: seven bits per byte, least significant first. */
  length(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.uint((rest & 0x7f) | 0x80, 1);
    this.uint(rest, 1);
  }
  bytes(bytes: Uint8Array): void {
    this.length(bytes.length);
    this.raw(bytes);
  }
  raw(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }
  end(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
}

/** Reads bytes; throws past the end. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }
  raw(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Error('eos: too short');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  skip(length: number): void {
    this.raw(length);
  }
  uint(length: 1 | 2 | 4): number {
    return Buffer.from(this.raw(length)).readUIntLE(0, length);
  }
  int64(): bigint {
    return Buffer.from(this.raw(8)).readBigInt64LE();
  }
  name(): string {
    return decodeName(Buffer.from(this.raw(8)).readBigUInt64LE());
  }
  bytes(): Uint8Array {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.uint(1);
      length += (byte & 0x7f) * 2 ** shift;
      if ((byte & 0x80) === 0) break;
      if (shift >= 28) throw new Error('eos: length');
    }
    return this.raw(length);
  }
}
