import { expect, it } from 'vitest';
import { clockText } from './clock-text.ts';

it('writes minutes and seconds', () => {
  expect([600, 599, 60, 9, 0].map(clockText)).toEqual(['10:00', '09:59', '01:00', '00:09', '00:00']);
});
