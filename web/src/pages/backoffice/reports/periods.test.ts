import { describe, expect, it } from 'vitest';
import { getMonthStart, PERIOD_PRESETS, resolvePeriod, validatePeriod } from './periods.ts';

describe('a period', () => {
  it('follows the calendar of the language', () => {
    expect(resolvePeriod('MONTH', '2026-11-25', 'fa')).toEqual({ from: '2026-11-22', to: '2026-11-25' });
    expect(resolvePeriod('MONTH', '2026-11-25', 'en')).toEqual({ from: '2026-11-01', to: '2026-11-25' });
    expect(resolvePeriod('LAST_MONTH', '2026-11-25', 'fa')).toEqual({ from: '2026-10-23', to: '2026-11-21' });
    expect(resolvePeriod('LAST_MONTH', '2026-03-01', 'en')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(getMonthStart('2026-03-20', 'fa')).toBe('2026-02-20');
  });

  it('may be a whole year of the reader’s calendar, which the server accepts', () => {
    expect(resolvePeriod('YEAR', '2026-11-25', 'fa')).toEqual({ from: '2026-03-21', to: '2026-11-25' });
    expect(resolvePeriod('LAST_YEAR', '2026-11-25', 'fa')).toEqual({ from: '2025-03-21', to: '2026-03-20' });
    // 1403 has 366 days.
    expect(validatePeriod(resolvePeriod('LAST_YEAR', '2025-11-25', 'fa'))).toBeNull();
    expect(resolvePeriod('LAST_YEAR', '2026-11-25', 'en')).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  });

  it('has the number of days in its name', () => {
    expect(resolvePeriod('WEEK', '2026-03-03', 'fa')).toEqual({ from: '2026-02-25', to: '2026-03-03' });
    expect(resolvePeriod('DAYS', '2026-03-01', 'en').from).toBe('2026-01-31');
    for (const preset of PERIOD_PRESETS)
      if (preset !== 'CUSTOM') expect(validatePeriod(resolvePeriod(preset, '2026-11-25', 'fa'))).toBeNull();
  });

  it.each([
    [
      { from: '', to: '2026-01-01' },
      { field: 'from', code: 'notADay' },
    ],
    [
      { from: '2026-01-01', to: '1404/13/01' },
      { field: 'to', code: 'notADay' },
    ],
    [
      { from: '2026-01-02', to: '2026-01-01' },
      { field: 'to', code: 'order' },
    ],
    [
      { from: '2025-01-01', to: '2026-01-02' },
      { field: 'to', code: 'tooLong' },
    ],
    [{ from: '2025-01-01', to: '2026-01-01' }, null],
  ])('validates %j', (period, error) => {
    expect(validatePeriod(period)).toEqual(error);
  });
});
