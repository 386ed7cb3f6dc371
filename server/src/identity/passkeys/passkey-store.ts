import type { PASSKEY_KINDS } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';

export interface Passkey {
  id: string;
  userId: string;
  credentialId: Buffer;
  /** Sealed for this row and its owner. */
  key: Buffer;
  name: string;
  kind: (typeof PASSKEY_KINDS)[number];
  createdAt: Date;
  lastUsedAt: Date | null;
}

const PASSKEY = sql`id, user_id as "userId", credential_id as "credentialId", key_encrypted as key, name, kind,
  created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Limited, since each is a way to sign in. */
export const MAX_PASSKEYS = 10;

/** False: the credential is registered already, by this or another user. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'lastUsedAt'> & { signCount: number },
): Promise<boolean> {
  const { id, userId, credentialId, key, name, kind, signCount, createdAt } = passkey;
  const { rows } = await sql`insert into passkeys
      (id, user_id, credential_id, key_encrypted, name, kind, sign_count, created_at)
    values (${id}, ${userId}, ${credentialId}, ${key}, ${name}, ${kind}, ${signCount}, ${createdAt})
    on conflict (credential_id) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Newest first. */
export async function findPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`select ${PASSKEY} from passkeys where user_id = ${userId}
    order by id desc`.execute(db);
  return rows;
}

export async function hasPasskeys(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`select from passkeys where user_id = ${userId} limit 1`.execute(db);
  return rows.length > 0;
}

export async function findPasskey(db: Queryable, credentialId: Buffer): Promise<Passkey | null> {
  const { rows } = await sql<Passkey>`select ${PASSKEY} from passkeys
    where credential_id = ${credentialId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Records a use. False: the passkey was removed or changed since it was read, or its counter did not increase; a
 * counter that stays 0 means that the passkey has none.
 */
export async function countPasskeyUse(
  tx: Tx,
  { id, key }: Pick<Passkey, 'id' | 'key'>,
  signCount: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`update passkeys set sign_count = ${signCount}, last_used_at = ${now}
    where id = ${id} and key_encrypted = ${key}
      and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function updatePasskeyName(
  tx: Tx,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`update passkeys set name = ${name}
    where id = ${id} and user_id = ${userId} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deletePasskey(
  tx: Tx,
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
): Promise<boolean> {
  const { rows } =
    await sql`delete from passkeys where id = ${id} and user_id = ${userId} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  await sql`delete from passkeys where user_id = ${userId}`.execute(tx);
}
