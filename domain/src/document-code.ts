/**
 * Verification code of a document of the exchange: 110 bits in Crockford's alphabet and two check characters, in
 * groups of four: `7Q2M-04KD-9XTR-…`.
 */
import { toLatinDigits } from './digits.ts';
import { cleanPastedValue } from './pasted-text.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DATA_LENGTH = 22;
const CHECK_LENGTH = 2;
/** The largest prime that fits two characters: detects every wrong character and every swap of two neighbours. */
const MODULUS = 1021;
const BITS_PER_BYTE = 8;
const BITS_PER_CHARACTER = 5;
/** Number of bytes encoded; two bits of the last one are unused. */
export const DOCUMENT_CODE_BYTES = 14;
/** Longer than any notation of a code. */
export const MAX_DOCUMENT_CODE_LENGTH = 64;

/** `bytes`: at least DOCUMENT_CODE_BYTES of a keyed digest. */
export function encodeDocumentCode(bytes: Uint8Array): string {
  if (bytes.length < DOCUMENT_CODE_BYTES) throw new Error('too few bytes for a code');
  let data = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes.subarray(0, DOCUMENT_CODE_BYTES)) {
    buffer = (buffer << BITS_PER_BYTE) | byte;
    bits += BITS_PER_BYTE;
    while (bits >= BITS_PER_CHARACTER && data.length < DATA_LENGTH) {
      bits -= BITS_PER_CHARACTER;
      data += ALPHABET[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return groupByFour(data + computeCheckCharacters(data));
}

/**
 * Normalises a typed code or receipt number: lower case, spaces, dashes or none, Persian digits, and O, I and L for
 * similar digits.
 */
export const normalizeTypedCode = (text: string): string =>
  toLatinDigits(cleanPastedValue(text))
    .toUpperCase()
    .replace(/[\s\u200c\u200e\u200f\u2066-\u2069_–—-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** Parses a typed code to its printed form. Null: mistyped. */
export function parseDocumentCode(text: string): string | null {
  if (text.length > MAX_DOCUMENT_CODE_LENGTH) return null;
  const plain = normalizeTypedCode(text);
  if (
    plain.length !== DATA_LENGTH + CHECK_LENGTH ||
    [...plain].some((character) => !ALPHABET.includes(character))
  )
    return null;
  return computeCheckCharacters(plain.slice(0, DATA_LENGTH)) === plain.slice(DATA_LENGTH)
    ? groupByFour(plain)
    : null;
}

function computeCheckCharacters(data: string): string {
  let remainder = 0;
  for (const character of data)
    remainder = (remainder * ALPHABET.length + ALPHABET.indexOf(character)) % MODULUS;
  return `${ALPHABET[remainder >> BITS_PER_CHARACTER]}${ALPHABET[remainder & 31]}`;
}

const groupByFour = (plain: string): string => plain.match(/.{4}/g)?.join('-') ?? plain;
