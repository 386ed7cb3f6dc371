import { addDays, atTehran, inTehran } from './tehran.ts';

/** How often a recurring purchase comes: each day, on a day of the week, on a day of the Jalali month. */
export const RECURRING_RHYTHMS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type RecurringRhythm = (typeof RECURRING_RHYTHMS)[number];

/** How many a person may have that are not ended. */
export const MAX_RECURRING = 10;

/** When a recurring purchase comes, by the days and clocks of Tehran. */
export interface RecurringSchedule {
  rhythm: RecurringRhythm;
  /**
   * WEEKLY: 1 is Saturday, 7 Friday. MONTHLY: of the Jalali month, 1 to 31; where a month has no such day, its last. DAILY: 0.
   */
  day: number;
  /** On the hour, 0 to 23. */
  hour: number;
}

const DAYS: Record<RecurringRhythm, readonly [least: number, most: number]> = {
  DAILY: [0, 0],
  WEEKLY: [1, 7],
  MONTHLY: [1, 31],
};

export function isSchedule({ rhythm, day, hour }: RecurringSchedule): boolean {
  const [least, most] = DAYS[rhythm];
  return (
    Number.isInteger(day) && day >= least && day <= most && Number.isInteger(hour) && hour >= 0 && hour <= 23
  );
}

const jalaliDay = /* @__PURE__ */ new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  day: 'numeric',
});
const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOfMonth = (day: string): number => Number.parseInt(jalaliDay.format(midnight(day)), 10);
/** 1 is Saturday. */
const dayOfWeek = (day: string): number => ((new Date(midnight(day)).getUTCDay() + 1) % 7) + 1;

/** Whether it comes on this day of Tehran, 2026-11-21. */
export function comesOn({ rhythm, day: wanted }: RecurringSchedule, day: string): boolean {
  if (rhythm === 'DAILY') return true;
  if (rhythm === 'WEEKLY') return dayOfWeek(day) === wanted;
  const here = dayOfMonth(day);
  return here === wanted || (here < wanted && dayOfMonth(addDays(day, 1)) === 1);
}

const momentOn = ({ hour }: RecurringSchedule, day: string): number => atTehran(day, hour * 60);

/**
 * The first turn after a moment; milliseconds. `taken`: a day of Tehran on which it has come already, so that whoever moves
 * the hour doesn't buy twice that day.
 */
export function nextTurn(schedule: RecurringSchedule, after: number, taken: string | null = null): number {
  for (let { day } = inTehran(after); ; day = addDays(day, 1)) {
    if (day === taken || !comesOn(schedule, day)) continue;
    const at = momentOn(schedule, day);
    if (at > after) return at;
  }
}

/** The last turn at a moment or before it; milliseconds. */
export function lastTurn(schedule: RecurringSchedule, at: number): number {
  for (let { day } = inTehran(at); ; day = addDays(day, -1)) {
    if (!comesOn(schedule, day)) continue;
    const turn = momentOn(schedule, day);
    if (turn <= at) return turn;
  }
}

/** The day of Tehran that a turn is known by: of one plan there is one purchase a day at most. */
export const dayOfTurn = (turn: number): string => inTehran(turn).day;
