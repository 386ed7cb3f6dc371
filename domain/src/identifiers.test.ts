import { describe, expect, it } from 'vitest';
import {
  isCardNumber,
  maskCard,
  normalCode,
  normalEmail,
  passwordFault,
  receiptNumber,
} from './identifiers.ts';

describe('normalEmail', () => {
  it.each(['a@b.co', 'Demo@Sarraf.test', 'first.last-x@mail.example.technology', 'a+b@c.io'])(
    'takes %j',
    (text) => {
      expect(normalEmail(text)).toBe(text.toLowerCase());
    },
  );
  it.each([
    '',
    'a',
    'a@b',
    'a@b.c',
    '@b.co',
    'a@.co',
    'a b@c.co',
    'a..b@c.co',
    'a.@c.co',
    `${'a'.repeat(65)}@b.co`,
    'a@b.co\n.x',
  ])('refuses %j', (text) => {
    expect(normalEmail(text)).toBeNull();
  });
});

describe('passwordFault', () => {
  it('names the first rule that is broken', () => {
    expect(passwordFault('Sarraf-demo-1')).toBeNull();
    expect(passwordFault('Aa1')).toBe('TOO_SHORT');
    expect(passwordFault('SARRAF123')).toBe('NO_LOWER');
    expect(passwordFault('sarraf123')).toBe('NO_UPPER');
    expect(passwordFault('Sarrafdemo')).toBe('NO_DIGIT');
    expect(passwordFault(`Aa1${'x'.repeat(300)}`)).toBe('TOO_LONG');
  });
});

describe('codes, cards and receipts', () => {
  it('read codes in any digits', () => {
    expect(normalCode('۱۲۳۴۵۶')).toBe('123456');
    expect(normalCode(' 123456 ')).toBe('123456');
    expect(normalCode('12345')).toBeNull();
    expect(normalCode('12345a')).toBeNull();
  });
  it('check cards by Luhn', () => {
    expect(isCardNumber('6037701689095443')).toBe(true);
    expect(isCardNumber('6219861034529007')).toBe(true);
    expect(isCardNumber('6219861034529008')).toBe(false);
    expect(maskCard('6037701689095443')).toBe('6037-70**-****-5443');
  });
  it('number receipts by the random part of their id', () => {
    expect(receiptNumber('0193a6d1-7c00-7abc-8def-0123456789ab')).toMatch(
      /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/,
    );
    expect(receiptNumber('0193a6d1-7c00-7abc-8def-0123456789ab')).not.toBe(
      receiptNumber('0193a6d1-7c00-7abc-8def-0123456789ac'),
    );
  });
});
