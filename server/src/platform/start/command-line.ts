import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Db, openDatabase } from '../database/database.ts';
import { isClaimed } from '../database/database-claim.ts';
import { configuredUrls, embeddedUrls } from '../database/embedded.ts';
import { type Postgres, startPostgres } from '../database/postgres.ts';
import { deriveAuditKey } from '../secrets/books-keys.ts';
import { checkKeys } from '../secrets/sealed-canary.ts';

/**
 * Runs a command on the server's database, whether that is running or not. An embedded one is stopped afterwards
 * unless a server is using it. `asOwner`: as the owner of the tables instead of the server's role.
 * @throws if there is none yet, unless allowed; if it was sealed with other keys than those of the settings.
 */
export async function withDatabaseUrl<T>(
  config: Config,
  work: (url: string) => Promise<T>,
  { mayBeNew = false, asOwner = false } = {},
): Promise<T> {
  const postgres = config.DATABASE_URL === undefined ? await startEmbedded(config, mayBeNew) : null;
  const urls = postgres ? embeddedUrls(postgres) : configuredUrls(config.DATABASE_URL as string, config);
  const url = asOwner ? urls.ownerUrl : urls.url;
  try {
    await withOpenDatabase(config, url, (db) => checkKeys(db, config.sealingKeys));
    return await work(url);
  } finally {
    if (postgres && !postgres.adopted && !(await isClaimed(urls.url).catch(() => false)))
      await postgres.stop();
  }
}

export const withDatabase = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabaseUrl(config, (url) => withOpenDatabase(config, url, work));

async function withOpenDatabase<T>(
  { BOOKS_KEY }: Config,
  url: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const database = openDatabase(url, 2, deriveAuditKey(BOOKS_KEY));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function startEmbedded({ DATA_DIR }: Config, mayBeNew: boolean): Promise<Postgres> {
  const dataDir = join(DATA_DIR, 'postgres');
  if (!existsSync(dataDir) && !mayBeNew)
    throw new Error(`There is no database in ${DATA_DIR} yet: start the server first.`);
  return startPostgres({ dataDir, log: () => {} });
}

/** Ends the process with the code that `main` returns; with 2 and one line on standard error if it throws. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  process.exitCode = await main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return 2;
  });
}
