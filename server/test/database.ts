import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';
import { SERVER_ROLE } from '../src/platform/database/embedded-roles.ts';
// Imports the type of inject('database').
import type {} from './global-setup.ts';

export type TestDatabase = {
  /** URL of the server's role, which the product uses. */
  url: string;
  /** URL of the tables' owner: for changes that no server makes. */
  ownerUrl: string;
  signerUrl: string;
  name: string;
  drop: () => Promise<void>;
};

/** Pools end their sessions a moment after they report it; terminating one at that moment raises an uncaught error. */
const GRACE_MS = 500;
/** A database with connections can't be copied, and terminating them is no alternative. */
const COPY_GRACE_MS = 60_000;

/**
 * Clones a migrated database from the run's template in some 60 ms. Call `drop` when done: it terminates open
 * sessions.
 */
export const createTestDatabase = (): Promise<TestDatabase> => cloneTemplate(inject('database'));

/** Creates one without tables; all its URLs are the owner's. */
export const createEmptyDatabase = (): Promise<TestDatabase> => {
  const { url } = inject('database');
  return cloneTemplate({ url, serverUrl: url, signerUrl: url, template: 'template0' });
};

/** Copies a database that a test has filled, once nothing is connected to it. */
export async function copyDatabase({ name }: Pick<TestDatabase, 'name'>): Promise<TestDatabase> {
  const databases = inject('database');
  await withClient(databases.url, (client) => waitUntilUnused(client, name, COPY_GRACE_MS));
  return cloneTemplate({ ...databases, template: name });
}

/** Clones where nothing is injected: in the process that runs the others. */
export async function cloneTemplate({
  url,
  serverUrl,
  signerUrl,
  template,
}: Omit<ProvidedContext['database'], 'started'>): Promise<TestDatabase> {
  const name = `sarraf_test_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString('hex')}`;
  await withClient(url, async (client) => {
    // Copies the files instead of each page through the WAL, the default: a third of the work, except for a
    // checkpoint.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    // A database's own privileges are not copied.
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${name} FROM PUBLIC;
      GRANT TEMPORARY ON DATABASE ${name} TO ${SERVER_ROLE}`);
  });
  const urlOfClone = (server: string) => {
    const address = new URL(server);
    address.pathname = name;
    return address.href;
  };
  return {
    url: urlOfClone(serverUrl),
    ownerUrl: urlOfClone(url),
    signerUrl: urlOfClone(signerUrl),
    name,
    drop: () => dropDatabase(url, name),
  };
}

async function dropDatabase(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    await waitUntilUnused(client, name, GRACE_MS);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

async function waitUntilUnused(client: pg.Client, name: string, graceMs: number): Promise<void> {
  const sessions = `SELECT FROM pg_stat_activity WHERE datname = '${name}' AND backend_type = 'client backend'`;
  const deadline = Date.now() + graceMs;
  while ((await client.query(sessions)).rowCount && Date.now() < deadline) await sleep(20);
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
