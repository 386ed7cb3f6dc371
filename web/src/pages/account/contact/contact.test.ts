import { expect, test } from 'vitest';
import { type ContactKind, parseContact, validateContactDraft } from './contact.ts';

const findError = (what: ContactKind, old: string, next: string, asksOld = true) =>
  validateContactDraft(
    what,
    { old, next },
    { current: what === 'email' ? 'Sara@example.com' : '+989121234567', asksOld, prefix: '+98' },
  );

test('validateContactDraft requires the correct old value once the person is verified', () => {
  expect(findError('email', '', 'x@y.ir')).toBe('NEED_OLD');
  expect(findError('email', 'other@example.com', 'x@y.ir')).toBe('WRONG_OLD');
  expect(findError('email', ' sara@EXAMPLE.com', 'x@y.ir')).toBeNull();
  expect(findError('mobile', '09121234567', '9351234567')).toBeNull();
  expect(findError('email', '', 'x@y.ir', false)).toBeNull();
});

test('validateContactDraft requires no old value if there is none', () => {
  const context = { current: '', asksOld: true, prefix: '+98' };
  expect(validateContactDraft('mobile', { old: '', next: '9351234567' }, context)).toBeNull();
});

test('validateContactDraft requires a valid new address or ten digits that differ from the old value', () => {
  expect(findError('email', '', '', false)).toBe('NEED_NEW');
  expect(findError('email', '', 'x@y', false)).toBe('INVALID');
  expect(findError('email', '', `${'a'.repeat(45)}@b.com`, false)).toBe('INVALID');
  expect(findError('email', '', 'SARA@example.com', false)).toBe('SAME');
  expect(findError('mobile', '', '912123456', false)).toBe('INVALID');
  expect(findError('mobile', '', '+989121234567', false)).toBe('SAME');
  expect(findError('mobile', '', '۰۹۳۵۱۲۳۴۵۶۷', false)).toBeNull();
});

test('parseContact rejects a number of another country', () => {
  expect(parseContact('mobile', '+4915112345678', '+98')).toBeNull();
});
