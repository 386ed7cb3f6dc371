import { expect, it } from 'vitest';
import { countYearsBetween, getElapsedTime } from './ago.ts';

const now = Date.parse('2026-05-10T12:00:00Z');
const ago = (iso: string) => getElapsedTime(iso, now);

it('getElapsedTime returns the waiting time in its largest whole unit', () => {
  expect(ago('2026-05-10T11:59:30Z')).toEqual({ unit: 'now', count: 0, late: false });
  expect(ago('2026-05-10T11:01:00Z')).toEqual({ unit: 'minutes', count: 59, late: false });
  expect(ago('2026-05-10T11:00:00Z')).toEqual({ unit: 'hours', count: 1, late: false });
  expect(ago('2026-05-08T12:00:01Z')).toEqual({ unit: 'hours', count: 47, late: true });
  expect(ago('2026-05-08T12:00:00Z')).toEqual({ unit: 'days', count: 2, late: true });
});

it('getElapsedTime treats a future time as now', () => {
  expect(ago('2026-05-10T12:05:00Z')).toEqual({ unit: 'now', count: 0, late: false });
});

it('countYearsBetween counts whole years of age', () => {
  expect(countYearsBetween('1991-03-21', '2026-03-20')).toBe(34);
  expect(countYearsBetween('1991-03-21', '2026-03-21')).toBe(35);
  expect(countYearsBetween('', '2026-03-21')).toBeNull();
  expect(countYearsBetween('2027-01-01', '2026-03-21')).toBeNull();
});
