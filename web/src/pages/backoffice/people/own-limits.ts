import { OWN_LIMIT_DAYS, readDecimal, scaleOf } from '@sarraf/domain';
import { isDayText } from '../../../ui/fields/date-text.ts';

/** Toman, and the last day on which they hold, of Tehran. */
export interface LimitDraft {
  perDay: string;
  perMonth: string;
  until: string;
}
export type LimitFault = 'needDay' | 'needMonth' | 'monthLess' | 'untilFault';

const SCALE = scaleOf('TOMAN');
const DAY = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The last day that may be given. */
export const lastDay = (today: string): string => dayOf(timeOf(today) + (OWN_LIMIT_DAYS - 1) * DAY);

export function limitFault({ perDay, perMonth, until }: LimitDraft, today: string): LimitFault | null {
  const [day, month] = [readDecimal(perDay, SCALE), readDecimal(perMonth, SCALE)];
  if (day === null) return 'needDay';
  if (month === null) return 'needMonth';
  if (month < day) return 'monthLess';
  return isDayText(until) && until >= today && until <= lastDay(today) ? null : 'untilFault';
}

/** The end of the day in Tehran, which has been at +03:30 all year since 2022. */
export const endOf = (day: string): string =>
  new Date(Date.parse(`${dayOf(timeOf(day) + DAY)}T00:00:00+03:30`)).toISOString();
