import { addDays, fromTehranTime, OWN_LIMIT_DAYS, parseDecimal, scaleOf } from '@sarraf/domain';
import { isDayText } from '../../../ui/fields/date-text.ts';

/** Toman, and the last day of validity in Tehran. */
export interface LimitDraft {
  perDay: string;
  perMonth: string;
  until: string;
}
export type LimitDraftError = 'needDay' | 'needMonth' | 'monthLess' | 'untilError';

const SCALE = scaleOf('TOMAN');

/** Returns the last allowed day. */
export const getLastDay = (today: string): string => addDays(today, OWN_LIMIT_DAYS - 1);

export function validateLimitDraft(
  { perDay, perMonth, until }: LimitDraft,
  today: string,
): LimitDraftError | null {
  const [day, month] = [parseDecimal(perDay, SCALE), parseDecimal(perMonth, SCALE)];
  if (day === null) return 'needDay';
  if (month === null) return 'needMonth';
  if (month < day) return 'monthLess';
  return isDayText(until) && until >= today && until <= getLastDay(today) ? null : 'untilError';
}

/** Returns the end of the day in Tehran. */
export const getEndOfDay = (day: string): string => new Date(fromTehranTime(day, 24 * 60)).toISOString();
