import { addDays } from '@sarraf/domain';

export { addDays, fromTehranTime, toTehranTime } from '@sarraf/domain';

export const isFriday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 5;

/** Whether a text is a real day of the calendar, written 2026-11-21. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
