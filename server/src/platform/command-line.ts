import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type Db, openDatabase } from './database.ts';
import { type Postgres, startPostgres } from './postgres.ts';

/**
 * For commands beside the server: its database, whether that runs or not. An embedded one is stopped afterwards
 * unless a server was using it.
 * @throws when there is none yet, and there may not be.
 */
export async function withDatabaseUrl<T>(
  config: Config,
  work: (url: string) => Promise<T>,
  { mayBeNew = false } = {},
): Promise<T> {
  const postgres = config.DATABASE_URL === undefined ? await startOwn(config, mayBeNew) : null;
  try {
    return await work(postgres?.url ?? (config.DATABASE_URL as string));
  } finally {
    if (postgres && !postgres.adopted) await postgres.stop();
  }
}

export const withDatabase = <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabaseUrl(config, async (url) => {
    const database = openDatabase(url, 2);
    try {
      return await work(database.db);
    } finally {
      await database.close();
    }
  });

async function startOwn({ DATA_DIR }: Config, mayBeNew: boolean): Promise<Postgres> {
  const dataDir = join(DATA_DIR, 'postgres');
  if (!existsSync(dataDir) && !mayBeNew)
    throw new Error(`There is no database in ${DATA_DIR} yet: start the server first.`);
  return startPostgres({ dataDir, log: () => {} });
}

/** Ends the process with the code that `main` answers; 2 and one line on standard error when it throws. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  process.exitCode = await main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return 2;
  });
}
