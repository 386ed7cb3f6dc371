import type { Account } from '@sarraf/domain/contracts';
import { secondsLeft } from '../../access/two-step.ts';
import { PERSONAL_STORAGE_KEYS } from '../../lib/session/token.ts';

/** The bank's code that is on its way. Lives in session storage, so that a reload doesn't ask for another. */
export interface BankCode {
  /** Whom it is about: what was corrected since needs a code of its own. */
  subject: string;
  /** The number it went to, masked. */
  mobile: string;
  /** The time until another may be asked for, in seconds, and when it ends, in milliseconds. */
  seconds: number;
  endsAt: number;
}

/** Another code may be asked for after this long (requirements §4 "Code countdowns"). */
export const RESEND_SECONDS = 120;

export const subjectOf = (account: Account): string =>
  JSON.stringify([
    account.id,
    account.mobileNumber,
    account.nationalCode,
    account.birthDay,
    account.firstName,
    account.lastName,
  ]);

const KEY = PERSONAL_STORAGE_KEYS.bankCode;

export function keepSending(sending: BankCode): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sending));
  } catch {
    // Without storage a reload asks again, and the server says how long to wait.
  }
}

export function dropSending(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there.
  }
}

export function readSending(subject: string, now = Date.now()): BankCode | null {
  try {
    return parseSending(sessionStorage.getItem(KEY), subject, now);
  } catch {
    return null;
  }
}

/** Null for another person's, for one whose time is over, and for what is none. */
export function parseSending(text: string | null, subject: string, now: number): BankCode | null {
  let kept: Partial<BankCode> | null;
  try {
    kept = JSON.parse(text ?? 'null') as Partial<BankCode> | null;
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null || kept.subject !== subject) return null;
  const { mobile, seconds, endsAt } = kept;
  if (typeof mobile !== 'string' || typeof seconds !== 'number' || typeof endsAt !== 'number') return null;
  const sending = { subject, mobile, seconds, endsAt };
  return secondsLeft(sending, now) > 0 ? sending : null;
}
