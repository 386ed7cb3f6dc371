import { REPORT_DAYS } from '@sarraf/domain';
import type { Language } from '../../../i18n/language.ts';
import { isDayText } from '../../../ui/fields/date-text.ts';

export const PERIOD_PRESETS = [
  'TODAY',
  'YESTERDAY',
  'WEEK',
  'DAYS',
  'MONTH',
  'LAST_MONTH',
  'CUSTOM',
] as const;
export type Preset = (typeof PERIOD_PRESETS)[number];

/** Days of Tehran, 2026-11-22, both included. */
export interface Period {
  from: string;
  to: string;
}

const DAY = 86_400_000;
const dayOfJalaliMonth = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  day: 'numeric',
});

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY).toISOString().slice(0, 10);

/** The first day of a day's month in the calendar of the language. */
export function monthStart(day: string, language: Language): string {
  if (language === 'en') return `${day.slice(0, 8)}01`;
  return addDays(day, 1 - Number.parseInt(dayOfJalaliMonth.format(timeOf(day)), 10));
}

export function periodOf(preset: Exclude<Preset, 'CUSTOM'>, today: string, language: Language): Period {
  const start = monthStart(today, language);
  const before = addDays(start, -1);
  const periods: Record<typeof preset, Period> = {
    TODAY: { from: today, to: today },
    YESTERDAY: { from: addDays(today, -1), to: addDays(today, -1) },
    WEEK: { from: addDays(today, -6), to: today },
    DAYS: { from: addDays(today, -29), to: today },
    MONTH: { from: start, to: today },
    LAST_MONTH: { from: monthStart(before, language), to: before },
  };
  return periods[preset];
}

export type PeriodFault = 'notADay' | 'order' | 'tooLong';

/** What the server would refuse. */
export function periodFault({ from, to }: Period): { field: keyof Period; fault: PeriodFault } | null {
  if (!isDayText(from)) return { field: 'from', fault: 'notADay' };
  if (!isDayText(to)) return { field: 'to', fault: 'notADay' };
  if (to < from) return { field: 'to', fault: 'order' };
  return addDays(from, REPORT_DAYS - 1) < to ? { field: 'to', fault: 'tooLong' } : null;
}
