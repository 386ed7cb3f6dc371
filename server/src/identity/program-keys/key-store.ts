import type { ApiLevel } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { PERSON, type PersonRow } from '../sessions/session-store.ts';

export interface KeyRow {
  id: string;
  userId: string;
  label: string;
  /** Sealed for this row and its owner. */
  grant: Buffer;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastIp: string | null;
}

const ROW = sql`id, user_id as "userId", label, coalesce(grant_encrypted, ''::bytea) as "grant", created_at as "createdAt",
  last_used_at as "lastUsedAt", last_ip as "lastIp"`;

/** Returns valid and expired keys, newest first. */
export async function findKeys(db: Queryable, userId: string): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`select ${ROW} from program_keys
    where user_id = ${userId} and revoked_at is null order by id desc`.execute(db);
  return rows;
}

export async function insertKey(
  tx: Tx,
  { id, userId, label, grant, createdAt }: Omit<KeyRow, 'lastUsedAt' | 'lastIp'>,
): Promise<void> {
  await sql`insert into program_keys (id, user_id, label, grant_encrypted, created_at)
    values (${id}, ${userId}, ${label}, ${grant}, ${createdAt})`.execute(tx);
}

/** Locked until the transaction ends; null: none of theirs, or revoked. */
export async function lockKey(tx: Tx, userId: string, id: string): Promise<KeyRow | null> {
  const { rows } = await sql<KeyRow>`select ${ROW} from program_keys
    where id = ${id} and user_id = ${userId} and revoked_at is null for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function updateKey(
  tx: Tx,
  { id, label, grant }: Pick<KeyRow, 'id' | 'label' | 'grant'>,
): Promise<void> {
  await sql`update program_keys set label = ${label}, grant_encrypted = ${grant} where id = ${id}`.execute(
    tx,
  );
}

/** Revokes a key and deletes its grant. False: none of theirs, or revoked already. */
export async function revokeKeyOf(tx: Queryable, userId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update program_keys set revoked_at = ${now}, grant_encrypted = null
    where id = ${id} and user_id = ${userId} and revoked_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

/** Revokes all keys of a user; returns their number. */
export async function revokeKeys(tx: Queryable, userId: string, now: Date): Promise<number> {
  const { rows } = await sql`update program_keys set revoked_at = ${now}, grant_encrypted = null
    where user_id = ${userId} and revoked_at is null returning 1`.execute(tx);
  return rows.length;
}

/** A key that isn't revoked, of a user who isn't blocked, with the user. */
export interface KeyWithUser extends PersonRow {
  id: string;
  grant: Buffer;
  apiLevel: ApiLevel;
}

export async function findKeyWithUser(db: Queryable, id: string): Promise<KeyWithUser | null> {
  const { rows } =
    await sql<KeyWithUser>`select ${PERSON}, k.id, coalesce(k.grant_encrypted, ''::bytea) as "grant",
      u.api_level as "apiLevel"
    from program_keys k join users u on u.id = k.user_id
    where k.id = ${id} and k.revoked_at is null and u.blocked_at is null`.execute(db);
  return rows[0] ?? null;
}

// ── Addresses that keys are used from ───────────────────────────────────────────────────────────

export async function saveKeyUse(tx: Tx, id: string, { at, ip }: { at: Date; ip: string }): Promise<void> {
  await sql`update program_keys set last_used_at = ${at}, last_ip = ${ip}
    where id = ${id} and (last_used_at is null or last_used_at < ${at})`.execute(tx);
}

/** False: it was used from there before. */
export async function insertKeyAddress(tx: Tx, id: string, address: string, now: Date): Promise<boolean> {
  const { rows } = await sql`insert into program_key_addresses (key_id, address, first_used_at)
    values (${id}, ${address}, ${now}) on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes all but the newest addresses; returns how many have been added since a time. */
export async function trimKeyAddresses(
  tx: Tx,
  id: string,
  maxAddresses: number,
  since: Date,
): Promise<number> {
  await sql`delete from program_key_addresses where key_id = ${id} and address not in (
      select address from program_key_addresses where key_id = ${id}
      order by first_used_at desc, address limit ${maxAddresses})`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from program_key_addresses
    where key_id = ${id} and first_used_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}
