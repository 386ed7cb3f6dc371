import { expect, it } from 'vitest';
import { alarmLine } from './alarm-words.ts';

it('the alarm of a restore drill says how long ago the last one was, or that there was none', () => {
  const line = (figure: number | null, language: 'fa' | 'en') =>
    alarmLine({ kind: 'DRILL_MISSING', subject: '', figure }, language);
  expect(line(3, 'en')).toBe('The last test restore was 3 days ago');
  expect(line(null, 'en')).toBe('There has been no test restore yet');
  expect(line(3, 'fa')).toBe('از آخرین بازیابی آزمایشی ۳ روز گذشته است');
  expect(line(null, 'fa')).toBe('هنوز هیچ بازیابی آزمایشی انجام نشده است');
});
