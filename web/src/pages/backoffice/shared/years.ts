import { addDays } from '@sarraf/domain';
import type { Language } from '../../../i18n/language.ts';
import { readDay } from '../../../ui/fields/date-text.ts';

const jalaliYear = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', year: 'numeric' });

/** Returns the year of a day (2026-11-22) in the calendar of the language: 1405 or 2026. */
export const yearOf = (day: string, language: Language): number =>
  Number.parseInt(language === 'fa' ? jalaliYear.format(Date.parse(`${day}T00:00:00Z`)) : day, 10);

/** Returns the first day of such a year as a Gregorian date. */
export const firstDayOf = (year: number, language: Language): string =>
  language === 'fa' ? (readDay(`${year}/1/1`) ?? '') : `${year}-01-01`;

export const lastDayOf = (year: number, language: Language): string =>
  addDays(firstDayOf(year + 1, language), -1);

/** Returns the Gregorian years that such a year overlaps: a Jalali one begins in March. */
export function gregorianYearsOf(year: number, language: Language): number[] {
  const first = yearOf(firstDayOf(year, language), 'en');
  const last = yearOf(lastDayOf(year, language), 'en');
  return first === last ? [first] : [first, last];
}

const jalaliDay = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Formats a day for a file name, 1405-09-01 or 2026-11-22: Latin digits, sortable. */
export function dayInName(day: string, language: Language): string {
  if (language === 'en') return day;
  const parts = Object.fromEntries(
    jalaliDay.formatToParts(Date.parse(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}
