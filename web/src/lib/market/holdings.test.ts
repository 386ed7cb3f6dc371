import { expect, test } from 'vitest';
import { tetherText } from './tether-text.ts';

test('truncates the Tether value of Toman, and returns null while Tether has no price', () => {
  expect(tetherText('236400000', '118200')).toBe('2000');
  expect(tetherText('100000', '118200')).toBe('0.846023');
  expect(tetherText('100000', null)).toBeNull();
  expect(tetherText('100000', undefined)).toBeNull();
});
