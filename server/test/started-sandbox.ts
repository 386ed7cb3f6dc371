/**
 * The database and data folder after a server's first start, with the sandbox's users and balances. Creating them
 * costs three seconds of a processor and copying them a tenth of one, so a run does it once, for the first file
 * that needs them. Tests of the first start itself use `createTestDatabase`.
 */
import { cpSync, mkdtempSync } from 'node:fs';
import pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';
import { cloneTemplate, type TestDatabase } from './database.ts';
import { TEST_BOOKS_KEY } from './keys.ts';
import { removeFolder } from './remove-folder.ts';
import { findFreePort, startServer } from './running-server.ts';

export interface StartedSandbox {
  database: TestDatabase;
  /** A folder that the caller owns and removes. */
  dataDir: string;
  /** Settings of a server that continues with both. */
  settings: Record<'BOOKS_KEY' | 'DATABASE_URL' | 'SIGNER_DATABASE_URL' | 'DATA_DIR', string>;
}

export const copyStartedSandbox = (): Promise<StartedSandbox> => copyStarted(inject('database'));

/** The same for a server in this process: `drop` removes the folder too. */
export type StartedDatabase = TestDatabase & Pick<StartedSandbox, 'settings' | 'dataDir'>;

export async function createStartedDatabase(): Promise<StartedDatabase> {
  const { database, dataDir, settings } = await copyStartedSandbox();
  return {
    ...database,
    dataDir,
    settings,
    async drop() {
      await database.drop();
      removeFolder(dataDir);
    },
  };
}

/** Copies where nothing is injected: in the process that runs the others. */
export async function copyStarted(databases: ProvidedContext['database']): Promise<StartedSandbox> {
  const { name, folder } = databases.started;
  await createOnce(databases);
  const database = await cloneTemplate({ ...databases, template: name });
  const dataDir = mkdtempSync('/tmp/sarraf-sandbox-');
  cpSync(folder, dataDir, { recursive: true });
  return { database, dataDir, settings: buildSettings(database, dataDir) };
}

const buildSettings = (database: TestDatabase, dataDir: string): StartedSandbox['settings'] => ({
  BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
  DATABASE_URL: database.url,
  SIGNER_DATABASE_URL: database.signerUrl,
  DATA_DIR: dataDir,
});

/** Creates it unless it exists; concurrent callers wait. */
async function createOnce(databases: ProvidedContext['database']): Promise<void> {
  const { name, folder } = databases.started;
  const client = new pg.Client({ connectionString: databases.url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    removeFolder(folder);
    const database = await cloneTemplate(databases);
    const server = await startServer({
      ...buildSettings(database, folder),
      PORT: String(await findFreePort()),
    });
    await server.kill('SIGTERM');
    await resetWatch(database.ownerUrl);
    await client.query(`ALTER DATABASE ${database.name} RENAME TO ${name}`);
  } finally {
    await client.end();
  }
}

/** A copy may be made half an hour later, and must not report the watch as overdue. */
async function resetWatch(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client
    .query(`UPDATE watch_state SET followed_at = NULL, rechecked_at = NULL;
      TRUNCATE alarms, alarm_checks, alarm_messages, alarm_acknowledgements`)
    .finally(() => client.end());
}
