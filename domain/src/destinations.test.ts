import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from './addresses.ts';
import { resolveDestination } from './destinations.ts';
import { parseStellarMemo, tagFromTextMemo } from './tags.ts';

const CLASSIC = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
const X_ADDRESS = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H';
const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
const ID = '9223372036854775808';
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

describe('an address that contains its tag', () => {
  test.each([
    ['RIPPLE', X_ADDRESS, '', { address: CLASSIC, tag: '12345', error: null }],
    ['RIPPLE', X_ADDRESS, '12345', { address: CLASSIC, tag: '12345', error: null }],
    ['RIPPLE', X_ADDRESS, ' ۰۱۲۳۴۵ ', { address: CLASSIC, tag: '12345', error: null }],
    ['RIPPLE', X_ADDRESS, '777', { error: 'TAG_MISMATCH' }],
    ['RIPPLE', X_ADDRESS, 'abc', { error: 'INVALID_TAG' }],
    ['STELLAR', MUXED, '', { address: STELLAR, tag: ID, error: null }],
    ['STELLAR', MUXED, ID, { address: STELLAR, tag: ID, error: null }],
    ['STELLAR', MUXED, '777', { error: 'TAG_MISMATCH' }],
    ['STELLAR', MUXED, 'order 7', { error: 'TAG_MISMATCH' }],
  ] as const)('determines the tag: %s %s with "%s"', (coin, address, tag, expected) => {
    expect(resolveDestination(coin, coin, { address, tag })).toEqual(expected);
  });

  test('refuses a different tag next to it, but accepts an equal one', () => {
    const tags = fc.nat(0xffff_ffff);
    fc.assert(
      fc.property(tags, tags, (carriedTag, enteredTag) => {
        const read = resolveDestination('RIPPLE', 'RIPPLE', {
          address: xAddress(carriedTag),
          tag: String(enteredTag),
        });
        expect(read).toEqual(
          carriedTag === enteredTag
            ? { address: CLASSIC, tag: String(carriedTag), error: null }
            : { error: 'TAG_MISMATCH' },
        );
        expect(
          resolveDestination('RIPPLE', 'RIPPLE', { address: xAddress(carriedTag), tag: String(carriedTag) })
            .error,
        ).toBeNull();
      }),
    );
  });
});

describe('a tag of digits', () => {
  const tagOf = (coin: 'EOS' | 'RIPPLE' | 'STELLAR', tag: string) => {
    const address = { EOS: 'binancecleos', RIPPLE: CLASSIC, STELLAR }[coin];
    const read = resolveDestination(coin, coin, { address, tag });
    return read.error ?? read.tag;
  };

  test.each([
    ['STELLAR', '۱۲۳۴۵', '12345', 'ID'],
    ['STELLAR', '١٢٣٤٥', '12345', 'ID'],
    ['STELLAR', '１２３４５', '12345', 'ID'],
    ['STELLAR', '१२३४५', '12345', 'ID'],
    ['STELLAR', '۰۰۷', '007', 'TEXT'],
    ['STELLAR', '007', '007', 'TEXT'],
    ['STELLAR', 'text:007', '007', 'TEXT'],
    ['STELLAR', 'text:12345', 'text:12345', 'TEXT'],
    ['STELLAR', '18446744073709551616', '18446744073709551616', 'TEXT'],
    ['STELLAR', 'سفارش ۱۲', 'سفارش ۱۲', 'TEXT'],
  ] as const)('on %s, the tag %s is stored as %s, with memo type %s', (coin, typed, tag, type) => {
    expect(tagOf(coin, typed)).toBe(tag);
    expect(parseStellarMemo(tag).type).toBe(type);
  });

  test.each([
    ['RIPPLE', '１２３', '123'],
    ['RIPPLE', '१२३', '123'],
    ['EOS', '۰۰۱۲', '0012'],
    ['EOS', '１２３', '123'],
    ['EOS', 'order 0012', 'order 0012'],
    ['EOS', 'سفارش', 'INVALID_TAG'],
  ] as const)('on %s, the tag %s is stored as %s', (coin, typed, tag) => {
    expect(tagOf(coin, typed)).toBe(tag);
  });

  test('any text of at most 28 bytes has exactly one tag, which is signed as that text', () => {
    const texts = fc
      .oneof(
        fc.string({ minLength: 1, maxLength: 7, unit: 'grapheme' }),
        fc.stringMatching(/^(text:){0,3}[0-9]{1,10}$/),
        fc.stringMatching(/^(text:){0,2}[۰-۹]{1,4}$/),
      )
      .filter((text) => text.trim() === text && !/\p{C}/u.test(text) && Buffer.byteLength(text) <= 28);
    fc.assert(
      fc.property(texts, (text) => {
        const tag = tagFromTextMemo(text);
        expect(parseStellarMemo(tag)).toEqual({ type: 'TEXT', value: text });
        expect(tagOf('STELLAR', tag)).toBe(tag);
      }),
    );
  });
});

test('a plain address uses the tag next to it', () => {
  const read = (tag: string) => resolveDestination('RIPPLE', 'RIPPLE', { address: CLASSIC, tag });
  expect(read('')).toEqual({ address: CLASSIC, tag: null, error: null });
  expect(read('777')).toEqual({ address: CLASSIC, tag: '777', error: null });
  expect(read('4294967296')).toEqual({ error: 'INVALID_TAG' });
  expect(resolveDestination('BITCOIN', 'BITCOIN', { address: CLASSIC, tag: '' })).toEqual({
    error: 'INVALID_ADDRESS',
  });
});

/** Returns the X-address of `CLASSIC` with this tag (XLS-5d). */
function xAddress(tag: number): string {
  const account = base58xrp.decode(CLASSIC).subarray(1, 21);
  const tail = new Uint8Array(9);
  tail[0] = 1;
  new DataView(tail.buffer).setUint32(1, tag, true);
  const payload = new Uint8Array([0x05, 0x44, ...account, ...tail]);
  const text = base58xrp.encode(new Uint8Array([...payload, ...sha256(sha256(payload)).subarray(0, 4)]));
  expect(parseAddress('RIPPLE', 'RIPPLE', text)?.tag).toBe(String(tag));
  return text;
}
