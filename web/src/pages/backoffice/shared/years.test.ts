import { expect, test } from 'vitest';
import { dayInName, firstDayOf, gregorianYearsOf, lastDayOf, yearOf } from './years.ts';

test('a year is that of the reader’s calendar', () => {
  expect(yearOf('2026-03-20', 'fa')).toBe(1404);
  expect(yearOf('2026-03-21', 'fa')).toBe(1405);
  expect(yearOf('2026-03-20', 'en')).toBe(2026);
});

test('a Jalali year goes from Farvardin to Esfand, leap years too', () => {
  expect([firstDayOf(1405, 'fa'), lastDayOf(1405, 'fa')]).toEqual(['2026-03-21', '2027-03-20']);
  // 1403 has a day more.
  expect([firstDayOf(1403, 'fa'), lastDayOf(1403, 'fa')]).toEqual(['2024-03-20', '2025-03-20']);
  expect([firstDayOf(2026, 'en'), lastDayOf(2026, 'en')]).toEqual(['2026-01-01', '2026-12-31']);
});

test('what is asked of the server are the Gregorian years that it lies in', () => {
  expect(gregorianYearsOf(1405, 'fa')).toEqual([2026, 2027]);
  expect(gregorianYearsOf(2026, 'en')).toEqual([2026]);
});

test('a file is named by the reader’s calendar', () => {
  expect(dayInName('2026-11-22', 'fa')).toBe('1405-09-01');
  expect(dayInName('2026-11-22', 'en')).toBe('2026-11-22');
});
