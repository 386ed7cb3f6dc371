import type { Account } from '@sarraf/domain/contracts';
import { secondsLeft } from '../../access/two-step.ts';
import { PERSONAL_STORAGE_KEYS } from '../../lib/session/token.ts';

/** The bank's code that was sent. In session storage, so that a reload doesn't request another. */
export interface BankCode {
  /** The data that it verifies: corrected data needs another code. */
  subject: string;
  /** The masked number it was sent to. */
  mobile: string;
  /** The delay until another code may be requested, in seconds, and when it ends, in milliseconds. */
  seconds: number;
  endsAt: number;
}

/** Delay until another code may be requested (requirements §4 "Code countdowns"). */
export const RESEND_SECONDS = 120;

export const getSubject = (account: Account): string =>
  JSON.stringify([
    account.id,
    account.mobileNumber,
    account.nationalCode,
    account.birthDay,
    account.firstName,
    account.lastName,
  ]);

const KEY = PERSONAL_STORAGE_KEYS.bankCode;

export function saveBankCode(sending: BankCode): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sending));
  } catch {
    // Without storage a reload requests again, and the server returns the remaining delay.
  }
}

export function clearBankCode(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

export function loadBankCode(subject: string, now = Date.now()): BankCode | null {
  try {
    return parseBankCode(sessionStorage.getItem(KEY), subject, now);
  } catch {
    return null;
  }
}

/** Parses the stored code; null if it is another person's, its time is over, or it is invalid. */
export function parseBankCode(text: string | null, subject: string, now: number): BankCode | null {
  let stored: Partial<BankCode> | null;
  try {
    stored = JSON.parse(text ?? 'null') as Partial<BankCode> | null;
  } catch {
    return null;
  }
  if (typeof stored !== 'object' || stored === null || stored.subject !== subject) return null;
  const { mobile, seconds, endsAt } = stored;
  if (typeof mobile !== 'string' || typeof seconds !== 'number' || typeof endsAt !== 'number') return null;
  const sending = { subject, mobile, seconds, endsAt };
  return secondsLeft(sending, now) > 0 ? sending : null;
}
