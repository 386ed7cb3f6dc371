/** Re-encrypts everything that is sealed in a database under another key. */
import { sql } from 'kysely';
import { type Config, listSecretKeys } from '../platform/config/config.ts';
import type { SealingKey } from '../platform/config/key-files.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { openSecrets } from '../platform/secrets/open-secrets.ts';
import { checkRows, type ResealRun, resealRows } from '../platform/secrets/reseal-rows.ts';
import { findCanaryKey, readCanaries, replaceCanary } from '../platform/secrets/sealed-canary.ts';
import { computeKeyId, isSealedWithOtherKey } from '../platform/secrets/secrets.ts';
import { resealStatements } from '../statements/index.ts';
import { resealDocuments } from '../verification/index.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY' | 'SECRET_KEYS_OTHER' | 'sealingKeys'>;

export interface ResealResult {
  /** Number of values and files. */
  sealed: number;
  /** Table or file, and row, of values that no key opens. */
  unopened: string[];
}

/** Returns the name of a server's connections, which shows the key that it seals with. */
export const formatConnectionName = (key: Buffer): string =>
  `sarraf key ${computeKeyId(key).toString('hex')}`;

/**
 * Seals all that another key has sealed with the current one, while servers that seal with the current one run.
 * @throws where one seals with another.
 */
export async function rotateKeys(db: Db, config: Settings): Promise<ResealResult> {
  const secrets = await openSecrets(db, listSecretKeys(config));
  await retireOldKey(db, config);
  const { resealing, result } = createResealRun(db, secrets, config);
  await resealEverything(resealing, config);
  await replaceCanary(db, getSecretKey(config));
  // A second pass, since a concurrent writer may have written after its table was done; then every value is under
  // this key alone.
  await assertNoOtherServers(db, config.SECRET_KEY);
  await resealEverything(createResealRun(db, secrets, config).resealing, config);
  const unopened = new Set(result.unopened);
  const currentKeySecrets = await openSecrets(db, [config.SECRET_KEY]);
  await checkRows(db, currentKeySecrets, (field, { row }) => unopened.add(`${field} of ${row}`));
  return { sealed: result.sealed, unopened: [...unopened] };
}

function createResealRun(
  db: Db,
  secrets: ResealRun['secrets'],
  { SECRET_KEY }: Settings,
): { resealing: ResealRun; result: ResealResult } {
  const result: ResealResult = { sealed: 0, unopened: [] };
  const resealing = {
    db,
    opener: secrets,
    secrets,
    isDone: (sealed: Buffer) => !isSealedWithOtherKey(sealed, SECRET_KEY),
    count() {
      result.sealed += 1;
    },
    reportUnopened: (field: string, row: string) => void result.unopened.push(`${field} of ${row}`),
  };
  return { resealing, result };
}

async function resealEverything(resealing: ResealRun, { DATA_DIR }: Settings): Promise<void> {
  await resealRows(resealing);
  await resealDocuments(resealing, DATA_DIR);
  await resealStatements(resealing, DATA_DIR);
}

/** Removes the old key: no server can start with it, and no running one has it. */
async function retireOldKey(db: Db, config: Settings): Promise<void> {
  await assertNoOtherServers(db, config.SECRET_KEY);
  const key = await findDatabaseKey(db, config);
  if (key === null || key.equals(config.SECRET_KEY)) return;
  await sql`insert into retired_keys (id, at) values (${computeKeyId(key)}, now()) on conflict do nothing`.execute(
    db,
  );
  // A server may have started in between.
  await assertNoOtherServers(db, config.SECRET_KEY);
}

async function assertNoOtherServers(db: Queryable, key: Buffer): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name like 'sarraf key %'
      and application_name <> ${formatConnectionName(key)}`.execute(db);
  if (rows[0]?.n)
    throw new Error('A server still seals with another SECRET_KEY: start each again with this one first.');
}

const getSecretKey = ({ sealingKeys }: Settings): SealingKey => {
  const key = sealingKeys.find(({ name }) => name === 'SECRET_KEY');
  if (!key) throw new Error('there is a SECRET_KEY');
  return key;
};

/** Returns the key that the canary is sealed with; null: there is no canary yet. */
async function findDatabaseKey(db: Queryable, config: Settings): Promise<Buffer | null> {
  const canary = (await readCanaries(db)).find(({ name }) => name === 'SECRET_KEY');
  return canary ? findCanaryKey(canary, getSecretKey(config)) : null;
}
