/**
 * The subset of protocol buffers (encoding specification, protobuf.dev) that TRON's transactions need, parsed
 * strictly.
 */

/**
 * Fields by number, in ascending order; a bigint is a varint, bytes are length-delimited. Zero and empty values are
 * omitted.
 */
export type ProtobufMessage = readonly (readonly [field: number, value: bigint | Uint8Array])[];

export function encodeMessage(fields: ProtobufMessage): Uint8Array {
  const parts = fields.flatMap(([field, value]) => {
    if (typeof value === 'bigint')
      return value === 0n ? [] : [encodeVarint(BigInt(field) << 3n), encodeVarint(value)];
    return value.length === 0
      ? []
      : [encodeVarint((BigInt(field) << 3n) | 2n), encodeVarint(BigInt(value.length)), value];
  });
  return Uint8Array.from(Buffer.concat(parts));
}

/**
 * Throws for encodings that `encodeMessage` doesn't produce: repeated fields, another order, other wire types,
 * padding.
 */
export function decodeMessage(bytes: Uint8Array): ReadonlyMap<number, bigint | Uint8Array> {
  const fields: [number, bigint | Uint8Array][] = [];
  let at = 0;
  const takeVarint = (): bigint => {
    const start = at;
    while (((bytes[at] ?? 0) & 128) !== 0) at += 1;
    at += 1;
    return readVarint(bytes.subarray(start, at));
  };
  while (at < bytes.length) {
    const key = takeVarint();
    const value = takeVarint();
    if ((key & 7n) === 0n) fields.push([toSafeNumber(key >> 3n), value]);
    else if ((key & 7n) === 2n) {
      fields.push([toSafeNumber(key >> 3n), bytes.slice(at, at + toSafeNumber(value))]);
      at += toSafeNumber(value);
    } else throw new Error('unknown wire type');
  }
  if (!Buffer.from(encodeMessage(fields)).equals(bytes) || !isAscending(fields.map(([field]) => field)))
    throw new Error('not a message as we write it');
  return new Map(fields);
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));

/** Converts field numbers and lengths. */
const toSafeNumber = (value: bigint): number => Number.parseInt(String(value), 10);

const readVarint = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((value, byte) => (value << 7n) | BigInt(byte & 127), 0n);

function encodeVarint(value: bigint): Uint8Array {
  if (value < 0n || value >= 1n << 63n) throw new Error('varint out of range');
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number.parseInt(String(rest & 127n), 10);
    if (rest < 128n) return Uint8Array.from([...bytes, low]);
    bytes.push(low | 128);
  }
}
