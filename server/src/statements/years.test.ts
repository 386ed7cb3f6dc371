import { expect, it } from 'vitest';
import { listYearsBetween, yearOf, yearSpanOf } from './years.ts';

it('a Jalali year starts in spring, in leap years a day later', () => {
  expect(yearSpanOf('JALALI', 1403)).toEqual({ from: '2024-03-20', to: '2025-03-21' });
  expect(yearSpanOf('JALALI', 1404)).toEqual({ from: '2025-03-21', to: '2026-03-21' });
  expect(yearSpanOf('JALALI', 1405)).toEqual({ from: '2026-03-21', to: '2027-03-21' });
  expect(yearOf('JALALI', '2026-03-20')).toBe(1404);
  expect(yearOf('JALALI', '2026-03-21')).toBe(1405);
});

it('years follow one another without a gap or an overlap', () => {
  for (const calendar of ['JALALI', 'GREGORIAN'] as const)
    for (
      let year = calendar === 'JALALI' ? 1390 : 2011;
      year < (calendar === 'JALALI' ? 1440 : 2061);
      year += 1
    ) {
      const { from, to } = yearSpanOf(calendar, year);
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
      expect([365, 366]).toContain(days);
      expect([yearOf(calendar, from), yearOf(calendar, to)]).toEqual([year, year + 1]);
      expect(yearSpanOf(calendar, year + 1).from).toBe(to);
    }
});

it('years are listed from the current one back to the first', () => {
  expect(listYearsBetween('JALALI', '2024-03-19', '2026-11-22')).toEqual([1405, 1404, 1403, 1402]);
  expect(listYearsBetween('GREGORIAN', '2026-01-01', '2026-11-22')).toEqual([2026]);
});
