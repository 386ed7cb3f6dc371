import { addDays, REPORT_DAYS } from '@sarraf/domain';
import type { Language } from '../../../framework/i18n/language.ts';
import { isDayText } from '../../../ui/fields/date-text.ts';
import { getFirstDayOfYear, getLastDayOfYear, getYear } from '../shared/years.ts';

export const PERIOD_PRESETS = [
  'TODAY',
  'YESTERDAY',
  'WEEK',
  'DAYS',
  'MONTH',
  'LAST_MONTH',
  'YEAR',
  'LAST_YEAR',
  'CUSTOM',
] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

/** Days in Tehran, 2026-11-22, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const dayOfJalaliMonth = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  day: 'numeric',
});

/** Returns the first day of a day's month in the calendar of the language. */
export function getMonthStart(day: string, language: Language): string {
  if (language === 'en') return `${day.slice(0, 8)}01`;
  return addDays(day, 1 - Number.parseInt(dayOfJalaliMonth.format(Date.parse(`${day}T00:00:00Z`)), 10));
}

export function resolvePeriod(
  preset: Exclude<PeriodPreset, 'CUSTOM'>,
  today: string,
  language: Language,
): Period {
  const start = getMonthStart(today, language);
  const before = addDays(start, -1);
  const year = getYear(today, language);
  const periods: Record<typeof preset, Period> = {
    TODAY: { from: today, to: today },
    YESTERDAY: { from: addDays(today, -1), to: addDays(today, -1) },
    WEEK: { from: addDays(today, -6), to: today },
    DAYS: { from: addDays(today, -29), to: today },
    MONTH: { from: start, to: today },
    LAST_MONTH: { from: getMonthStart(before, language), to: before },
    YEAR: { from: getFirstDayOfYear(year, language), to: today },
    LAST_YEAR: { from: getFirstDayOfYear(year - 1, language), to: getLastDayOfYear(year - 1, language) },
  };
  return periods[preset];
}

export type PeriodError = 'notADay' | 'order' | 'tooLong';

/** Returns the error for which the server would refuse the period. */
export function validatePeriod({ from, to }: Period): { field: keyof Period; code: PeriodError } | null {
  if (!isDayText(from)) return { field: 'from', code: 'notADay' };
  if (!isDayText(to)) return { field: 'to', code: 'notADay' };
  if (to < from) return { field: 'to', code: 'order' };
  return addDays(from, REPORT_DAYS - 1) < to ? { field: 'to', code: 'tooLong' } : null;
}
