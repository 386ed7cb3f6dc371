import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanNumberInput, groupThousands, toLatinDigits, toPersianDigits } from './digits.ts';

describe('cleanNumberInput (specification §5.11)', () => {
  it.each([
    ['۱۲٬۵۰۰', 8, '12500'],
    ['١٢٫٥', 8, '12.5'],
    ['1,234.5678', 2, '1234.56'],
    ['1..5', 8, '1.5'],
    ['1.2.3', 8, '1.23'],
    ['abc', 8, ''],
    ['-5', 8, '5'],
    ['.5', 8, '0.5'],
    ['5.', 8, '5.'],
    ['007', 8, '7'],
    ['0', 8, '0'],
    ['0.000000001', 8, '0.00000000'],
    ['12.5', 0, '12'],
    ['تومان ۵۰۰', 0, '500'],
  ])('%j with %i decimals is %j', (text, decimals, clean) => {
    expect(cleanNumberInput(text, decimals)).toBe(clean);
  });

  it('leaves what it made as it is, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(8), (text, decimals) => {
        const once = cleanNumberInput(text, decimals);
        expect(cleanNumberInput(once, decimals)).toBe(once);
        expect(once).toMatch(/^(\d+(\.\d*)?)?$/);
      }),
    );
  });
});

describe('digits', () => {
  it('go to Persian and back', () => {
    fc.assert(
      fc.property(fc.nat(), (n) => {
        expect(toLatinDigits(toPersianDigits(String(n)))).toBe(String(n));
      }),
    );
  });

  it('of every script are read', () => {
    for (const digits of [
      '۰۱۲۳۴۵۶۷۸۹',
      '٠١٢٣٤٥٦٧٨٩',
      '０１２３４５６７８９',
      '०१२३४५६७८९',
      '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
      '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿',
    ])
      expect(toLatinDigits(`a${digits}b`)).toBe('a0123456789b');
    // As many digits of each value as there are scripts.
    const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Nd}/u.test(character));
    const read = all.map(toLatinDigits);
    expect(read.filter((digit) => digit === '7')).toHaveLength(all.length / 10);
    expect(read.every((digit) => /^[0-9]$/.test(digit))).toBe(true);
  });

  it('are grouped in thousands in the whole part alone', () => {
    expect(groupThousands('1234567.5678')).toBe('1,234,567.5678');
    expect(groupThousands('999')).toBe('999');
    expect(groupThousands('')).toBe('');
  });
});
