/** Re-encrypts everything that is sealed in a database under another key. */
import { sql } from 'kysely';
import { type Config, secretKeys } from '../platform/config/config.ts';
import type { SealingKey } from '../platform/config/kept-secret.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { openSecrets } from '../platform/secrets/open-secrets.ts';
import { checkRows, type ResealRun, resealRows } from '../platform/secrets/reseal-rows.ts';
import { keyOfCanary, readCanaries, replaceCanary } from '../platform/secrets/sealed-canary.ts';
import { isOfAnotherKey, keyIdOf } from '../platform/secrets/secrets.ts';
import { resealStatements } from '../statements/index.ts';
import { resealDocuments } from '../verification/index.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY' | 'SECRET_KEYS_OTHER' | 'sealingKeys'>;

export interface ResealResult {
  /** Number of values and files. */
  sealed: number;
  /** Table or file, and row, of values that no key opens. */
  faults: string[];
}

/** Returns the name of a server's connections, which shows the key that it seals with. */
export const connectionName = (key: Buffer): string => `sarraf key ${keyIdOf(key).toString('hex')}`;

/**
 * Seals all that another key has sealed with the current one, while servers that seal with the current one run.
 * @throws where one seals with another.
 */
export async function rotateKeys(db: Db, config: Settings): Promise<ResealResult> {
  const secrets = await openSecrets(db, secretKeys(config));
  await retire(db, config);
  const { resealing, anew } = begin(db, secrets, config);
  await resealEverything(resealing, config);
  await replaceCanary(db, secretKeyOf(config));
  // A second pass, since a concurrent writer may have written after its table was done; then every value is under
  // this key alone.
  await refuseOtherServers(db, config.SECRET_KEY);
  await resealEverything(begin(db, secrets, config).resealing, config);
  const faults = new Set(anew.faults);
  const alone = await openSecrets(db, [config.SECRET_KEY]);
  await checkRows(db, alone, (place, { row }) => faults.add(`${place} of ${row}`));
  return { sealed: anew.sealed, faults: [...faults] };
}

function begin(
  db: Db,
  secrets: ResealRun['secrets'],
  { SECRET_KEY }: Settings,
): { resealing: ResealRun; anew: ResealResult } {
  const anew: ResealResult = { sealed: 0, faults: [] };
  const resealing = {
    db,
    opener: secrets,
    secrets,
    isDone: (sealed: Buffer) => !isOfAnotherKey(sealed, SECRET_KEY),
    count() {
      anew.sealed += 1;
    },
    fault: (place: string, row: string) => void anew.faults.push(`${place} of ${row}`),
  };
  return { resealing, anew };
}

async function resealEverything(resealing: ResealRun, { DATA_DIR }: Settings): Promise<void> {
  await resealRows(resealing);
  await resealDocuments(resealing, DATA_DIR);
  await resealStatements(resealing, DATA_DIR);
}

/** Removes the old key: no server can start with it, and no running one has it. */
async function retire(db: Db, config: Settings): Promise<void> {
  await refuseOtherServers(db, config.SECRET_KEY);
  const key = await keyOfDatabase(db, config);
  if (key === null || key.equals(config.SECRET_KEY)) return;
  await sql`insert into retired_keys (id, at) values (${keyIdOf(key)}, now()) on conflict do nothing`.execute(
    db,
  );
  // A server may have started in between.
  await refuseOtherServers(db, config.SECRET_KEY);
}

async function refuseOtherServers(db: Queryable, key: Buffer): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name like 'sarraf key %'
      and application_name <> ${connectionName(key)}`.execute(db);
  if (rows[0]?.n)
    throw new Error('A server still seals with another SECRET_KEY: start each again with this one first.');
}

const secretKeyOf = ({ sealingKeys }: Settings): SealingKey => {
  const key = sealingKeys.find(({ name }) => name === 'SECRET_KEY');
  if (!key) throw new Error('there is a SECRET_KEY');
  return key;
};

/** Returns the key that the canary is sealed with; null: there is no canary yet. */
async function keyOfDatabase(db: Queryable, config: Settings): Promise<Buffer | null> {
  const canary = (await readCanaries(db)).find(({ name }) => name === 'SECRET_KEY');
  return canary ? keyOfCanary(canary, secretKeyOf(config)) : null;
}
