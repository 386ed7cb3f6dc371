import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPersianDigits } from './digits.ts';
import {
  extractDigits,
  formatReceiptNumber,
  isCardNumber,
  isCompanyId,
  isNationalCode,
  isSheba,
  maskCard,
  maskEmail,
  maskMobile,
  maskNationalCode,
  maskSheba,
  normalizeCode,
  normalizeEmail,
  normalizeMobile,
  parseReceiptNumber,
  validatePassword,
} from './identifiers.ts';

describe('normalizeEmail', () => {
  it.each(['a@b.co', 'Demo@Sarraf.test', 'first.last-x@mail.example.technology', 'a+b@c.io'])(
    'accepts %j',
    (text) => {
      expect(normalizeEmail(text)).toBe(text.toLowerCase());
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
    expect(normalizeEmail(text)).toBeNull();
  });
});

describe('validatePassword', () => {
  it('returns the first rule that is broken', () => {
    expect(validatePassword('Sarraf-demo-1')).toBeNull();
    expect(validatePassword('Aa1')).toBe('TOO_SHORT');
    expect(validatePassword('SARRAF123')).toBe('NO_LOWER');
    expect(validatePassword('sarraf123')).toBe('NO_UPPER');
    expect(validatePassword('Sarrafdemo')).toBe('NO_DIGIT');
    expect(validatePassword(`Aa1${'x'.repeat(300)}`)).toBe('TOO_LONG');
  });
});

describe('codes, cards and receipts', () => {
  it('parses codes in any digits', () => {
    expect(normalizeCode('۱۲۳۴۵۶')).toBe('123456');
    expect(normalizeCode(' 123456 ')).toBe('123456');
    expect(normalizeCode('123 456')).toBe('123456');
    expect(normalizeCode('۱۲۳‐۴۵۶')).toBe('123456');
    expect(normalizeCode('12\u200b3456')).toBeNull();
    expect(normalizeCode('12345')).toBeNull();
    expect(normalizeCode('12345a')).toBeNull();
  });
  it('validates cards by Luhn', () => {
    expect(isCardNumber('6037701689095443')).toBe(true);
    expect(isCardNumber('6219861034529007')).toBe(true);
    expect(isCardNumber('6219861034529008')).toBe(false);
    expect(maskCard('6037701689095443')).toBe('6037-70**-****-5443');
  });
  it('numbers receipts by the random part of their id', () => {
    expect(formatReceiptNumber('0193a6d1-7c00-7abc-8def-0123456789ab')).toMatch(
      /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/,
    );
    expect(formatReceiptNumber('0193a6d1-7c00-7abc-8def-0123456789ab')).not.toBe(
      formatReceiptNumber('0193a6d1-7c00-7abc-8def-0123456789ac'),
    );
  });
  it('returns the end of the id that a typed receipt number belongs to', () => {
    for (const id of ['0193a6d1-7c00-7abc-8def-0123456789ab', '0193a6d1-7c00-7abc-8000-000000000001']) {
      const number = formatReceiptNumber(id);
      const end = id.replaceAll('-', '').slice(-15);
      for (const typed of [
        number,
        number.toLowerCase().replaceAll('-', ' '),
        ` ${number.replaceAll('0', 'o')} `,
      ])
        expect(parseReceiptNumber(typed)).toBe(end);
      expect(parseReceiptNumber(number.slice(1))).toBeNull();
      expect(parseReceiptNumber(`U${number.slice(1)}`)).toBeNull();
    }
  });
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
/** Changes one digit of the text. */
const changed = (text: string, at: number, by: number): string => {
  const digit = (Number.parseInt(text.charAt(at), 10) + by) % 10;
  return text.slice(0, at) + digit + text.slice(at + 1);
};
const completions = (head: string, fits: (text: string) => boolean): string[] =>
  Array.from({ length: 10 }, (_, digit) => `${head}${digit}`).filter(fits);

// Vectors: reference/gateways.md, "Identifiers".
describe('national codes', () => {
  it.each(['0010350829', '0499370899'])('accepts %s', (code) => expect(isNationalCode(code)).toBe(true));
  it.each([
    '1111111111',
    '0000000000',
    '0010350828',
    '10350829',
    '010350829',
    '00103508290',
    '1234567890',
    ' 0010350829',
    '۰۰۱۰۳۵۰۸۲۹',
    '',
  ])('refuses %j', (code) => expect(isNationalCode(code)).toBe(false));

  it('have one valid check digit for given nine digits', () => {
    fc.assert(
      fc.property(digits(9), (head) => {
        const alike = /^(\d)\1{8}$/.test(head);
        expect(completions(head, isNationalCode).length).toBeLessThanOrEqual(1);
        if (!alike) expect(completions(head, isNationalCode)).toHaveLength(1);
      }),
    );
  });

  it('are invalid with one of the first nine digits changed, unless both remainders have the same check digit', () => {
    // Two pairs of remainders share a check digit (0 → 0, 1 → 1; 10 → 1, a weakness of the standard).
    fc.assert(
      fc.property(digits(9), fc.nat(8), fc.integer({ min: 1, max: 9 }), (head, at, by) => {
        const [code] = completions(head, isNationalCode);
        fc.pre(code !== undefined && code[9] !== '1');
        expect(isNationalCode(changed(code as string, at, by))).toBe(false);
      }),
    );
  });
});

describe('company ids', () => {
  it('accepts 10380284790, and not 10380284792', () => {
    expect(isCompanyId('10380284790')).toBe(true);
    expect(isCompanyId('10380284792')).toBe(false);
  });
  it.each(['11111111111', '1038028479', '103802847900', '1038028479a', ''])('refuses %j', (id) =>
    expect(isCompanyId(id)).toBe(false),
  );
  it('have one valid check digit', () => {
    fc.assert(
      fc.property(digits(10), (head) => {
        fc.pre(!/^(\d)\1{9}$/.test(head));
        expect(completions(head, isCompanyId)).toHaveLength(1);
      }),
    );
  });
});

describe('Shebas', () => {
  it.each(['550570022080013447370101', '790610000000700796858044', '820540102680020817909002'])(
    'accepts %s',
    (sheba) => expect(isSheba(sheba)).toBe(true),
  );
  it.each(['012345678901234567890123', 'IR550570022080013447370101', '55057002208001344737010', ''])(
    'refuses %j',
    (sheba) => expect(isSheba(sheba)).toBe(false),
  );
  it('detects a changed digit and two swapped digits', () => {
    const sheba = '550570022080013447370101';
    fc.assert(
      fc.property(fc.nat(23), fc.integer({ min: 1, max: 9 }), (at, by) => {
        expect(isSheba(changed(sheba, at, by))).toBe(false);
      }),
    );
    for (let at = 0; at < 23; at += 1) {
      const pair = sheba.slice(at, at + 2);
      const swapped = sheba.slice(0, at) + pair.charAt(1) + pair.charAt(0) + sheba.slice(at + 2);
      expect(isSheba(swapped)).toBe(swapped === sheba);
    }
  });
});

describe('mobile numbers', () => {
  it.each([
    '9121234567',
    '09121234567',
    '+989121234567',
    '00989121234567',
    '989121234567',
    '0912 123-4567',
    '0912.123.4567',
    '(+98) 912–123‐4567',
  ])('accepts an Iranian number: %s', (text) => {
    expect(normalizeMobile(text, '+98')).toBe('+989121234567');
    expect(normalizeMobile(toPersianDigits(text), '+98')).toBe('+989121234567');
  });
  it.each(['', '912123456', '8121234567', '02188776655', '98912123456', '+', 'abc', '9121234567x', '+98'])(
    'refuses %j as a mobile number',
    (text) => expect(normalizeMobile(text, '+98')).toBeNull(),
  );
  it("reports another country's prefix", () => {
    expect(normalizeMobile('+4915112345678', '+98')).toBe('PREFIX');
    expect(normalizeMobile('004915112345678', '+98')).toBe('PREFIX');
    expect(normalizeMobile('+989121234567', '+49')).toBe('PREFIX');
  });
  it('accepts numbers of various lengths for other countries', () => {
    expect(normalizeMobile('0151 12345678', '+49')).toBe('+4915112345678');
    expect(normalizeMobile('+4915112345678', '+49')).toBe('+4915112345678');
    expect(normalizeMobile('12345', '+49')).toBeNull();
  });
});

describe('what is shown of identifiers', () => {
  it('is their ends', () => {
    expect(maskSheba('550570022080013447370101')).toBe('IR55057*****************0101');
    expect(maskNationalCode('0010350829')).toBe('001****829');
    expect(maskNationalCode('L01X44')).toBe('******');
    expect(maskMobile('+989121234567')).toBe('+98912***4567');
    expect(maskEmail('demo@sarraf.test')).toBe('d***@sarraf.test');
    expect(extractDigits('IR۵۵-0570 ٠')).toBe('5505700');
  });
});
