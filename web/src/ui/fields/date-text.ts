import { toLatinDigits } from '@sarraf/domain';

const DAY = 86_400_000;
const JALALI = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});
/** Nobody types a Jalali year above this or a Gregorian one below. */
const LAST_JALALI_YEAR = 1700;

/**
 * A day as a person types it, 1370/1/1 or 1991-03-21, in any digits, as the Gregorian 1991-03-21; null when it is
 * no day. The year tells the calendar.
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
  // The year begins on 20 to 22 March, so the day is one of a few neighbours, if it is one at all.
  const near = Date.UTC(year + 621, 2, 21) + (before + day - 1) * DAY;
  for (const shift of [0, -1, 1]) {
    const at = near + shift * DAY;
    if (JALALI.format(at).startsWith(`${month}/${day}/${year} `)) return isoOf(at);
  }
  return null;
}

const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** True for 1991-03-21, false for what somebody is still typing. */
export const isDayText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The date in Tehran, 2026-11-21. */
export const todayInTehran = (now = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(now);

/** Written out, to see at a glance that it is the right one: 21 March 1991, ۱ فروردین ۱۳۷۰. */
export const dayInWords = (iso: string, language: 'fa' | 'en'): string =>
  new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(iso));
