import { expect, it } from 'vitest';
import { formatCountdown } from './countdown-text.ts';

it('writes a countdown in minutes and seconds, without a zero before the minutes', () => {
  expect([600, 300, 65, 5, 0].map(formatCountdown)).toEqual(['10:00', '5:00', '1:05', '0:05', '0:00']);
});
