import { MINUTE_MS } from '@sarraf/domain';
import { addDays, fromTehranTime, isFriday, toTehranTime } from './tehran.ts';

/** Toman withdrawals requested before this minute of a working day are paid that day: 10:00 in Tehran. */
export const CUT_OFF_MINUTE = 10 * 60;

/** Number of days for which holidays are read; no run of holidays is longer. */
export const MAX_DAYS_AHEAD = 60;

/** Whether banks pay on a day: neither a Friday nor a holiday. */
export const isWorkingDay = (day: string, holidays: ReadonlySet<string>): boolean =>
  !isFriday(day) && !holidays.has(day);

/** Returns the first working day from this one on, itself included. */
export function findNextWorkingDay(from: string, holidays: ReadonlySet<string>): string {
  for (let days = 0; days < MAX_DAYS_AHEAD; days += 1) {
    const day = addDays(from, days);
    if (isWorkingDay(day, holidays)) return day;
  }
  throw new Error(`no working day within ${MAX_DAYS_AHEAD} days of ${from}`);
}

/** Returns the day whose batch includes a withdrawal requested now. `made`: today's batch has been sent already. */
export function findNextPayoutDay(now: number, holidays: ReadonlySet<string>, isMade: boolean): string {
  const { day, minute } = toTehranTime(now);
  return findNextWorkingDay(isMade || minute >= CUT_OFF_MINUTE ? addDays(day, 1) : day, holidays);
}

/** Returns the last minute of a day in Tehran, so that it reads as that day. */
export const lastMinuteOfDay = (day: string): Date => new Date(fromTehranTime(day, 24 * 60) - MINUTE_MS);
