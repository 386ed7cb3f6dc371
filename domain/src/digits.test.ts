import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  foldDigits,
  groupThousands,
  type NumberReading,
  parseNumberInput,
  parseNumberInputValue,
  toLatinDigits,
  toPersianDigits,
} from './digits.ts';

describe('parseNumberInputValue (requirements §5.11)', () => {
  it.each([
    ['۱۲٬۵۰۰', 8, '12500'],
    ['١٢٫٥', 8, '12.5'],
    ['1,234.5678', 2, '1234.56'],
    ['1ʼ500.5', 8, '1500.5'],
    ['1′500′000', 0, '1500000'],
    ['1..5', 8, '1.5'],
    ['1.2.3', 8, '1.23'],
    ['abc', 8, ''],
    ['-5', 8, ''],
    ['-0.1', 8, ''],
    ['−0.1', 8, ''],
    ['0,5', 8, '0.5'],
    ['1,5', 8, '1.5'],
    ['0,001', 8, '0.001'],
    ['۰،۵', 8, '0.5'],
    ['1234,567', 8, '1234.567'],
    ['1/5', 8, '1.5'],
    ['1e-7', 8, '0'],
    ['1.5e-6', 8, '0.0000015'],
    ['1E3', 8, '1000'],
    ['1.500.000', 0, '1500000'],
    ['1.234.567,5', 2, '1234567.5'],
    ['1 234,5', 2, '1234.5'],
    ['.5', 8, '0.5'],
    ['5.', 8, '5.'],
    ['007', 8, '7'],
    ['0', 8, '0'],
    ['0.000000001', 8, '0.00000000'],
    ['12.5', 0, '12'],
    ['تومان ۵۰۰', 0, '500'],
  ])('%j with %i decimals becomes %j', (text, decimals, clean) => {
    expect(parseNumberInputValue(text, decimals)).toBe(clean);
  });

  it('is idempotent for any input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(8), (text, decimals) => {
        const once = parseNumberInputValue(text, decimals);
        expect(parseNumberInputValue(once, decimals)).toBe(once);
        expect(once).toMatch(/^(\d+(\.\d*)?)?$/);
      }),
    );
  });
});

describe('parseNumberInput', () => {
  it.each<[string, number, NumberReading['reading']]>([
    ['25,000,000', 0, 'same'],
    ['۱۲٬۵۰۰', 8, 'same'],
    ['1,234.50', 2, 'same'],
    ['1.234,50', 2, 'same'],
    ["1'234'567", 0, 'same'],
    [' 5.000 ', 2, 'same'],
    ['1.0000000000', 8, 'same'],
    ['0,5', 8, 'different'],
    // A single group after a comma may mean 1500 or 1.5, depending on the reader.
    ['1,500', 8, 'different'],
    ['12.5', 0, 'different'],
    ['0.123456789', 8, 'different'],
    ['5 million', 0, 'different'],
    ['1e-7', 8, 'different'],
    ['-5', 8, 'minus'],
    ['5-', 8, 'minus'],
    ['(5)', 8, 'minus'],
    ['–5', 8, 'minus'],
    ['1.500', 0, 'unreadable'],
    ['1.500.000', 8, 'unreadable'],
    ['1,234,5', 8, 'unreadable'],
    ['1 5', 8, 'unreadable'],
    ['5-10', 8, 'unreadable'],
    ['5²', 8, 'unreadable'],
    ['½', 8, 'unreadable'],
    ['१२', 8, 'same'],
    ['Rs.500', 8, 'unreadable'],
    ['1e400', 8, 'unreadable'],
    ['12345678901234567890', 0, 'unreadable'],
    ['abc', 8, 'unreadable'],
  ])('parses %j with %i decimals as %s', (text, decimals, reading) => {
    const read = parseNumberInput(text, decimals);
    expect(read.reading).toBe(reading);
    if (reading === 'minus' || reading === 'unreadable') expect(read.value).toBe('');
  });

  const DIGITS = ['0123456789', '۰۱۲۳۴۵۶۷۸۹', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９'];
  const written = fc.record({
    whole: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    fraction: fc.option(fc.stringMatching(/^\d{1,10}$/), { nil: null }),
    thousands: fc.constantFrom('', ',', '.', ' ', '\u00a0', '\u202f', "'", '’', '٬', '،'),
    point: fc.constantFrom('.', ',', '٫', '/', '،'),
    digits: fc.constantFrom(...DIGITS),
    decimals: fc.constantFrom(0, 2, 8),
    around: fc.constantFrom(['', ''], ['\u200f', '\u200e'], ['', ' BTC'], ['$', ''], ['تومان ', '']),
  });

  it('never silently parses a number as a different one, however it is grouped', () => {
    fc.assert(
      fc.property(written, ({ whole, fraction, thousands, point, digits, decimals, around }) => {
        // The same mark for both purposes is ambiguous.
        fc.pre(toLatinDigits(thousands).replace('/', '.') !== toLatinDigits(point).replace('/', '.'));
        // In a field without decimals "1,500" has a thousands separator, and a single point is a decimal one.
        fc.pre(!(decimals === 0 && whole < 1000n && fraction?.length === 3));
        fc.pre(
          !(decimals > 0 && thousands === '.' && whole >= 1000n && whole < 10n ** 6n && fraction === null),
        );
        const grouped = whole.toString().replace(/\B(?=(\d{3})+$)/g, thousands);
        const latin = fraction === null ? grouped : grouped + point + fraction;
        const text =
          around[0] + latin.replace(/\d/g, (digit) => [...digits][Number(digit)] ?? '') + around[1];
        const { value, reading } = parseNumberInput(text, decimals);
        if (reading !== 'same') return;
        expect(numberOf(value)).toBe(numberOf(fraction === null ? `${whole}` : `${whole}.${fraction}`));
      }),
      { numRuns: 2000 },
    );
  });

  it('parses every plain number unchanged', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
        fc.stringMatching(/^\d{1,8}$/),
        (whole, fraction) => {
          expect(parseNumberInput(`${whole}.${fraction}`)).toEqual({
            value: `${whole}.${fraction}`,
            reading: 'same',
          });
          expect(parseNumberInput(groupThousands(`${whole}`), 0)).toEqual({
            value: `${whole}`,
            reading: 'same',
          });
        },
      ),
    );
  });
});

/** Removes insignificant zeros. */
const numberOf = (text: string): string =>
  text
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

describe('digits', () => {
  it('are converted to Persian and back', () => {
    fc.assert(
      fc.property(fc.nat(), (n) => {
        expect(toLatinDigits(toPersianDigits(String(n)))).toBe(String(n));
      }),
    );
  });

  it('are parsed in every script', () => {
    for (const digits of [
      '۰۱۲۳۴۵۶۷۸۹',
      '٠١٢٣٤٥٦٧٨٩',
      '０１２３４５６７８９',
      '०१२३४५६७८९',
      '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
      '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿',
    ])
      expect(toLatinDigits(`a${digits}b`)).toBe('a0123456789b');
    // Each value exists once per script.
    const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Nd}/u.test(character));
    const read = all.map(toLatinDigits);
    expect(read.filter((digit) => digit === '7')).toHaveLength(all.length / 10);
    expect(read.every((digit) => /^[0-9]$/.test(digit))).toBe(true);
  });

  it('are grouped in thousands in the whole part only', () => {
    expect(groupThousands('1234567.5678')).toBe('1,234,567.5678');
    expect(groupThousands('999')).toBe('999');
    expect(groupThousands('')).toBe('');
  });
});

it('foldDigits converts the digits of every script and nothing else', () => {
  expect(foldDigits('۰۴۸۹ ٠٤٨٩ ०४८९ ０４８９ 𝟎𝟒𝟖𝟗 0489')).toBe('0489 0489 0489 0489 0489 0489');
  expect(foldDigits('Copper،River٫² Ⅳ')).toBe('Copper،River٫² Ⅳ');
});
