import { addDays, fromTehranTime, toTehranTime } from './tehran.ts';

/** Frequency of a recurring purchase: each day, on a day of the week, on a day of the Jalali month. */
export const RECURRING_RHYTHMS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type RecurringRhythm = (typeof RECURRING_RHYTHMS)[number];

/** Maximum per user that are not ended. */
export const MAX_RECURRING = 10;

/** Schedule of a recurring purchase, in days and hours of Tehran. */
export interface RecurringSchedule {
  rhythm: RecurringRhythm;
  /**
   * WEEKLY: 1 is Saturday, 7 Friday. MONTHLY: day of the Jalali month, 1 to 31; the last one if a month is shorter.
   * DAILY: 0.
   */
  day: number;
  /** On the hour, 0 to 23. */
  hour: number;
}

const DAY_RANGES: Record<RecurringRhythm, readonly [least: number, most: number]> = {
  DAILY: [0, 0],
  WEEKLY: [1, 7],
  MONTHLY: [1, 31],
};

export function isValidSchedule({ rhythm, day, hour }: RecurringSchedule): boolean {
  const [firstDay, lastDay] = DAY_RANGES[rhythm];
  return (
    Number.isInteger(day) &&
    day >= firstDay &&
    day <= lastDay &&
    Number.isInteger(hour) &&
    hour >= 0 &&
    hour <= 23
  );
}

const jalaliDayFormat = /* @__PURE__ */ new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  day: 'numeric',
});
const utcMidnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const jalaliDayOfMonth = (day: string): number =>
  Number.parseInt(jalaliDayFormat.format(utcMidnightOf(day)), 10);
/** 1 is Saturday. */
const dayOfWeek = (day: string): number => ((new Date(utcMidnightOf(day)).getUTCDay() + 1) % 7) + 1;

/** Whether it is scheduled for this day of Tehran, 2026-11-21. */
export function isScheduledOn({ rhythm, day: scheduledDay }: RecurringSchedule, day: string): boolean {
  if (rhythm === 'DAILY') return true;
  if (rhythm === 'WEEKLY') return dayOfWeek(day) === scheduledDay;
  const jalaliDay = jalaliDayOfMonth(day);
  return jalaliDay === scheduledDay || (jalaliDay < scheduledDay && jalaliDayOfMonth(addDays(day, 1)) === 1);
}

const turnTimeOn = ({ hour }: RecurringSchedule, day: string): number => fromTehranTime(day, hour * 60);

/**
 * Returns the first turn after a time; milliseconds. `taken`: a day of Tehran with a turn already, so that changing
 * the hour doesn't cause a second purchase that day.
 */
export function findNextTurn(
  schedule: RecurringSchedule,
  after: number,
  excludedDay: string | null = null,
): number {
  for (let { day } = toTehranTime(after); ; day = addDays(day, 1)) {
    if (day === excludedDay || !isScheduledOn(schedule, day)) continue;
    const at = turnTimeOn(schedule, day);
    if (at > after) return at;
  }
}

/** Returns the last turn at or before a time; milliseconds. */
export function findLastTurn(schedule: RecurringSchedule, at: number): number {
  for (let { day } = toTehranTime(at); ; day = addDays(day, -1)) {
    if (!isScheduledOn(schedule, day)) continue;
    const turn = turnTimeOn(schedule, day);
    if (turn <= at) return turn;
  }
}

/** Returns the day of Tehran that identifies a turn: a plan has at most one purchase a day. */
export const dayOfTurn = (turn: number): string => toTehranTime(turn).day;
