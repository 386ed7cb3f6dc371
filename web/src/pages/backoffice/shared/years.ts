import { addDays } from '@sarraf/domain';
import type { Language } from '../../../i18n/language.ts';
import { readDay } from '../../../ui/fields/date-text.ts';

const jalaliYear = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', year: 'numeric' });

/** The year of a day (2026-11-22) in the calendar of the language: 1405 or 2026. */
export const yearOf = (day: string, language: Language): number =>
  Number.parseInt(language === 'fa' ? jalaliYear.format(Date.parse(`${day}T00:00:00Z`)) : day, 10);

/** The first day of such a year, Gregorian as all days travel. */
export const firstDayOf = (year: number, language: Language): string =>
  language === 'fa' ? (readDay(`${year}/1/1`) ?? '') : `${year}-01-01`;

export const lastDayOf = (year: number, language: Language): string =>
  addDays(firstDayOf(year + 1, language), -1);

/** The Gregorian years that days of such a year are in: a Jalali one begins in March. */
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

/** A day in the name of a file, 1405-09-01 or 2026-11-22: Latin digits, in an order that sorts. */
export function dayInName(day: string, language: Language): string {
  if (language === 'en') return day;
  const parts = Object.fromEntries(
    jalaliDay.formatToParts(Date.parse(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}
