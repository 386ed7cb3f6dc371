import { DAY_MS } from './durations.ts';
import { fromTehranTime, toTehranTime } from './tehran.ts';

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
export const STAFF_DEADLINE_KINDS = [
  'SAME_DAY',
  'BANK_DAY',
  'WORKING_DAYS',
  'AIM',
  'ESCALATES',
  'NONE',
] as const;
export type StaffDeadlineKind = (typeof STAFF_DEADLINE_KINDS)[number];

const DEADLINE_KINDS: Readonly<Record<WaitingKind, StaffDeadlineKind>> = {
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

const endOfTehranDay = (day: string): number => fromTehranTime(day, 24 * 60);

/**
 * Returns the kind of deadline and its time for work pending since a time (milliseconds; null: none). `said` is a
 * time stored in its row: the quoted time of the bank's payment, or when the next staff member is called.
 */
export function getStaffDeadline(
  kind: WaitingKind,
  since: number,
  statedDueAt: number | null = null,
): { promise: StaffDeadlineKind; dueAt: number | null } {
  const promise = kind === 'WITHDRAWAL' && statedDueAt !== null ? 'BANK_DAY' : DEADLINE_KINDS[kind];
  if (statedDueAt !== null) return { promise, dueAt: statedDueAt };
  switch (promise) {
    case 'SAME_DAY':
    case 'BANK_DAY':
      return { promise, dueAt: endOfTehranDay(toTehranTime(since).day) };
    case 'WORKING_DAYS':
    case 'AIM':
      return { promise, dueAt: since + DAY_MS };
    default:
      return { promise, dueAt: null };
  }
}
