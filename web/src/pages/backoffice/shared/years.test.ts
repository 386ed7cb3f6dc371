import { expect, test } from 'vitest';
import { dayInName, firstDayOf, gregorianYearsOf, lastDayOf, yearOf } from './years.ts';

test('yearOf returns the year of the reader’s calendar', () => {
  expect(yearOf('2026-03-20', 'fa')).toBe(1404);
  expect(yearOf('2026-03-21', 'fa')).toBe(1405);
  expect(yearOf('2026-03-20', 'en')).toBe(2026);
});

test('a Jalali year runs from Farvardin to Esfand, leap years included', () => {
  expect([firstDayOf(1405, 'fa'), lastDayOf(1405, 'fa')]).toEqual(['2026-03-21', '2027-03-20']);
  // 1403 has one more day.
  expect([firstDayOf(1403, 'fa'), lastDayOf(1403, 'fa')]).toEqual(['2024-03-20', '2025-03-20']);
  expect([firstDayOf(2026, 'en'), lastDayOf(2026, 'en')]).toEqual(['2026-01-01', '2026-12-31']);
});

test('gregorianYearsOf returns the Gregorian years that the year overlaps', () => {
  expect(gregorianYearsOf(1405, 'fa')).toEqual([2026, 2027]);
  expect(gregorianYearsOf(2026, 'en')).toEqual([2026]);
});

test('dayInName uses the reader’s calendar', () => {
  expect(dayInName('2026-11-22', 'fa')).toBe('1405-09-01');
  expect(dayInName('2026-11-22', 'en')).toBe('2026-11-22');
});
