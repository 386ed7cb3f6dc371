import type { RefusalReason } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import {
  isValidReason,
  listRefusalReasons,
  normalizeQuery,
  toRecoveryBody,
  validateRecoveryRequest,
  validateRefusal,
} from './form.ts';

/** The type check fails here when the contract gets another reason. */
const EVERY_REASON = Object.keys({
  IMAGE_UNREADABLE: true,
  IMAGE_NOT_OWN: true,
  NAME_MISMATCH: true,
  NATIONAL_CODE_MISMATCH: true,
  BIRTHDAY_MISMATCH: true,
  MOBILE_NOT_OWN: true,
  ADDRESS_INCOMPLETE: true,
  BANK_ACCOUNT_NOT_OWN: true,
  COMPANY_DATA_MISMATCH: true,
  COMPANY_DOCUMENT_MISSING: true,
  WARRANTY_MISSING: true,
  UNDER_AGE: true,
  OTHER: true,
} satisfies Record<RefusalReason, true>);

describe('a refusal', () => {
  it('needs a reason, and a text for "other"', () => {
    expect(validateRefusal(new Set(), 'words')).toBe('NO_REASON');
    expect(validateRefusal(new Set(['OTHER']), '  ')).toBe('NEED_NOTE');
    expect(validateRefusal(new Set(['OTHER']), 'words')).toBeNull();
    expect(validateRefusal(new Set(['NAME_MISMATCH']), '')).toBeNull();
  });

  it('offers every reason of the contract for a company, and those about companies for no one else', () => {
    expect([...listRefusalReasons('COMPANY')].sort()).toEqual(EVERY_REASON.sort());
    expect(listRefusalReasons('REAL').filter((reason) => reason.startsWith('COMPANY'))).toEqual([]);
    expect(listRefusalReasons(null)).toEqual(listRefusalReasons('REAL'));
  });
});

describe('a recovery', () => {
  const form = { kind: 'LOST_SECOND_FACTOR', newEmail: '', evidence: 'seen in a video call' } as const;

  it('needs evidence, and a new address for a lost mailbox', () => {
    expect(validateRecoveryRequest(form)).toBeNull();
    expect(validateRecoveryRequest({ ...form, evidence: '  too few  ' })).toBe('NEED_EVIDENCE');
    expect(validateRecoveryRequest({ ...form, kind: 'LOST_MAILBOX', newEmail: 'nobody' })).toBe('NEED_EMAIL');
    expect(
      validateRecoveryRequest({ ...form, kind: 'LOST_MAILBOX', newEmail: 'new@sarraf.test' }),
    ).toBeNull();
  });

  it('sends the normalised address only if it is needed', () => {
    expect(toRecoveryBody({ ...form, newEmail: 'left@over.test' })).not.toHaveProperty('newEmail');
    expect(toRecoveryBody({ ...form, kind: 'LOST_MAILBOX', newEmail: ' New۱@Sarraf.test ' }).newEmail).toBe(
      'new1@sarraf.test',
    );
  });
});

it('a reason needs three characters, without blanks', () => {
  expect([' ab ', 'abc', ' review '].map(isValidReason)).toEqual([false, true, true]);
});

it('normalizeQuery reads a number typed on a Persian keyboard', () => {
  expect(normalizeQuery(' ۰۹۱۲۱۲۳۴۵۶۷ ')).toBe('09121234567');
});
