import { addDays } from '@sarraf/domain';
import type { Language } from '../../../framework/i18n/language.ts';
import { parseDay } from '../../../ui/fields/date-text.ts';

const jalaliYear = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', year: 'numeric' });

/** Returns the year of a day (2026-11-22) in the calendar of the language: 1405 or 2026. */
export const getYear = (day: string, language: Language): number =>
  Number.parseInt(language === 'fa' ? jalaliYear.format(Date.parse(`${day}T00:00:00Z`)) : day, 10);

/** Returns the first day of such a year as a Gregorian date. */
export const getFirstDayOfYear = (year: number, language: Language): string =>
  language === 'fa' ? (parseDay(`${year}/1/1`) ?? '') : `${year}-01-01`;

export const getLastDayOfYear = (year: number, language: Language): string =>
  addDays(getFirstDayOfYear(year + 1, language), -1);

/** Returns the Gregorian years that such a year overlaps: a Jalali one begins in March. */
export function listGregorianYears(year: number, language: Language): number[] {
  const first = getYear(getFirstDayOfYear(year, language), 'en');
  const last = getYear(getLastDayOfYear(year, language), 'en');
  return first === last ? [first] : [first, last];
}

const jalaliDay = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Formats a day for a file name, 1405-09-01 or 2026-11-22: Latin digits, sortable. */
export function formatDayForFileName(day: string, language: Language): string {
  if (language === 'en') return day;
  const parts = Object.fromEntries(
    jalaliDay.formatToParts(Date.parse(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}
