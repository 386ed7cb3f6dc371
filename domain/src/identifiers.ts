import { toLatinDigits } from './digits.ts';

const EMAIL =
  /^[A-Za-z0-9_+](?:[A-Za-z0-9_+.-]{0,62}[A-Za-z0-9_+])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,63}$/;

/** Lower case and trimmed; null when it is not an e-mail address (specification §5.3, last label 2 to 63 letters). */
export function normalEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && EMAIL.test(email) && !email.includes('..') ? email : null;
}

export type PasswordFault = 'TOO_SHORT' | 'TOO_LONG' | 'NO_LOWER' | 'NO_UPPER' | 'NO_DIGIT';

/** The first rule a password breaks (specification §5.2), or null. Length is in code points after NFKC. */
export function passwordFault(password: string): PasswordFault | null {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < 8) return 'TOO_SHORT';
  if (length > 256) return 'TOO_LONG';
  if (!/\p{Ll}/u.test(text)) return 'NO_LOWER';
  if (!/\p{Lu}/u.test(text)) return 'NO_UPPER';
  if (!/\p{Nd}/u.test(text)) return 'NO_DIGIT';
  return null;
}

/** Six digits of a one-time code, in any script; null otherwise. */
export function normalCode(text: string, length = 6): string | null {
  const code = toLatinDigits(text.trim());
  return code.length === length && /^\d+$/.test(code) ? code : null;
}

/** Luhn over 16 digits. */
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

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A receipt's number, read aloud easily: twelve Crockford characters of the id's 60 random bits, in fours. */
export function receiptNumber(id: string): string {
  const hex = id.slice(-16).replace('-', '');
  return [0, 5, 10].map((from) => fourLetters(Number.parseInt(hex.slice(from, from + 5), 16))).join('-');
}

/** 20 bits as four characters. */
const fourLetters = (bits: number): string =>
  (CROCKFORD[(bits >> 15) & 31] ?? '') +
  (CROCKFORD[(bits >> 10) & 31] ?? '') +
  (CROCKFORD[(bits >> 5) & 31] ?? '') +
  (CROCKFORD[bits & 31] ?? '');
