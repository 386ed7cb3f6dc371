import { MINUTE_MS } from '@sarraf/domain';
import { addDays, atTehran, inTehran, isFriday } from './tehran.ts';

/** Toman withdrawals asked for before this minute of a working day are paid that day: 10:00 in Tehran. */
export const CUT_OFF = 10 * 60;

/** So far ahead holidays are read; no row of them is longer. */
export const HORIZON = 60;

/** Banks pay on it: no Friday, no holiday. */
export const isWorkingDay = (day: string, holidays: ReadonlySet<string>): boolean =>
  !isFriday(day) && !holidays.has(day);

/** The first working day from this one on, itself included. */
export function nextWorkingDay(from: string, holidays: ReadonlySet<string>): string {
  for (let days = 0; days < HORIZON; days += 1) {
    const day = addDays(from, days);
    if (isWorkingDay(day, holidays)) return day;
  }
  throw new Error(`no working day within ${HORIZON} days of ${from}`);
}

/** The day whose batch takes what is asked for now. `made`: today's batch has already gone. */
export function nextPayoutDay(now: number, holidays: ReadonlySet<string>, made: boolean): string {
  const { day, minute } = inTehran(now);
  return nextWorkingDay(made || minute >= CUT_OFF ? addDays(day, 1) : day, holidays);
}

/** The last minute of a day in Tehran, so that it reads as that day. */
export const endOf = (day: string): Date => new Date(atTehran(day, 24 * 60) - MINUTE_MS);
