import { describe, expect, test } from 'vitest';
import { messages as fa } from '../../framework/i18n/fa/index.ts';
import '../../routes.tsx';
import {
  buildGoogleSignInUrl,
  getPostLoginPath,
  parseEmail,
  parseGoogleReturn,
  parseInternalPath,
  parseRecoveryCode,
  validateLogin,
  validateSignUp,
} from './form.ts';

describe('missing fields are named in the order of the fields', () => {
  test('login requires address and password', () => {
    expect(validateLogin({ email: ' ', password: '' })).toBe('NEED_EMAIL');
    expect(validateLogin({ email: 'a@b.test', password: '' })).toBe('NEED_PASSWORD');
    expect(validateLogin({ email: 'a@b.test', password: ' ' })).toBeNull();
  });

  test('sign-up requires the rules last', () => {
    expect(validateSignUp({ email: '', password: 'x', rules: true })).toBe('NEED_EMAIL');
    expect(validateSignUp({ email: 'a@b.test', password: 'x', rules: false })).toBe('NEED_RULES');
    expect(validateSignUp({ email: 'a@b.test', password: 'x', rules: true })).toBeNull();
  });
});

test('readEmail accepts any case and digits', () => {
  expect(parseEmail('  Sara۱۲@Example.com ')).toBe('sara12@example.com');
  expect(parseEmail('sara@example')).toBeNull();
});

test('recoveryCode accepts a code however it was typed', () => {
  for (const text of ['ABCDE-23456', 'abcde 23456', ' abcde۲۳۴۵۶ '])
    expect(parseRecoveryCode(text), text).toBe('ABCDE-23456');
  for (const text of ['', 'ABCDE-2345', 'ABCDE-234567', '123456', 'ABCDE_23456'])
    expect(parseRecoveryCode(text), text).toBeNull();
});

describe('Google sign-in', () => {
  test('returns with a ticket or fails', () => {
    expect(parseGoogleReturn('#ticket=a-B_9')).toEqual({ ticket: 'a-B_9' });
    for (const hash of ['', '#', '#ticket=', '#error=GOOGLE_FAILURE', '#other=1'])
      expect(parseGoogleReturn(hash), hash).toEqual({ failed: true });
  });

  test('passes the language and the referral code', () => {
    expect(buildGoogleSignInUrl('fa', undefined)).toBe('/api/users/google-sso?lang=fa');
    expect(buildGoogleSignInUrl('en', 'A&B')).toBe('/api/users/google-sso?lang=en&referralCode=A%26B');
  });
});

describe('the page after signing in', () => {
  test('is on this site', () => {
    expect(parseInternalPath('/profile/otc?coin=TRON#x')).toBe('/profile/otc?coin=TRON#x');
    for (const bad of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      '',
      null,
      7,
      {},
    ])
      expect(parseInternalPath(bad), String(bad)).toBeNull();
    for (const tab of ['/\t/evil.test', '/\n/evil.test']) expect(parseInternalPath(tab), tab).toBeNull();
  });

  test('is never the login page', () => {
    for (const path of ['/login', '/login/send-mail', '/sign-up', '/auth/', '/x/../login'])
      expect(parseInternalPath(path), path).toBeNull();
    expect(parseInternalPath('/loginish')).toBe('/loginish');
  });

  test('is one that the person may open', () => {
    expect(getPostLoginPath(true, null)).toBe('/profile');
    expect(getPostLoginPath(true, '/profile/wallet?deposit=TOMAN')).toBe('/profile/wallet?deposit=TOMAN');
    expect(getPostLoginPath(true, '//evil.test')).toBe('/profile');
    expect(getPostLoginPath(false, null)).toBe('/profile/account');
    expect(getPostLoginPath(false, '/profile/wallet?deposit=TOMAN')).toBe('/profile/account');
    expect(getPostLoginPath(false, '/faq')).toBe('/faq');
  });
});

test('every error has a text', () => {
  const { auth } = fa;
  expect(Object.keys(auth.error)).toEqual(['NEED_EMAIL', 'NEED_PASSWORD', 'NEED_RULES', 'NEED_CODE']);
});
