import { expect, test } from 'vitest';
import { localDate } from '../../lib/format/format.ts';
import { formatLongDay, isDayText, parseDay, todayInTehran } from './date-text.ts';

test('parseDay converts a Jalali date to the Gregorian one, in any digits and with any separator', () => {
  for (const text of ['1370/01/01', '۱۳۷۰/۱/۱', '1370-1-1', '١٣٧٠.٠١.٠١', ' 13700101 ']) {
    expect(parseDay(text), text).toBe('1991-03-21');
  }
  // The leap years 1399 and 1403 end on the thirtieth.
  expect(parseDay('1399/12/30')).toBe('2021-03-20');
  expect(parseDay('1403/12/30')).toBe('2025-03-20');
  expect(parseDay('1404/1/1')).toBe('2025-03-21');
  expect(parseDay('1300/06/31')).toBe('1921-09-22');
});

test('parseDay takes a Gregorian year as such in both languages', () => {
  expect(parseDay('1991/03/21')).toBe('1991-03-21');
  expect(parseDay('2000-2-29')).toBe('2000-02-29');
});

test('parseDay returns null for an impossible date', () => {
  for (const text of [
    '',
    '1370',
    '70/01/01',
    '1370/13/01',
    '1370/07/31',
    '1402/12/30',
    '1991/02/29',
    '1370/0/1',
  ]) {
    expect(parseDay(text), text).toBeNull();
  }
});

test('parseDay reads every day of a century as it is displayed', () => {
  for (let at = Date.UTC(1921, 2, 21); at < Date.UTC(2026, 0, 1); at += 17 * 86_400_000) {
    const iso = new Date(at).toISOString().slice(0, 10);
    expect(parseDay(localDate(iso, 'fa'))).toBe(iso);
    expect(parseDay(localDate(iso, 'en'))).toBe(iso);
  }
});

test('isDayText tells a complete date from a partly typed one', () => {
  expect([isDayText('1991-03-21'), isDayText('1370/01'), isDayText('')]).toEqual([true, false, false]);
});

test('todayInTehran returns the date in Tehran, three and a half hours ahead of UTC', () => {
  expect(todayInTehran(Date.parse('2026-11-20T20:29:00Z'))).toBe('2026-11-20');
  expect(todayInTehran(Date.parse('2026-11-20T20:31:00Z'))).toBe('2026-11-21');
});

test('formatLongDay writes a date in the calendar of the language', () => {
  expect(formatLongDay('1991-03-21', 'en')).toBe('21 March 1991');
  expect(formatLongDay('1991-03-21', 'fa')).toContain('فروردین');
});
