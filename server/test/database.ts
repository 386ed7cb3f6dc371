import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';
import { SERVER_ROLE } from '../src/platform/database/embedded-roles.ts';
// Brings the type of inject('database').
import type {} from './global-setup.ts';

export type TestDatabase = {
  /** As the server's role, which the product works as. */
  url: string;
  /** As the owner of the tables: for what no server does. */
  ownerUrl: string;
  signerUrl: string;
  name: string;
  drop: () => Promise<void>;
};

/** Pools end their sessions a moment after they say so; cutting one just then is an error that nobody catches. */
const GRACE_MS = 500;
/** What somebody is connected to can't be copied, and cutting them is no way out. */
const COPY_GRACE_MS = 60_000;

/**
 * A migrated database of one's own, cloned from the run's template in some 60 ms. Call `drop` when done: it ends
 * sessions that are still open.
 */
export const createTestDatabase = (): Promise<TestDatabase> => cloneTemplate(inject('database'));

/** One without a table; all its addresses are the owner's. */
export const createEmptyDatabase = (): Promise<TestDatabase> => {
  const { url } = inject('database');
  return cloneTemplate({ url, serverUrl: url, signerUrl: url, template: 'template0' });
};

/** A copy of one that a test has filled, once nobody is connected to it any more. */
export async function copyDatabase({ name }: Pick<TestDatabase, 'name'>): Promise<TestDatabase> {
  const databases = inject('database');
  await connected(databases.url, (client) => untilLeft(client, name, COPY_GRACE_MS));
  return cloneTemplate({ ...databases, template: name });
}

/** Where nothing is injected: in the process that runs the others. */
export async function cloneTemplate({
  url,
  serverUrl,
  signerUrl,
  template,
}: Omit<ProvidedContext['database'], 'started'>): Promise<TestDatabase> {
  const name = `sarraf_test_${Math.floor(Date.now() / 1000)}_${randomBytes(6).toString('hex')}`;
  await connected(url, async (client) => {
    // The files are copied, and not each page by way of the log as is usual: a third of the work, but for a checkpoint.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    // What a database's own rights are is not copied.
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${name} FROM PUBLIC;
      GRANT TEMPORARY ON DATABASE ${name} TO ${SERVER_ROLE}`);
  });
  const within = (server: string) => {
    const address = new URL(server);
    address.pathname = name;
    return address.href;
  };
  return {
    url: within(serverUrl),
    ownerUrl: within(url),
    signerUrl: within(signerUrl),
    name,
    drop: () => drop(url, name),
  };
}

async function drop(url: string, name: string): Promise<void> {
  await connected(url, async (client) => {
    await untilLeft(client, name, GRACE_MS);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

async function untilLeft(client: pg.Client, name: string, graceMs: number): Promise<void> {
  const sessions = `SELECT FROM pg_stat_activity WHERE datname = '${name}' AND backend_type = 'client backend'`;
  const deadline = Date.now() + graceMs;
  while ((await client.query(sessions)).rowCount && Date.now() < deadline) await sleep(20);
}

async function connected(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
