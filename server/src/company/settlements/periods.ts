import { DAY_MS } from '@sarraf/domain';
import type { PaymentPeriod } from '@sarraf/domain/contracts';
import { fromTehranTime, toTehranTime } from '../../rules/index.ts';

const SATURDAY = 6;

const jalali = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', { timeZone: 'UTC', day: 'numeric' });

const parseDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const nextDayOf = (day: string): string => new Date(parseDay(day) + DAY_MS).toISOString().slice(0, 10);

/** The days on which periods start: any, Saturdays, the first of a Jalali month. */
const IS_FIRST_DAY: Record<PaymentPeriod, (day: string) => boolean> = {
  PER_DAY: () => true,
  PER_WEEK: (day) => new Date(parseDay(day)).getUTCDay() === SATURDAY,
  PER_MONTH: (day) => jalali.format(parseDay(day)) === '1',
};

/** Returns the end of the period of this moment, in Tehran: the first moment of the next one. Milliseconds. */
export function computePeriodEnd(period: PaymentPeriod, at: number): number {
  let day = nextDayOf(toTehranTime(at).day);
  while (!IS_FIRST_DAY[period](day)) day = nextDayOf(day);
  return fromTehranTime(day, 0);
}
