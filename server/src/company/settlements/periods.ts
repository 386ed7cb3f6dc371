import { DAY_MS } from '@sarraf/domain';
import type { PaymentPeriod } from '@sarraf/domain/contracts';
import { atTehran, inTehran } from '../../rules/index.ts';

const SATURDAY = 6;

const jalali = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', { timeZone: 'UTC', day: 'numeric' });

const dateOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAfter = (day: string): string => new Date(dateOf(day) + DAY_MS).toISOString().slice(0, 10);

/** The days on which periods start: any, Saturdays, the first of a Jalali month. */
const BEGINS: Record<PaymentPeriod, (day: string) => boolean> = {
  PER_DAY: () => true,
  PER_WEEK: (day) => new Date(dateOf(day)).getUTCDay() === SATURDAY,
  PER_MONTH: (day) => jalali.format(dateOf(day)) === '1',
};

/** Returns the end of the period of this moment, in Tehran: the first moment of the next one. Milliseconds. */
export function periodEnd(period: PaymentPeriod, at: number): number {
  let day = dayAfter(inTehran(at).day);
  while (!BEGINS[period](day)) day = dayAfter(day);
  return atTehran(day, 0);
}
