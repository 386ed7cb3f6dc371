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
export function readDay(text: string): string | null {
  const typed = /^\s*(\d{4})(?:\D(\d{1,2})\D(\d{1,2})|(\d{2})(\d{2}))\s*$/.exec(toLatinDigits(text));
  if (!typed) return null;
  const [year, month, day] = [typed[1], typed[2] ?? typed[4], typed[3] ?? typed[5]].map(Number) as [
    number,
    number,
    number,
  ];
  return year < LAST_JALALI_YEAR ? ofJalali(year, month, day) : ofGregorian(year, month, day);
}

function ofGregorian(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoOf(date.getTime()) : null;
}

function ofJalali(year: number, month: number, day: number): string | null {
  const before = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30;
  // The Jalali year begins on 20 to 22 March, so a valid date is one of a few neighbouring days.
  const near = Date.UTC(year + 621, 2, 21) + (before + day - 1) * DAY;
  for (const shift of [0, -1, 1]) {
    const at = near + shift * DAY;
    if (JALALI.format(at).startsWith(`${month}/${day}/${year} `)) return isoOf(at);
  }
  return null;
}

const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** True for 1991-03-21, false for a partly typed date. */
export const isDayText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Today's date in Tehran, 2026-11-21. */
export const todayInTehran = (now = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(now);

/** Formats a date with the month's name, so that people can confirm it: 21 March 1991, ۱ فروردین ۱۳۷۰. */
export const dayInWords = (iso: string, language: 'fa' | 'en'): string =>
  new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(iso));
