/**
 * A database sealed with two keys is half lost, which would be noticed only when it is read. So each sealing key
 * has a row with a known text sealed by it, which every process opens at its start.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { SealingKey } from '../config/key-files.ts';
import type { Queryable } from '../database/database.ts';
import { StartError } from '../start-error.ts';
import { listSealedColumns, readSealed } from './sealed-columns.ts';
import { computeKeyId, createSecrets } from './secrets.ts';

export interface Canary {
  name: string;
  sealed: Buffer;
}

/** Whether a key opens the sealed values of a database that lost its canary; null: there are none. */
export type KeyTrial = (key: Buffer) => Promise<boolean | null>;

/** Checks the keys like `checkKeys` when a server starts, after the migration, and creates missing canaries. */
export async function initializeKeyCanaries(
  db: Queryable,
  keys: readonly SealingKey[],
  probes: Partial<Record<SealingKey['name'], KeyTrial>>,
): Promise<void> {
  await checkKeys(db, keys, probes);
  for (const { name, bytes } of keys)
    await sql`insert into sealed_canaries (name, sealed) values (${name}, ${sealCanary(name, bytes)})
      on conflict do nothing`.execute(db);
  // If two servers started concurrently with different keys, one of them finds the other's canary.
  assertCanariesOpen(await readCanaries(db), keys, 'database');
}

/** @throws StartError unless each key is the one that this database was sealed with. Writes nothing. */
export async function checkKeys(
  db: Queryable,
  keys: readonly SealingKey[],
  probes: Partial<Record<SealingKey['name'], KeyTrial>> = {},
): Promise<void> {
  const canaries = await readCanaries(db);
  assertCanariesOpen(canaries, keys, 'database');
  for (const key of keys) await assertNotRetired(db, key);
  const allProbes = { SECRET_KEY: (key: Buffer) => canOpenPersonalData(db, key), ...probes };
  for (const key of keys) {
    if (canaries.some(({ name }) => name === key.name)) continue;
    if ((await allProbes[key.name]?.(key.bytes)) === false) throwKeyError(key, 'database');
  }
}

/** @throws StartError if one of the keys doesn't open its canary. */
export function assertCanariesOpen(
  canaries: readonly Canary[],
  keys: readonly SealingKey[],
  source: 'database' | 'backup',
): void {
  for (const key of keys) {
    const canary = canaries.find(({ name }) => name === key.name);
    if (canary && findCanaryKey(canary, key) === null) throwKeyError(key, source);
  }
}

/** Empty if the database has no tables yet. */
export async function readCanaries(db: Queryable): Promise<Canary[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.sealed_canaries') is not null as there`.execute(db);
  if (!found[0]?.there) return [];
  return (await sql<Canary>`select name, sealed from sealed_canaries order by name`.execute(db)).rows;
}

const CANARY_FIELD = 'sealed_canaries.sealed';
const canaryText = (name: string): string => `sarraf ${name}`;
const sealCanary = (name: string, key: Buffer): Buffer =>
  createSecrets([key]).encrypt(canaryText(name), CANARY_FIELD, name);

/** Returns the key that sealed it; null: none of them did. */
export function findCanaryKey(
  { name, sealed }: Canary,
  { bytes, others }: Pick<SealingKey, 'bytes' | 'others'>,
): Buffer | null {
  const opensCanary = (key: Buffer) =>
    openOrNull(() => createSecrets([key]).decrypt(sealed, CANARY_FIELD, name)) === canaryText(name);
  return [bytes, ...others].find(opensCanary) ?? null;
}

/** Replaces the canary: from now on this is the database's key. */
export async function replaceCanary(db: Queryable, { name, bytes }: SealingKey): Promise<void> {
  const sealed = sealCanary(name, bytes);
  await sql`insert into sealed_canaries (name, sealed) values (${name}, ${sealed})
    on conflict (name) do update set sealed = excluded.sealed`.execute(db);
}

/**
 * Refuses a key that was rotated out: a server that still has it would seal values that can't be opened once it is
 * deleted.
 */
async function assertNotRetired(db: Queryable, { name, bytes }: SealingKey): Promise<void> {
  // The other key has no record of rotations, and the signer may not read this one's.
  if (name !== 'SECRET_KEY') return;
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.retired_keys') is not null as there`.execute(db);
  if (!found[0]?.there) return;
  const { rows } = await sql<{
    at: Date;
  }>`select at from retired_keys where id = ${computeKeyId(bytes)}`.execute(db);
  if (rows[0])
    throw new StartError(
      `${name}: another key took the place of this one on ${rows[0].at.toISOString().slice(0, 10)}. Set that one.`,
    );
}

/** Tries one value of each column; one that opens is enough, so that an old mistake doesn't prevent the start. */
async function canOpenPersonalData(db: Queryable, key: Buffer): Promise<boolean | null> {
  const secrets = createSecrets([key]);
  let found = false;
  for (const column of await listSealedColumns(db)) {
    const [value] = await readSealed(db, column, null, 1);
    if (!value) continue;
    if (openOrNull(() => secrets.decrypt(value.sealed, column.place, value.row)) !== null) return true;
    found = true;
  }
  return found ? false : null;
}

function openOrNull(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}

function throwKeyError({ name, file, isNew }: SealingKey, source: 'database' | 'backup'): never {
  if (file === null)
    throw new StartError(
      `${name}: this is not the key that the ${source} was sealed with. Set the one it was begun with.`,
    );
  if (!isNew)
    throw new StartError(
      `${name} is not set, and ${file} is not the key that the ${source} was sealed with. Set ${name}, or put the right file back.`,
    );
  // Nothing is sealed with it yet; the next start would take it for an existing key.
  rmSync(file, { force: true });
  throw new StartError(
    `${name} is not set and ${dirname(file)} has no key, but the ${source} was sealed with one. Set ${name}, or put ${file} back.`,
  );
}
