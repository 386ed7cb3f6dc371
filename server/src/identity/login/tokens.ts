import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { cleanPastedValue, toLatinDigits } from '@sarraf/domain';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { CodePurpose } from '../ports.ts';

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
export const isToken = (text: string): boolean => TOKEN.test(text);
/** Returns the digest by which a token is stored. */
export const digestToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0');

/** Returns the digest by which a code is stored: valid only for this purpose and row. */
export const digestCode = (secrets: Secrets, purpose: CodePurpose, id: string, code: string): Buffer =>
  secrets.blindIndex('one-time code', `${purpose}\0${id}\0${code}`);

export const isSameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Returns the key of limits and codes for an address, so that addresses without an account are not stored. */
export const addressKeyOf = (secrets: Secrets, address: string): Buffer =>
  secrets.blindIndex('address', address);

/** Returns the key for a signed-in user, independent of their current address. */
export const userKeyOf = (secrets: Secrets, userId: string): Buffer => secrets.blindIndex('person', userId);

/** Without characters that are easily confused: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const LETTERS = '34679ACDEFGHJKMNPQRTWXY';
export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Normalises user input: any case, with surrounding spaces. */
export const normalizeReferralCode = (text: string | undefined): string | null => {
  const code = cleanPastedValue(text ?? '').toUpperCase();
  return code === '' ? null : code;
};

/** Crockford's alphabet: five bits per character, and confusable ones are equivalent. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 50 random bits: 7GT3K-0QXWM. */
export const newRecoveryCode = (): string => {
  const letters = Array.from({ length: 10 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
};

/** Normalises user input: any case, with or without the dash, O for 0 and I or L for 1. Null: not a recovery code. */
export const normalizeRecoveryCode = (text: string): string | null => {
  const code = toLatinDigits(cleanPastedValue(text))
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code) ? code : null;
};

/** Returns the digest by which a recovery code is stored. */
export const digestRecoveryCode = (secrets: Secrets, userId: string, code: string): Buffer =>
  secrets.blindIndex('recovery code', `${userId}\0${code}`);
