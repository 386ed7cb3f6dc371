import { passwordFault } from '@sarraf/domain';
import { describe, expect, test } from 'vitest';
import { messages as fa } from '../../i18n/fa/index.ts';
import {
  clockText,
  keptRules,
  loginFault,
  ownPath,
  PASSWORD_RULES,
  placeAfterSignIn,
  readEmail,
  signUpFault,
  waitOf,
} from './form.ts';

describe('what is missing is named in the order of the fields', () => {
  test('login', () => {
    expect(loginFault({ email: ' ', password: '' })).toBe('NEED_EMAIL');
    expect(loginFault({ email: 'a@b.test', password: '' })).toBe('NEED_PASSWORD');
    expect(loginFault({ email: 'a@b.test', password: ' ' })).toBeNull();
  });

  test('sign-up asks for the rules last', () => {
    expect(signUpFault({ email: '', password: 'x', rules: true })).toBe('NEED_EMAIL');
    expect(signUpFault({ email: 'a@b.test', password: 'x', rules: false })).toBe('NEED_RULES');
    expect(signUpFault({ email: 'a@b.test', password: 'x', rules: true })).toBeNull();
  });
});

test('an address is read in any case and digits', () => {
  expect(readEmail('  Sara۱۲@Example.com ')).toBe('sara12@example.com');
  expect(readEmail('sara@example')).toBeNull();
});

describe('the password checklist', () => {
  test('ticks off rule by rule', () => {
    expect([...keptRules('')]).toEqual([]);
    expect([...keptRules('abc')]).toEqual(['LOWER']);
    expect([...keptRules('abcdefG7')]).toEqual([...PASSWORD_RULES]);
    expect(keptRules('۷').has('DIGIT')).toBe(true);
  });

  test('is complete exactly when the domain finds no fault', () => {
    for (const password of [
      'abcdefg7',
      'ABCDEFG7',
      'Abcdefgh',
      'Abcde7',
      'Sarraf-demo-1',
      'رمزعبورمن۷',
      '🙂🙂🙂🙂🙂🙂aA۷',
    ])
      expect(keptRules(password).size === PASSWORD_RULES.length, password).toBe(
        passwordFault(password) === null,
      );
  });
});

describe('the way after signing in', () => {
  test('stays on this site', () => {
    expect(ownPath('/profile/otc?coin=TRON#x')).toBe('/profile/otc?coin=TRON#x');
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
      expect(ownPath(bad), String(bad)).toBeNull();
    for (const tab of ['/\t/evil.test', '/\n/evil.test']) expect(ownPath(tab), tab).toBeNull();
  });

  test('never leads back to signing in', () => {
    for (const path of ['/login', '/login/send-mail', '/sign-up', '/auth/', '/x/../login'])
      expect(ownPath(path), path).toBeNull();
    expect(ownPath('/loginish')).toBe('/loginish');
  });

  test('goes where the person may be', () => {
    expect(placeAfterSignIn(true, null)).toBe('/profile');
    expect(placeAfterSignIn(true, '/profile/wallet?deposit=TOMAN')).toBe('/profile/wallet?deposit=TOMAN');
    expect(placeAfterSignIn(true, '//evil.test')).toBe('/profile');
    expect(placeAfterSignIn(false, null)).toBe('/profile/account');
    expect(placeAfterSignIn(false, '/profile/wallet?deposit=TOMAN')).toBe('/profile/account');
    expect(placeAfterSignIn(false, '/faq')).toBe('/faq');
  });
});

test('a wait is said in the unit people would say, and never too short', () => {
  expect(waitOf(0)).toEqual({ unit: 'seconds', count: 1 });
  expect(waitOf(45.2)).toEqual({ unit: 'seconds', count: 46 });
  expect(waitOf(121)).toEqual({ unit: 'minutes', count: 3 });
  expect(waitOf(86_400)).toEqual({ unit: 'hours', count: 24 });
  expect([clockText(5), clockText(65), clockText(600)]).toEqual(['0:05', '1:05', '10:00']);
});

test('every fault, rule and unit has its words', () => {
  const { auth } = fa;
  expect(Object.keys(auth.fault)).toEqual(['NEED_EMAIL', 'NEED_PASSWORD', 'NEED_RULES', 'NEED_CODE']);
  for (const rule of PASSWORD_RULES) expect(auth.rules[rule]).not.toBe('');
});
