import { cleanPastedValue, normalizeEmail, toLatinDigits } from '@sarraf/domain';
import type { COMPANY_REFUSAL_REASONS, CustomerKind, RefusalReason } from '@sarraf/domain/contracts';

/** The server's minimum length of a reason for an access, a block or an unblock. */
export const MIN_REASON = 3;
export const MAX_REASON = 200;
export const MAX_NOTE = 500;
const MIN_EVIDENCE = 10;
export const MAX_EVIDENCE = 1000;

export const isValidReason = (text: string): boolean => text.trim().length >= MIN_REASON;

/** Returns the reasons in the order in which a reviewer reads a file; those about companies only for one. */
export function listRefusalReasons(kind: CustomerKind | null): RefusalReason[] {
  const company: RefusalReason[] = ['COMPANY_DATA_MISMATCH', 'COMPANY_DOCUMENT_MISSING'];
  return [
    'IMAGE_UNREADABLE',
    'IMAGE_NOT_OWN',
    'NAME_MISMATCH',
    'NATIONAL_CODE_MISMATCH',
    'BIRTHDAY_MISMATCH',
    'UNDER_AGE',
    'MOBILE_NOT_OWN',
    'ADDRESS_INCOMPLETE',
    'BANK_ACCOUNT_NOT_OWN',
    'WARRANTY_MISSING',
    ...(kind === 'COMPANY' ? company : []),
    'OTHER',
  ];
}

/** Reasons for refusing an application for a company account. */
export const COMPANY_REASONS: typeof COMPANY_REFUSAL_REASONS = [
  'COMPANY_DATA_MISMATCH',
  'COMPANY_DOCUMENT_MISSING',
  'WARRANTY_MISSING',
  'IMAGE_UNREADABLE',
  'ADDRESS_INCOMPLETE',
  'OTHER',
];

export type RefusalFormError = 'NO_REASON' | 'NEED_NOTE';

/** "Other" needs a text. */
export function validateRefusal(reasons: ReadonlySet<RefusalReason>, note: string): RefusalFormError | null {
  if (reasons.size === 0) return 'NO_REASON';
  return reasons.has('OTHER') && note.trim() === '' ? 'NEED_NOTE' : null;
}

export interface RecoveryRequest {
  kind: 'LOST_SECOND_FACTOR' | 'LOST_MAILBOX';
  newEmail: string;
  evidence: string;
}
export type RecoveryFormError = 'NEED_EMAIL' | 'NEED_EVIDENCE';

export function validateRecoveryRequest({
  kind,
  newEmail,
  evidence,
}: RecoveryRequest): RecoveryFormError | null {
  if (kind === 'LOST_MAILBOX' && parseEmail(newEmail) === null) return 'NEED_EMAIL';
  return evidence.trim().length < MIN_EVIDENCE ? 'NEED_EVIDENCE' : null;
}

export const toRecoveryBody = ({ kind, newEmail, evidence }: RecoveryRequest) => ({
  kind,
  evidence: evidence.trim(),
  ...(kind === 'LOST_MAILBOX' && { newEmail: parseEmail(newEmail) ?? newEmail.trim() }),
});

const parseEmail = (text: string): string | null => normalizeEmail(toLatinDigits(text));

/** Normalises a search text: digits of any keyboard, trimmed. */
export const normalizeQuery = (text: string): string => toLatinDigits(cleanPastedValue(text));
