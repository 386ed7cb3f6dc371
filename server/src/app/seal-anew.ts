/** Re-encrypts everything sealed in a database: under another key, or bound to its own row. */
import { sql } from 'kysely';
import { type Config, secretKeys } from '../platform/config/config.ts';
import type { SealingKey } from '../platform/config/kept-secret.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { createLegacyUnsealer } from '../platform/secrets/old-format.ts';
import { keepIndexKey, openSecrets } from '../platform/secrets/open-secrets.ts';
import { checkRows, type ResealRun, resealRows } from '../platform/secrets/reseal-rows.ts';
import { keyOfCanary, readCanaries, replaceCanary } from '../platform/secrets/sealed-canary.ts';
import { indexKeyOf, isOfAnotherKey, keyIdOf, type Unsealer } from '../platform/secrets/secrets.ts';
import { StartError } from '../platform/start-error.ts';
import { resealStatements } from '../statements/index.ts';
import { resealDocuments } from '../verification/index.ts';
import { bindPlans } from '../withdrawal/index.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY' | 'SECRET_KEYS_OTHER' | 'sealingKeys' | 'sandbox'>;

export interface ResealResult {
  /** Number of values and files. */
  sealed: number;
  /** Table or file, and row, of values that no key opens. */
  faults: string[];
}

/** Returns the name of a server's connections, which shows the key that it seals with. */
export const connectionName = (key: Buffer): string => `sarraf key ${keyIdOf(key).toString('hex')}`;

/**
 * Values sealed by an older version were bound to no row. The sandbox re-encrypts them at its next start;
 * production when an operator requests it, once: an attacker with write access to the database could copy old
 * values into other rows and have them sealed for these.
 * @throws StartError in production.
 */
export async function requireBound(db: Db, config: Settings): Promise<void> {
  const { rows } = await sql<{ bound: boolean }>`select bound from sealing`.execute(db);
  if (rows[0]?.bound) return;
  if (config.sandbox) return void (await resealLegacyValues(db, config));
  throw new StartError(
    'SECRET_KEY: what an older version sealed in this database belongs to no row. Run `npm run rotate-key old-format` ' +
      'once, with all servers stopped. Was it done before, somebody has put old values back: restore a backup.',
  );
}

/** Continues where it was if it is killed. Nothing else reads the old format. */
export async function resealLegacyValues(db: Db, config: Settings): Promise<ResealResult> {
  const keys = secretKeys(config);
  const key = await keyOfDatabase(db, config);
  await keepIndexKey(db, keys, indexKeyOf(key ?? config.SECRET_KEY));
  const secrets = await openSecrets(db, keys);
  const old = createLegacyUnsealer(keys);
  const opener: Unsealer = {
    decrypt: (...sealed) =>
      either(
        () => secrets.decrypt(...sealed),
        () => old.decrypt(...sealed),
      ),
    decryptBytes: (...sealed) =>
      either(
        () => secrets.decryptBytes(...sealed),
        () => old.decryptBytes(...sealed),
      ),
  };
  const { resealing, anew } = begin(db, opener, secrets, config);
  await bindPlans(resealing);
  await resealEverything(resealing, config);
  await replaceCanary(db, secretKeyOf(config));
  await sql`update sealing set bound = true`.execute(db);
  return anew;
}

/**
 * Re-encrypts with the current key everything that another key has sealed, while servers that use the current one
 * run.
 * @throws when a server uses another.
 */
export async function rotateKeys(db: Db, config: Settings): Promise<ResealResult> {
  const { rows } = await sql<{ bound: boolean }>`select bound from sealing`.execute(db);
  if (!rows[0]?.bound) throw new Error('Run `npm run rotate-key old-format` first.');
  const secrets = await openSecrets(db, secretKeys(config));
  await retire(db, config);
  const { resealing, anew } = begin(db, secrets, secrets, config);
  await resealEverything(resealing, config);
  await replaceCanary(db, secretKeyOf(config));
  // A second pass, since a concurrent writer may have written after its table was done; then every value is under
  // this key alone.
  await refuseOtherServers(db, config.SECRET_KEY);
  await resealEverything(begin(db, secrets, secrets, config).resealing, config);
  const faults = new Set(anew.faults);
  const alone = await openSecrets(db, [config.SECRET_KEY]);
  await checkRows(db, alone, (place, { row }) => faults.add(`${place} of ${row}`));
  return { sealed: anew.sealed, faults: [...faults] };
}

function begin(
  db: Db,
  opener: Unsealer,
  secrets: ResealRun['secrets'],
  { SECRET_KEY }: Settings,
): { resealing: ResealRun; anew: ResealResult } {
  const anew: ResealResult = { sealed: 0, faults: [] };
  const resealing = {
    db,
    opener,
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

function either<T>(first: () => T, second: () => T): T {
  try {
    return first();
  } catch {
    return second();
  }
}
