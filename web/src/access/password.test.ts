import { validatePassword } from '@sarraf/domain';
import { describe, expect, test } from 'vitest';
import { messages as en } from '../framework/i18n/en/index.ts';
import { messages as fa } from '../framework/i18n/fa/index.ts';
import {
  findMissingField,
  newPasswordErrorFromCode,
  PASSWORD_RULES,
  satisfiedPasswordRules,
  validateNewPassword,
} from './password.ts';

describe('satisfiedPasswordRules', () => {
  test('returns the rules that are met', () => {
    expect([...satisfiedPasswordRules('')]).toEqual([]);
    expect([...satisfiedPasswordRules('abc')]).toEqual(['LOWER']);
    expect([...satisfiedPasswordRules('abcdefG7')]).toEqual([...PASSWORD_RULES]);
    expect(satisfiedPasswordRules('۷').has('DIGIT')).toBe(true);
  });

  test('has all rules exactly if the domain accepts the password', () => {
    for (const password of [
      'abcdefg7',
      'ABCDEFG7',
      'Abcdefgh',
      'Abcde7',
      'Sarraf-demo-1',
      'رمزعبورمن۷',
      '🙂🙂🙂🙂🙂🙂aA۷',
    ])
      expect(satisfiedPasswordRules(password).size === PASSWORD_RULES.length, password).toBe(
        validatePassword(password) === null,
      );
  });

  test('every rule has a text', () => {
    for (const rule of PASSWORD_RULES) expect(fa.auth.rules[rule]).not.toBe('');
  });
});

describe('new password form', () => {
  test('requires both fields, in their order', () => {
    expect(findMissingField({ password: '', repeat: 'x' })).toBe('NEED_NEW');
    expect(findMissingField({ password: 'x', repeat: '' })).toBe('NEED_REPEAT');
    expect(findMissingField({ password: 'x', repeat: 'y' })).toBeNull();
  });

  test('distinguishes a missing repetition from a different one', () => {
    expect(fa.auth.newPassword.error.NEED_REPEAT).toMatch(/تکرار/);
    expect(en.auth.newPassword.error.NEED_REPEAT).toMatch(/repeat|again/i);
    expect(fa.auth.newPassword.error.REPEAT_DIFFERS).toMatch(/یکسان|یکی نیست/);
    expect(en.auth.newPassword.error.REPEAT_DIFFERS).toMatch(/same|match/i);
  });

  test('returns one error per violated rule', () => {
    expect(validateNewPassword('aB3')).toBe('TOO_SHORT');
    expect(validateNewPassword('abcdefg7')).toBe('CASE');
    expect(validateNewPassword('ABCDEFG7')).toBe('CASE');
    expect(validateNewPassword('Abcdefgh')).toBe('NO_DIGIT');
    expect(validateNewPassword(`Aa1${'x'.repeat(300)}`)).toBe('TOO_LONG');
    expect(validateNewPassword('Sarraf-demo-1')).toBeNull();
  });

  test('maps the server’s codes about the password, and no others', () => {
    expect(newPasswordErrorFromCode('COMMON_PASSWORD', 'Password1')).toBe('COMMON');
    expect(newPasswordErrorFromCode('SAME_VALUE', 'Password1')).toBe('SAME');
    expect(newPasswordErrorFromCode('WEAK_PASSWORD', 'Abcdefgh')).toBe('NO_DIGIT');
    expect(newPasswordErrorFromCode('TOO_MANY_REQUESTS', 'Abcdefgh')).toBeNull();
  });
});
