/**
 * Addresses of BITCOIN_CASH, by the CashAddr specification (reference.cash: "Address format"). Only hashes of 20 bytes: the
 * token-aware types (z, r) and P2SH of 32 bytes are refused.
 */
import { bech32 } from '@scure/base';

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const CHECKSUM_WORDS = 8;
const VERSIONS = { p2pkh: 0, p2sh: 8 } as const;

export interface CashAddress {
  kind: 'p2pkh' | 'p2sh';
  hash: Uint8Array;
}

/** Written without its prefix, lower case. */
export function encodeCashAddress(prefix: string, { kind, hash }: CashAddress): string {
  const words = bech32.toWords(Uint8Array.of(VERSIONS[kind], ...hash));
  const checksumWords = computeChecksum([
    ...encodePrefix(prefix),
    ...words,
    ...new Array<number>(CHECKSUM_WORDS).fill(0),
  ]);
  // A digit in base 32 is a word of five bits.
  const sum = [...checksumWords.toString(32).padStart(CHECKSUM_WORDS, '0')].map((digit) =>
    Number.parseInt(digit, 32),
  );
  return [...words, ...sum].map((word) => LETTERS[word]).join('');
}

/** Accepts an address with or without prefix, in one case throughout. Throws for anything else. */
export function decodeCashAddress(prefix: string, text: string): CashAddress {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) throw new Error('address of mixed case');
  const body = lower.startsWith(`${prefix}:`) ? lower.slice(prefix.length + 1) : lower;
  const words = [...body].map((letter) => LETTERS.indexOf(letter));
  if (words.length !== 42 || words.includes(-1)) throw new Error('no cash address');
  if (computeChecksum([...encodePrefix(prefix), ...words]) !== 0n) throw new Error('checksum of the address');
  const [version, ...hash] = bech32.fromWords(words.slice(0, -CHECKSUM_WORDS));
  if (version !== VERSIONS.p2pkh && version !== VERSIONS.p2sh) throw new Error('type of the address');
  return { kind: version === VERSIONS.p2pkh ? 'p2pkh' : 'p2sh', hash: Uint8Array.from(hash) };
}

const encodePrefix = (prefix: string): number[] => [
  ...[...prefix].map((letter) => letter.charCodeAt(0) & 31),
  0,
];

function computeChecksum(words: readonly number[]): bigint {
  let rest = 1n;
  for (const word of words) {
    const top = rest >> 35n;
    rest = ((rest & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of GENERATORS.entries()) if ((top >> BigInt(bit)) & 1n) rest ^= generator;
  }
  return rest ^ 1n;
}
