import { expect, test } from 'vitest';
import {
  formatDayForFileName,
  getFirstDayOfYear,
  getLastDayOfYear,
  getYear,
  listGregorianYears,
} from './years.ts';

test('yearOf returns the year of the reader’s calendar', () => {
  expect(getYear('2026-03-20', 'fa')).toBe(1404);
  expect(getYear('2026-03-21', 'fa')).toBe(1405);
  expect(getYear('2026-03-20', 'en')).toBe(2026);
});

test('a Jalali year runs from Farvardin to Esfand, leap years included', () => {
  expect([getFirstDayOfYear(1405, 'fa'), getLastDayOfYear(1405, 'fa')]).toEqual(['2026-03-21', '2027-03-20']);
  // 1403 has one more day.
  expect([getFirstDayOfYear(1403, 'fa'), getLastDayOfYear(1403, 'fa')]).toEqual(['2024-03-20', '2025-03-20']);
  expect([getFirstDayOfYear(2026, 'en'), getLastDayOfYear(2026, 'en')]).toEqual(['2026-01-01', '2026-12-31']);
});

test('listGregorianYears returns the Gregorian years that the year overlaps', () => {
  expect(listGregorianYears(1405, 'fa')).toEqual([2026, 2027]);
  expect(listGregorianYears(2026, 'en')).toEqual([2026]);
});

test('formatDayForFileName uses the reader’s calendar', () => {
  expect(formatDayForFileName('2026-11-22', 'fa')).toBe('1405-09-01');
  expect(formatDayForFileName('2026-11-22', 'en')).toBe('2026-11-22');
});
