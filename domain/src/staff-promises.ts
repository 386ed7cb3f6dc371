import { DAY_MS } from './durations.ts';
import { atTehran, inTehran } from './tehran.ts';

/** Kinds of work pending for staff. */
export const WAITING_KINDS = [
  'ALARM',
  'WITHDRAWAL',
  'PAYOUT',
  'TICKET',
  'REVIEW',
  'COMPANY_APPLICATION',
  'RECOVERY',
  'COIN_DEPOSIT',
  'BANK_DEPOSIT',
  'SUSPENDED_PAYMENT',
  'GATEWAY_SETTLEMENT',
  'REFUND',
  'ROW_CHANGE',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/**
 * Kind of deadline. SAME_DAY and WORKING_DAYS are quoted to customers (in the withdrawal form and on the page
 * "Contact us"), BANK_DAY is the day of a Toman payment. AIM: no time was quoted, and a day is our own target.
 * ESCALATES: the next staff member is called, or it may wait for working hours. NONE: only staff waits.
 */
export const STAFF_PROMISES = ['SAME_DAY', 'BANK_DAY', 'WORKING_DAYS', 'AIM', 'ESCALATES', 'NONE'] as const;
export type StaffPromise = (typeof STAFF_PROMISES)[number];

const PROMISE_OF: Readonly<Record<WaitingKind, StaffPromise>> = {
  ALARM: 'ESCALATES',
  WITHDRAWAL: 'SAME_DAY',
  PAYOUT: 'BANK_DAY',
  TICKET: 'WORKING_DAYS',
  REVIEW: 'AIM',
  COMPANY_APPLICATION: 'AIM',
  RECOVERY: 'AIM',
  COIN_DEPOSIT: 'AIM',
  BANK_DEPOSIT: 'AIM',
  SUSPENDED_PAYMENT: 'AIM',
  GATEWAY_SETTLEMENT: 'AIM',
  REFUND: 'AIM',
  ROW_CHANGE: 'NONE',
};

const endOfDay = (day: string): number => atTehran(day, 24 * 60);

/**
 * Returns the kind of deadline and its time for work pending since a time (milliseconds; null: none). `said` is a
 * time stored in its row: the quoted time of the bank's payment, or when the next staff member is called.
 */
export function promiseOf(
  kind: WaitingKind,
  since: number,
  said: number | null = null,
): { promise: StaffPromise; dueAt: number | null } {
  const promise = kind === 'WITHDRAWAL' && said !== null ? 'BANK_DAY' : PROMISE_OF[kind];
  if (said !== null) return { promise, dueAt: said };
  switch (promise) {
    case 'SAME_DAY':
    case 'BANK_DAY':
      return { promise, dueAt: endOfDay(inTehran(since).day) };
    case 'WORKING_DAYS':
    case 'AIM':
      return { promise, dueAt: since + DAY_MS };
    default:
      return { promise, dueAt: null };
  }
}
