import { MINUTE_MS } from '@sarraf/domain';
import { addDays, atTehran, inTehran, isFriday } from './tehran.ts';

/** Toman withdrawals requested before this minute of a working day are paid that day: 10:00 in Tehran. */
export const CUT_OFF = 10 * 60;

/** Number of days for which holidays are read; no run of holidays is longer. */
export const HORIZON = 60;

/** Whether banks pay on a day: neither a Friday nor a holiday. */
export const isWorkingDay = (day: string, holidays: ReadonlySet<string>): boolean =>
  !isFriday(day) && !holidays.has(day);

/** Returns the first working day from this one on, itself included. */
export function nextWorkingDay(from: string, holidays: ReadonlySet<string>): string {
  for (let days = 0; days < HORIZON; days += 1) {
    const day = addDays(from, days);
    if (isWorkingDay(day, holidays)) return day;
  }
  throw new Error(`no working day within ${HORIZON} days of ${from}`);
}

/** Returns the day whose batch includes a withdrawal requested now. `made`: today's batch has been sent already. */
export function nextPayoutDay(now: number, holidays: ReadonlySet<string>, made: boolean): string {
  const { day, minute } = inTehran(now);
  return nextWorkingDay(made || minute >= CUT_OFF ? addDays(day, 1) : day, holidays);
}

/** Returns the last minute of a day in Tehran, so that it reads as that day. */
export const endOf = (day: string): Date => new Date(atTehran(day, 24 * 60) - MINUTE_MS);
