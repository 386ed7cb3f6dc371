import { describe, expect, it } from 'vitest';
import { formatUnitPrice, isReached, parseUnitPrice, truncatePrice } from './alerts.ts';

const TOMAN = 1_000_000n;

describe('the price compared by alerts', () => {
  it('is truncated to the displayed digits', () => {
    expect(truncatePrice(11_001n * TOMAN + 999_999n, 'TETHER', 'TOMAN')).toBe(11_001n * TOMAN);
    expect(truncatePrice(108_400_019_999n, 'BITCOIN', 'TETHER')).toBe(108_400_010_000n);
  });

  it('reaches a threshold by being equal to it', () => {
    expect([9n, 10n, 11n].map((price) => isReached('ABOVE', 10n, price))).toEqual([false, true, true]);
    expect([9n, 10n, 11n].map((price) => isReached('BELOW', 10n, price))).toEqual([true, true, false]);
  });
});

describe('an alert threshold', () => {
  it('is parsed exactly, in any digits, and formatted back unchanged', () => {
    expect(parseUnitPrice('۱۲۵۰۰', 'TETHER', 'TOMAN')).toBe(12_500n * TOMAN);
    expect(parseUnitPrice('108400.10', 'BITCOIN', 'TETHER')).toBe(108_400_100_000n);
    expect(formatUnitPrice(108_400_100_000n, 'BITCOIN', 'TETHER')).toBe('108400.10');
    expect(formatUnitPrice(12_500n * TOMAN, 'TETHER', 'TOMAN')).toBe('12500');
  });

  it('is refused if it has too many digits, is zero, or no number', () => {
    for (const text of ['12500.5', '0', '', '-1', '1e5', 'NaN', '1'.repeat(19)])
      expect(parseUnitPrice(text, 'TETHER', 'TOMAN')).toBeNull();
    expect(parseUnitPrice('108400.123', 'BITCOIN', 'TETHER')).toBeNull();
  });
});
