import { createPublicKey } from 'node:crypto';
import { AppError, DAY_MS, parseDecimal } from '@sarraf/domain';
import { type addProgramKey, type BodyOf, KEY_PERMISSIONS } from '@sarraf/domain/contracts';
import { formatAddressRange, isWithin, parseAddressRange } from '../../platform/address-ranges.ts';
import type { Grant } from './key-grant.ts';

type Body = BodyOf<typeof addProgramKey>;

const MAX_LABEL_LENGTH = 60;
const MAX_LIFETIME_MS = 366 * DAY_MS;
const MIN_LIFETIME_MS = 60_000;
/** Wider networks are a provider's whole range, and exclude nobody. */
const MIN_PREFIX_BITS = { 4: 16, 6: 32 };

const createFieldError = (...errors: string[]) => new AppError('BAD_REQUEST', { errors });

/** Normalises the display name. BAD_REQUEST: empty, longer than a line, or with invisible characters. */
export function readKeyLabel(text: string): string {
  const label = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const hasInvisible = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(label);
  if (label === '' || [...label].length > MAX_LABEL_LENGTH || hasInvisible) throw createFieldError('label');
  return label;
}

/** Parses the terms of a new key, except for its verification key. BAD_REQUEST (`errors` names the field). */
export function readKeyTerms(body: Body, now: number): Omit<Grant, 'kind' | 'key'> {
  const permissions = KEY_PERMISSIONS.filter((permission) => body.permissions.includes(permission));
  const addresses = readKeyAddresses(body.addresses ?? []);
  if (permissions.includes('WITHDRAW') && addresses.length === 0) throw createFieldError('addresses');
  return {
    permissions,
    addresses,
    withdrawalLimit: readWithdrawalLimit(body.withdrawalLimit, permissions.includes('WITHDRAW')),
    createdAt: now,
    expiresAt: parseExpiry(body.expiresAt, now),
  };
}

/** BAD_REQUEST: missing, or not whole Toman; or the key may not withdraw. */
function readWithdrawalLimit(text: string | number | undefined, isNeeded: boolean): string | null {
  if (text === undefined && !isNeeded) return null;
  const toman = text === undefined || !isNeeded ? null : parseDecimal(text, 0);
  if (toman === null || toman === 0n) throw createFieldError('withdrawalLimit');
  return toman.toString();
}

/** Normalises and deduplicates. BAD_REQUEST: one is no address or network, or too wide. */
export function readKeyAddresses(texts: readonly string[]): string[] {
  const ranges = texts.map((text) => {
    const range = parseAddressRange(text);
    if (range === null || range.prefix < MIN_PREFIX_BITS[range.version]) throw createFieldError('addresses');
    return formatAddressRange(range);
  });
  return [...new Set(ranges)];
}

/**
 * Returns the addresses that replace the existing ones, none of which may be new. BAD_REQUEST: one is; or none is
 * left, which would allow all.
 */
export function narrowAddresses(currentAddresses: readonly string[], texts: readonly string[]): string[] {
  const newAddresses = readKeyAddresses(texts);
  if (currentAddresses.length === 0) return newAddresses;
  const allowedRanges = currentAddresses.flatMap((text) => parseAddressRange(text) ?? []);
  const isOutside = (text: string) => {
    const range = parseAddressRange(text);
    return range === null || !allowedRanges.some((outer) => isWithin(range, outer));
  };
  if (newAddresses.length === 0 || newAddresses.some(isOutside)) throw createFieldError('addresses');
  return newAddresses;
}

function parseExpiry(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(at - now >= MIN_LIFETIME_MS && at - now <= MAX_LIFETIME_MS)) throw createFieldError('expiresAt');
  return at;
}

/**
 * Points of small order, with which signatures can be forged, in each accepted encoding, ignoring the sign in the
 * last bit (libsodium's list).
 */
const WEAK = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Returns the 32 bytes in base64. INVALID_PUBLIC_KEY: neither PEM nor base64 of a public key, or a weak one. */
export function readProgramsPublicKey(text: string): string {
  const bytes = text.includes('-----BEGIN') ? parsePemKey(text.trim()) : parseBase64Key(text.trim());
  if (bytes === null || isWeak(bytes)) throw new AppError('INVALID_PUBLIC_KEY');
  return bytes.toString('base64');
}

/** Node would derive the public key from a private one, which must never be sent here. */
function parsePemKey(text: string): Buffer | null {
  if (!/^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/.test(text)) return null;
  try {
    const key = createPublicKey(text);
    if (key.asymmetricKeyType !== 'ed25519') return null;
    return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  } catch {
    return null;
  }
}

function parseBase64Key(text: string): Buffer | null {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function isWeak(bytes: Buffer): boolean {
  const plain = Buffer.from(bytes);
  plain[31] = (plain[31] ?? 0) & 0x7f;
  return bytes.length !== 32 || WEAK.has(plain.toString('hex'));
}
