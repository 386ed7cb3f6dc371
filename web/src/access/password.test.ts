import { passwordFault } from '@sarraf/domain';
import { describe, expect, test } from 'vitest';
import { messages as en } from '../i18n/en/index.ts';
import { messages as fa } from '../i18n/fa/index.ts';
import {
  missingInPassword,
  newPasswordErrorFromCode,
  PASSWORD_RULES,
  satisfiedPasswordRules,
  validateNewPassword,
} from './password.ts';

describe('the password checklist', () => {
  test('ticks off rule by rule', () => {
    expect([...satisfiedPasswordRules('')]).toEqual([]);
    expect([...satisfiedPasswordRules('abc')]).toEqual(['LOWER']);
    expect([...satisfiedPasswordRules('abcdefG7')]).toEqual([...PASSWORD_RULES]);
    expect(satisfiedPasswordRules('۷').has('DIGIT')).toBe(true);
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
      expect(satisfiedPasswordRules(password).size === PASSWORD_RULES.length, password).toBe(
        passwordFault(password) === null,
      );
  });

  test('has words for every rule', () => {
    for (const rule of PASSWORD_RULES) expect(fa.auth.rules[rule]).not.toBe('');
  });
});

describe('a new password', () => {
  test('both fields are needed, in their order', () => {
    expect(missingInPassword({ password: '', repeat: 'x' })).toBe('NEED_NEW');
    expect(missingInPassword({ password: 'x', repeat: '' })).toBe('NEED_REPEAT');
    expect(missingInPassword({ password: 'x', repeat: 'y' })).toBeNull();
  });

  test('has a word for a repeat that is missing and another for one that differs', () => {
    expect(fa.auth.newPassword.fault.NEED_REPEAT).toMatch(/تکرار/);
    expect(en.auth.newPassword.fault.NEED_REPEAT).toMatch(/repeat|again/i);
    expect(fa.auth.newPassword.fault.REPEAT_DIFFERS).toMatch(/یکسان|یکی نیست/);
    expect(en.auth.newPassword.fault.REPEAT_DIFFERS).toMatch(/same|match/i);
  });

  test('has one message for each rule it breaks', () => {
    expect(validateNewPassword('aB3')).toBe('TOO_SHORT');
    expect(validateNewPassword('abcdefg7')).toBe('CASE');
    expect(validateNewPassword('ABCDEFG7')).toBe('CASE');
    expect(validateNewPassword('Abcdefgh')).toBe('NO_DIGIT');
    expect(validateNewPassword(`Aa1${'x'.repeat(300)}`)).toBe('TOO_LONG');
    expect(validateNewPassword('Sarraf-demo-1')).toBeNull();
  });

  test('hears what the server found in it, and nothing else', () => {
    expect(newPasswordErrorFromCode('COMMON_PASSWORD', 'Password1')).toBe('COMMON');
    expect(newPasswordErrorFromCode('SAME_VALUE', 'Password1')).toBe('SAME');
    expect(newPasswordErrorFromCode('WEAK_PASSWORD', 'Abcdefgh')).toBe('NO_DIGIT');
    expect(newPasswordErrorFromCode('TOO_MANY_REQUESTS', 'Abcdefgh')).toBeNull();
  });
});
