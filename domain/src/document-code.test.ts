import { expect, it } from 'vitest';
import { DOCUMENT_CODE_BYTES, encodeDocumentCode, parseDocumentCode } from './document-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Returns bytes that differ from test to test, but are reproducible. */
const bytesOf = (seed: number): Uint8Array =>
  Uint8Array.from({ length: DOCUMENT_CODE_BYTES }, (_, at) => (seed * 2_654_435_761 + at * 40_503) >>> 11);

it('encodes 110 bits in groups of four characters, each bit significant', () => {
  const codes = new Set<string>();
  const whole = bytesOf(5);
  codes.add(encodeDocumentCode(whole));
  for (let bit = 0; bit < 110; bit += 1) {
    const changed = Uint8Array.from(whole);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (128 >> (bit & 7));
    codes.add(encodeDocumentCode(changed));
  }
  expect(codes.size).toBe(111);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/);
  expect(() => encodeDocumentCode(new Uint8Array(13))).toThrow();
});

it('parses codes as people type them', () => {
  const code = encodeDocumentCode(bytesOf(1));
  const persian = code.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number.parseInt(digit, 10)] ?? '');
  const ways = [
    code,
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' ')}\n`,
    persian,
  ];
  for (const way of ways) expect(parseDocumentCode(way)).toBe(code);
  expect(parseDocumentCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
});

it('detects every wrong character and every swap of two neighbours', () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const plain = encodeDocumentCode(bytesOf(seed)).replaceAll('-', '');
    for (let at = 0; at < plain.length; at += 1) {
      for (const other of ALPHABET) {
        if (other === plain[at]) continue;
        expect(parseDocumentCode(plain.slice(0, at) + other + plain.slice(at + 1))).toBeNull();
      }
      const [one, two] = [plain[at], plain[at + 1]];
      if (two !== undefined && one !== two)
        expect(parseDocumentCode(plain.slice(0, at) + two + one + plain.slice(at + 2))).toBeNull();
    }
  }
  for (const nothing of ['', 'ABCD', 'U'.repeat(24), '7'.repeat(1000)])
    expect(parseDocumentCode(nothing)).toBeNull();
});
