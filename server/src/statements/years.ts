import type { Calendar } from '@sarraf/domain/contracts';
import { addDays } from '../rules/index.ts';

const jalali = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', { timeZone: 'UTC', year: 'numeric' });

/** Returns the year of a day written 2026-11-22. */
export function yearOf(calendar: Calendar, day: string): number {
  if (calendar === 'GREGORIAN') return Number.parseInt(day.slice(0, 4), 10);
  const year = jalali.formatToParts(new Date(`${day}T00:00:00Z`)).find(({ type }) => type === 'year');
  return Number.parseInt(year?.value ?? '', 10);
}

/** Returns the first day of a year, and that of the next one. */
export const yearSpanOf = (calendar: Calendar, year: number): { from: string; to: string } => ({
  from: newYearDayOf(calendar, year),
  to: newYearDayOf(calendar, year + 1),
});

/** Jalali years start in spring, on the 20th or 21st of March, some on the 19th or 22nd. */
function newYearDayOf(calendar: Calendar, year: number): string {
  if (calendar === 'GREGORIAN') return `${year.toString().padStart(4, '0')}-01-01`;
  let day = `${year + 621}-03-19`;
  while (yearOf(calendar, day) < year) day = addDays(day, 1);
  return day;
}

/** Returns the years from the first day's to the last day's, newest first. */
export function listYearsBetween(calendar: Calendar, first: string, last: string): number[] {
  const newest = yearOf(calendar, last);
  return Array.from({ length: newest - yearOf(calendar, first) + 1 }, (_, yearsBack) => newest - yearsBack);
}
