import { addDays } from '../rules/index.ts';

export type Calendar = 'fa' | 'en';

/** Days from `from` to `to`, both included. */
export interface Period {
  from: string;
  to: string;
}

const dayOfMonth = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', day: 'numeric' });

/** Returns the first day of a day's month, in the calendar of a language. */
export function monthStartOf(day: string, calendar: Calendar): string {
  if (calendar === 'en') return `${day.slice(0, 8)}01`;
  const number = Number.parseInt(dayOfMonth.format(new Date(`${day}T00:00:00Z`)), 10);
  return addDays(day, 1 - number);
}

/** Returns months, newest first; the first of them ends with `today`. */
export function listMonthsUntil(today: string, count: number, calendar: Calendar): Period[] {
  const months: Period[] = [];
  for (let lastDay = today; months.length < count; ) {
    const firstDay = monthStartOf(lastDay, calendar);
    months.push({ from: firstDay, to: lastDay });
    lastDay = addDays(firstDay, -1);
  }
  return months;
}

export const listLastDays = (today: string, count: number): Period[] =>
  Array.from({ length: count }, (_, back) => addDays(today, -back)).map((day) => ({ from: day, to: day }));
