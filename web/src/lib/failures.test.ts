import { expect, test } from 'vitest';
import { messages } from '../i18n/fa/index.ts';
import { ApiFailure } from './api.ts';
import { type ErrorText, judge } from './failures.ts';

const has = (key: string): key is ErrorText => Object.hasOwn(messages.error, key);
const verdict = (code: string, status = '', errors: string[] = []) =>
  judge(new ApiFailure(code, { status, errors }), has);

test('429 and cancelled sign-ins are silent', () => {
  expect(verdict('Request failed with status code 429')).toEqual({ kind: 'silent' });
  expect(verdict('GOOGLE_FAILURE')).toEqual({ kind: 'silent' });
  expect(verdict("Can't Access Resource")).toEqual({ kind: 'silent' });
});

test('a dead token ends the session', () => {
  expect(verdict('Invalid Token')).toEqual({ kind: 'logout' });
  expect(verdict('JWT expired at …')).toEqual({ kind: 'logout' });
});

test('a bank account of someone else is said as such', () => {
  expect(verdict('ShebaCode or CardNumber Is For Another User')).toEqual({
    kind: 'text',
    key: 'REPEATED_BANK_ACCOUNT',
  });
});

test('repeated identity data is listed, unknown items as they came', () => {
  expect(verdict('USER_IDENTITY_DATA', 'CONFLICT', ['MOBILE_IS_INCORRECT', 'x y'])).toEqual({
    kind: 'list',
    key: 'REPEATED_INFO',
    items: ['MOBILE_IS_INCORRECT', { raw: 'x y' }],
  });
});

test('words of the identity provider become ours', () => {
  expect(verdict('BAD_REQUEST', 'BAD_REQUEST', ['nid is not valid'])).toEqual({
    kind: 'authentication',
    key: 'NATIONAL_CODE_INVALID',
    toAccount: true,
  });
  expect(verdict('BAD_REQUEST', 'BAD_REQUEST', ['otp used before'])).toMatchObject({ key: 'CODE_EXPIRED' });
});

test('a field name among the errors leaves the message its words', () => {
  expect(verdict('AMOUNT_IS_LOW', 'BAD_REQUEST', ['amount'])).toEqual({ kind: 'text', key: 'AMOUNT_IS_LOW' });
  expect(verdict('BAD_REQUEST', 'BAD_REQUEST', ['کارت منقضی شده است'])).toEqual({
    kind: 'raw',
    text: 'کارت منقضی شده است',
  });
});

test('codes with blanks and quotes are found; unknown ones fall back to their status', () => {
  expect(verdict("You Don't Have Enough Credit")).toEqual({
    kind: 'text',
    key: 'YOU_DONT_HAVE_ENOUGH_CREDIT',
  });
  expect(verdict('SOMETHING_NEW', 'CONFLICT')).toEqual({ kind: 'text', key: 'CONFLICT' });
  expect(verdict('SOMETHING_NEW')).toEqual({ kind: 'text', key: 'UNKNOWN' });
});
