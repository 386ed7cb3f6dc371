import { sql } from 'kysely';
import type { Queryable } from '../database/database.ts';
import { createSecrets, deriveIndexKey, type SecretKeys, type Secrets } from './secrets.ts';

const INDEX_KEY_FIELD = ['sealing.index_key_encrypted', 'true'] as const;

/**
 * Opens the secrets of a database. The key of digests is stored in it, sealed, from its first start on: digests
 * that can't be recomputed (of recovery codes, of cards) stay valid after a rotation of SECRET_KEY.
 */
export async function openSecrets(db: Queryable, keys: SecretKeys): Promise<Secrets> {
  const stored = await readIndexKey(db);
  if (stored) return createSecretsWith(keys, stored);
  await storeIndexKey(db, keys, deriveIndexKey(keys[0]));
  const sealed = await readIndexKey(db);
  if (!sealed) throw new Error('the table `sealing` is empty');
  return createSecretsWith(keys, sealed);
}

/** The first of several concurrent callers wins. */
async function storeIndexKey(db: Queryable, keys: SecretKeys, indexKey: Buffer): Promise<void> {
  const sealed = createSecrets(keys).encrypt(indexKey.toString('base64'), ...INDEX_KEY_FIELD);
  await sql`update sealing set index_key_encrypted = ${sealed} where index_key_encrypted is null`.execute(db);
}

async function readIndexKey(db: Queryable): Promise<Buffer | null> {
  const { rows } = await sql<{ key: Buffer | null }>`
    select index_key_encrypted as key from sealing`.execute(db);
  return rows[0]?.key ?? null;
}

const createSecretsWith = (keys: SecretKeys, sealed: Buffer): Secrets =>
  createSecrets(keys, Buffer.from(createSecrets(keys).decrypt(sealed, ...INDEX_KEY_FIELD), 'base64'));
