import { toLatinDigits } from '@sarraf/domain';

const DAY = 86_400_000;
const JALALI = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});
/** No typed Jalali year is above this, and no Gregorian one below. */
const LAST_JALALI_YEAR = 1700;

/**
 * Parses a typed date, 1370/1/1 or 1991-03-21 in any digits, to the Gregorian 1991-03-21; null if it is not a date.
 * The year decides the calendar.
 */
export function parseDay(text: string): string | null {
  const match = /^\s*(\d{4})(?:\D(\d{1,2})\D(\d{1,2})|(\d{2})(\d{2}))\s*$/.exec(toLatinDigits(text));
  if (!match) return null;
  const [year, month, day] = [match[1], match[2] ?? match[4], match[3] ?? match[5]].map(Number) as [
    number,
    number,
    number,
  ];
  return year < LAST_JALALI_YEAR ? jalaliToIso(year, month, day) : gregorianToIso(year, month, day);
}

function gregorianToIso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? toIsoDay(date.getTime()) : null;
}

function jalaliToIso(year: number, month: number, day: number): string | null {
  const daysBeforeMonth = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30;
  // The Jalali year begins on 20 to 22 March, so a valid date is one of a few neighbouring days.
  const estimatedTime = Date.UTC(year + 621, 2, 21) + (daysBeforeMonth + day - 1) * DAY;
  for (const dayShift of [0, -1, 1]) {
    const at = estimatedTime + dayShift * DAY;
    if (JALALI.format(at).startsWith(`${month}/${day}/${year} `)) return toIsoDay(at);
  }
  return null;
}

const toIsoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** True for 1991-03-21, false for a partly typed date. */
export const isDayText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Today's date in Tehran, 2026-11-21. */
export const todayInTehran = (now = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(now);

/** Formats a date with the month's name, so that people can confirm it: 21 March 1991, ۱ فروردین ۱۳۷۰. */
export const formatLongDay = (iso: string, language: 'fa' | 'en'): string =>
  new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(iso));
