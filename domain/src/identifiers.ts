import { toLatinDigits } from './digits.ts';
import { normalizeTypedCode } from './document-code.ts';
import { cleanPastedValue, hasInvisible } from './pasted-text.ts';

const EMAIL =
  /^[A-Za-z0-9_+](?:[A-Za-z0-9_+.-]{0,62}[A-Za-z0-9_+])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,63}$/;

/**
 * Returns the address in lower case and trimmed; null if it is not an e-mail address (requirements §5.3, last label
 * 2 to 63 letters).
 */
export function normalizeEmail(text: string): string | null {
  const email = cleanPastedValue(text).toLowerCase();
  return email.length <= 254 && EMAIL.test(email) && !email.includes('..') ? email : null;
}

export type PasswordError = 'TOO_SHORT' | 'TOO_LONG' | 'NO_LOWER' | 'NO_UPPER' | 'NO_DIGIT';

/** Returns the first rule that a password breaks (requirements §5.2), or null. Length is in code points after NFKC. */
export function validatePassword(password: string): PasswordError | null {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < 8) return 'TOO_SHORT';
  if (length > 256) return 'TOO_LONG';
  if (!/\p{Ll}/u.test(text)) return 'NO_LOWER';
  if (!/\p{Lu}/u.test(text)) return 'NO_UPPER';
  if (!/\p{Nd}/u.test(text)) return 'NO_DIGIT';
  return null;
}

/** Parses the six digits of a one-time code, in any script, in groups as in messages; null otherwise. */
export function normalizeCode(text: string, length = 6): string | null {
  const code = toLatinDigits(cleanPastedValue(text)).replace(/[\p{Zs}\p{Pd}]/gu, '');
  return code.length === length && /^\d+$/.test(code) ? code : null;
}

/** Validates by Luhn over 16 digits. */
export function isCardNumber(text: string): boolean {
  if (!/^\d{16}$/.test(text)) return false;
  let sum = 0;
  for (let i = 0; i < 16; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    const value = i % 2 === 0 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** 6037991234565443 → 6037-99**-****-5443. */
export const maskCard = (card: string): string =>
  `${card.slice(0, 4)}-${card.slice(4, 6)}**-****-${card.slice(12)}`;

/** Validates an Iranian national code: ten digits with its checksum, not all alike. */
export function isNationalCode(text: string): boolean {
  if (!/^\d{10}$/.test(text) || /^(\d)\1{9}$/.test(text)) return false;
  let sum = 0;
  for (let i = 0; i < 9; i += 1) sum += digitAt(text, i) * (10 - i);
  const remainder = sum % 11;
  return digitAt(text, 9) === (remainder < 2 ? remainder : 11 - remainder);
}

const COMPANY_WEIGHTS = [29, 27, 23, 19, 17];

/** Validates an Iranian company id (شناسه ملی): eleven digits with its checksum. */
export function isCompanyId(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1{10}$/.test(text)) return false;
  const offset = digitAt(text, 9) + 2;
  let sum = 0;
  for (let i = 0; i < 10; i += 1) sum += (digitAt(text, i) + offset) * (COMPANY_WEIGHTS[i % 5] as number);
  return digitAt(text, 10) === (sum % 11) % 10;
}

/** Validates a Sheba's 24 digits without IR, by ISO 13616's modulo 97. */
export function isSheba(text: string): boolean {
  if (!/^\d{24}$/.test(text)) return false;
  let remainder = 0;
  for (const digit of `${text.slice(2)}1827${text.slice(0, 2)}`)
    remainder = (remainder * 10 + digit.charCodeAt(0) - 48) % 97;
  return remainder === 1;
}

const digitAt = (text: string, i: number): number => text.charCodeAt(i) - 48;

/** Returns only the digits, in Latin: for input with dashes, blanks or Persian digits. */
export const extractDigits = (text: string): string => toLatinDigits(text).replace(/\D/g, '');

/** 550570022080013447370101 → IR55057*****************0101: the code of its bank stays, so that the bank can be named. */
export const maskSheba = (sheba: string): string =>
  `IR${sheba.slice(0, 5)}${'*'.repeat(17)}${sheba.slice(-4)}`;

/** 0010350829 → 001****829. */
export const maskNationalCode = (code: string): string =>
  code.length < 7
    ? '*'.repeat(code.length)
    : `${code.slice(0, 3)}${'*'.repeat(code.length - 6)}${code.slice(-3)}`;

/** +989121234567 → +98912***4567. */
export const maskMobile = (mobile: string): string => `${mobile.slice(0, 6)}***${mobile.slice(-4)}`;

/** demo@sarraf.test → d***@sarraf.test. */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}`;

/**
 * Normalises a typed mobile number to its country's prefix (+98…): ten digits, with or without a leading zero, or
 * with the prefix. 'PREFIX': it has another country's. Null: not a mobile number: ten digits from 9 in Iran, six to
 * twelve elsewhere, since lengths vary in other countries.
 */
export function normalizeMobile(text: string, prefix: string): string | 'PREFIX' | null {
  const typed = toLatinDigits(cleanPastedValue(text)).replace(/[\s().\p{Pd}]/gu, '');
  if (hasInvisible(text) || !/^(\+|00)?\d{4,17}$/.test(typed)) return null;
  const withPlus = typed.startsWith('00') ? `+${typed.slice(2)}` : typed;
  const subscriberNumber = extractSubscriberNumber(withPlus, prefix);
  if (subscriberNumber === null) return 'PREFIX';
  if (prefix === '+98') return /^9\d{9}$/.test(subscriberNumber) ? `+98${subscriberNumber}` : null;
  return /^\d{6,12}$/.test(subscriberNumber) ? prefix + subscriberNumber : null;
}

function extractSubscriberNumber(whole: string, prefix: string): string | null {
  if (whole.startsWith(prefix)) return whole.slice(prefix.length).replace(/^0/, '');
  if (whole.startsWith('+')) return null;
  const countryCode = prefix.slice(1);
  if (countryCode === '98' && whole.length === 12 && whole.startsWith(countryCode))
    return whole.slice(countryCode.length);
  return whole.replace(/^0/, '');
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns a receipt's number, easy to read aloud: twelve Crockford characters of the id's 60 random bits, in groups
 * of four.
 */
export function formatReceiptNumber(id: string): string {
  const hex = id.slice(-16).replace('-', '');
  return `${encodeFourCharacters(hex.slice(0, 5))}-${encodeFourCharacters(hex.slice(5, 10))}-${encodeFourCharacters(hex.slice(10, 15))}`;
}

/**
 * Returns the last fifteen hexadecimal digits of the id for a typed receipt number: with or without dashes, in
 * lower case, in Persian digits. Null: not such a number.
 */
export function parseReceiptNumber(text: string): string | null {
  const plain = normalizeTypedCode(text);
  if (plain.length !== 12 || [...plain].some((character) => !CROCKFORD.includes(character))) return null;
  const bits = [...plain].reduce((all, character) => (all << 5n) | BigInt(CROCKFORD.indexOf(character)), 0n);
  return bits.toString(16).padStart(15, '0');
}

/** Encoding of each ten bits. */
const CHARACTER_PAIRS = Array.from(
  { length: 1024 },
  (_, bits) => `${CROCKFORD[bits >> 5]}${CROCKFORD[bits & 31]}`,
);

/** Encodes 20 bits, five hexadecimal digits, as four characters. */
function encodeFourCharacters(hex: string): string {
  const bits = Number.parseInt(hex, 16);
  return `${CHARACTER_PAIRS[bits >> 10]}${CHARACTER_PAIRS[bits & 1023]}`;
}
