import {
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { DAY_MS } from '@sarraf/domain';
import type { KeyPermission, ProgramKey, ProgramKeyKind } from '@sarraf/domain/contracts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import type { IdentityContext } from '../deps.ts';
import type { KeyRow } from './key-store.ts';

/** All properties of a key, sealed as a whole. */
export interface Grant {
  kind: ProgramKeyKind;
  /** 32 bytes in base64: the public key; or the secret, which is used as this text. */
  key: string;
  permissions: KeyPermission[];
  addresses: string[];
  /**
   * Maximum value of its withdrawals within 24 hours, in whole Toman. Null: it may not withdraw; unset: it was
   * created before there was this limit.
   */
  withdrawalLimit?: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Null: valid until revoked. */
  expiresAt: number | null;
}

/** The owner is notified a day before a new key can withdraw, in case it was created with a stolen password. */
const WITHDRAWS_AFTER_MS = DAY_MS;

type Row = Pick<KeyRow, 'id' | 'userId'>;

export const sealGrant = ({ secrets }: IdentityContext, { id, userId }: Row, grant: Grant): Buffer =>
  secrets.encrypt(JSON.stringify(grant), 'program_keys.grant_encrypted', toOwnedRowKey(id, userId));

export const openGrant = (
  { secrets }: Pick<IdentityContext, 'secrets'>,
  { id, userId, grant }: Row & { grant: Buffer },
): Grant =>
  JSON.parse(secrets.decrypt(grant, 'program_keys.grant_encrypted', toOwnedRowKey(id, userId))) as Grant;

/** In milliseconds; null: it may not. */
export const withdrawalsStartAt = ({ permissions, createdAt }: Grant): number | null =>
  permissions.includes('WITHDRAW') ? createdAt + WITHDRAWS_AFTER_MS : null;

export const isExpired = ({ expiresAt }: Grant, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** DER of an Ed25519 public key, before its 32 bytes (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the key that verifies signatures. */
export const verificationKeyOf = ({ kind, key }: Grant): KeyObject => {
  // A secret is used as the displayed text, as common API tools do.
  if (kind === 'HMAC') return createSecretKey(Buffer.from(key));
  return createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(key, 'base64')]),
    format: 'der',
    type: 'spki',
  });
};

/** Compares in constant time. */
export function isSignedBy(key: KeyObject, text: string, signature: Buffer): boolean {
  if (key.type === 'public')
    return signature.length === 64 && verify(null, Buffer.from(text), key, signature);
  const expectedSignature = createHmac('sha256', key).update(text).digest();
  return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature);
}

const toIsoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export function programKeyDto(context: IdentityContext, row: KeyRow): ProgramKey {
  const grant = openGrant(context, row);
  const { kind, permissions, addresses, withdrawalLimit = null, createdAt, expiresAt } = grant;
  return {
    id: row.id,
    label: row.label,
    kind,
    permissions,
    addresses,
    state: isExpired(grant, context.clock.now()) ? 'EXPIRED' : 'ACTIVE',
    createdAtDateTime: new Date(createdAt).toISOString(),
    expiresAtDateTime: toIsoOrNull(expiresAt),
    withdrawsFromDateTime: toIsoOrNull(withdrawalsStartAt(grant)),
    withdrawalLimit,
    lastUsedAtDateTime: row.lastUsedAt?.toISOString() ?? null,
    lastIpAddress: row.lastIp,
  };
}
