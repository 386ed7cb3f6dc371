import { expect, test } from 'vitest';
import { tomanToTether } from './tether-text.ts';

test('truncates the Tether value of Toman, and returns null while Tether has no price', () => {
  expect(tomanToTether('236400000', '118200')).toBe('2000');
  expect(tomanToTether('100000', '118200')).toBe('0.846023');
  expect(tomanToTether('100000', null)).toBeNull();
  expect(tomanToTether('100000', undefined)).toBeNull();
});
