import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_ASSETS, ASSETS, scaleOf } from './assets.ts';
import { AppError } from './errors.ts';
import {
  formatAmount,
  formatDecimal,
  hasOrderPrecision,
  mulDiv,
  parseAmount,
  parseDecimal,
  truncateToOrderPrecision,
} from './money.ts';

const asset = fc.constantFrom(...ALL_ASSETS);
const units = fc.bigInt({ min: 1n, max: 10n ** 17n });

describe('parseAmount', () => {
  it('parses every amount that formatAmount writes', () => {
    fc.assert(
      fc.property(asset, units, (a, amount) => {
        expect(parseAmount(formatAmount(amount, a), a)).toBe(amount);
      }),
    );
  });

  it('parses Persian, Arabic and Latin digits alike', () => {
    for (const text of ['0.00194', '۰.۰۰۱۹۴', '٠٫٠٠١٩٤', '۰٫۰۰۱۹۴'])
      expect(parseAmount(text, 'BITCOIN')).toBe(194_000n);
  });

  it('ignores zeros at the end, beyond the smallest unit too', () => {
    expect(parseAmount('1.5000000000', 'BITCOIN')).toBe(150_000_000n);
  });

  it('accepts JSON numbers as they were written, also small ones in exponent form', () => {
    expect(parseAmount(0.1, 'BITCOIN')).toBe(10_000_000n);
    expect(parseAmount(1e-7, 'ETHEREUM')).toBe(10n ** 11n);
    expect(parseAmount(1e15, 'BITCOIN')).toBe(10n ** 23n);
    expect(parseAmount(123456789012345, 'TOMAN')).toBe(123456789012345n * 10n ** 6n);
  });

  it.each([
    '-5',
    '+5',
    '0',
    '0.000',
    '',
    ' 1',
    'abc',
    '1e5',
    '1e400',
    'NaN',
    'Infinity',
    '1,000',
    '1.2.3',
    '.5',
    '5.',
    '0x10',
    '۱۲x',
    '۱۲،۰۰۰',
    '1'.repeat(19),
    `1.${'0'.repeat(18)}1`,
    '0.000000001',
  ])('refuses %j', (text) => {
    expect(() => parseAmount(text, 'BITCOIN')).toThrowError(
      expect.objectContaining({ code: 'UNACCEPTABLE_AMOUNT' }),
    );
  });

  it.each([
    0,
    -0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e-9,
    0.1234567890123456,
    Number('12345678901234567'),
  ])('refuses the number %j', (value) => {
    expect(() => parseAmount(value, 'BITCOIN')).toThrow(AppError);
  });

  it('never parses two notations of one value as different amounts', () => {
    fc.assert(
      fc.property(units, fc.nat(4), (amount, zeros) => {
        const text = formatDecimal(amount, 8, 1) + '0'.repeat(zeros);
        expect(parseDecimal(text, 18)).toBe(amount * 10n ** 10n);
      }),
    );
  });
});

describe('formatAmount', () => {
  it('writes the digits of an order amount, and more only if needed', () => {
    expect(formatAmount(150_000n, 'BITCOIN')).toBe('0.00150000');
    expect(formatAmount(5_000_000_000n, 'TETHER')).toBe('5000.00');
    expect(formatAmount(1_234_567n, 'TETHER')).toBe('1.234567');
    expect(formatAmount(500_000_000n * 10n ** 6n, 'TOMAN')).toBe('500000000');
    expect(formatAmount(-1n, 'RIPPLE')).toBe('-0.000001');
    expect(formatAmount(99n, 'BITCOIN')).toBe('0.00000099');
  });
});

describe('rounding', () => {
  it('changes a value by less than one unit', () => {
    const n = fc.bigInt({ min: 0n, max: 10n ** 24n });
    fc.assert(
      fc.property(n, n, fc.bigInt({ min: 1n, max: 10n ** 18n }), (a, b, d) => {
        const down = mulDiv(a, b, d, 'down');
        const up = mulDiv(a, b, d, 'up');
        expect(down * d <= a * b && a * b <= up * d).toBe(true);
        expect(up - down <= 1n).toBe(true);
      }),
    );
  });

  it('truncates to the digits of an order amount', () => {
    fc.assert(
      fc.property(asset, units, (a, amount) => {
        const cut = truncateToOrderPrecision(amount, a);
        expect(hasOrderPrecision(cut, a)).toBe(true);
        expect(cut <= amount && amount - cut < 10n ** BigInt(scaleOf(a) - ASSETS[a].decimals)).toBe(true);
      }),
    );
  });
});
