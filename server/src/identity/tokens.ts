import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/secrets.ts';
import type { CodePurpose } from './ports.ts';

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
export const isToken = (text: string): boolean => TOKEN.test(text);
/** What the database keeps of a token. */
export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0');

/** What the database keeps of a code: worthless for another purpose or another row. */
export const digestCode = (secrets: Secrets, purpose: CodePurpose, id: string, code: string): Buffer =>
  secrets.blindIndex('one-time code', `${purpose}\0${id}\0${code}`);

export const sameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** What limits and codes are kept under: addresses that belong to nobody are not written down. */
export const addressKey = (secrets: Secrets, email: string): Buffer => secrets.blindIndex('address', email);

/** Nothing that is misread: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const LETTERS = '34679ACDEFGHJKMNPQRTWXY';
export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** As people type it: any case, with spaces around. */
export const normalReferralCode = (text: string | undefined): string | null => {
  const code = (text ?? '').trim().toUpperCase();
  return code === '' ? null : code;
};

/** demo@sarraf.test → d***@sarraf.test. */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}***${email.slice(email.indexOf('@'))}`;
