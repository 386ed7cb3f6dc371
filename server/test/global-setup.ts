/**
 * One PostgreSQL for a test run, with a migrated template that every test file clones: an embedded one in a
 * temporary folder, or that of TEST_DATABASE_URL.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import {
  createOrUpdateRoles,
  SERVER_ROLE,
  SIGNER_ROLE,
  urlForRole,
} from '../src/platform/database/embedded-roles.ts';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { type Postgres, startPostgres } from '../src/platform/database/postgres.ts';
import { grantRights } from '../src/platform/database/rights.ts';
import { removeFolder } from './remove-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A server on which test databases may be created, with its owner and roles, and the name of the template to
     * clone.
     */
    database: {
      url: string;
      serverUrl: string;
      signerUrl: string;
      template: string;
      /** For this run alone, created when a test file first needs it: see started-sandbox.ts. */
      started: { name: string; folder: string };
    };
  }
}

/**
 * In memory if there is room for some hundred databases: ext4 scans a bitmap past every inode that was freed in the
 * last seconds, and tests free thousands, so that half of a run was spent in the kernel. Else in /tmp, since
 * PostgreSQL's user must have access to the folder whatever TMPDIR says.
 */
const MEMORY_FOLDER = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;
const TEMP = freeBytesIn(MEMORY_FOLDER) >= NEEDED_BYTES ? MEMORY_FOLDER : '/tmp';
const PREFIX = 'sarraf-test-database-';
/** The folder of started-sandbox.ts. */
const STARTED_PREFIX = 'sarraf-started-';
/**
 * A test database needs no durability beyond its run. There are hundreds, and autovacuum visits all of them within
 * one interval.
 */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '1GB',
  autovacuum_naptime: '60s',
};
const ORPHAN_AGE = '1 hour';

/** The template includes the roles' privileges. */
const RIGHTS_FILE = join(import.meta.dirname, '../src/platform/database/rights.ts');

/** Servers that tests restart repeatedly compile their modules once. */
const COMPILE_CACHE = join(import.meta.dirname, '../../.cache/compiled');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  const external = process.env.TEST_DATABASE_URL;
  const { stop, ...urls } = external ? await useExternalServer(external) : await startTemporaryServer();
  try {
    const { started, remove } = planStartedSandbox(urls.url);
    project.provide('database', { ...urls, template: await prepareTemplate(urls.url), started });
    return async () => {
      await remove();
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Started = Omit<ProvidedContext['database'], 'template' | 'started'> & { stop: () => Promise<void> };

/** Its roles have the same passwords in each run, since another run may be in progress. */
async function useExternalServer(url: string): Promise<Started> {
  const password = createHash('sha256').update(`roles of ${url}`).digest('hex');
  await createOrUpdateRoles(url, { [SERVER_ROLE]: password, [SIGNER_ROLE]: password });
  return {
    url,
    serverUrl: urlForRole(url, SERVER_ROLE, password),
    signerUrl: urlForRole(url, SIGNER_ROLE, password),
    stop: async () => {},
  };
}

/** Starts an empty one in a folder of its own. */
export async function startTemporaryServer(): Promise<Started> {
  await removeOrphans();
  const dataDir = mkdtempSync(join(TEMP, `${PREFIX}${process.pid}-`));
  const server: Postgres = await startPostgres({ dataDir, log: () => {}, settings: FAST_SETTINGS });
  await trustUserNames(dataDir, server.url);
  return {
    url: server.url,
    serverUrl: server.serverUrl,
    signerUrl: server.signerUrl,
    stop: async () => {
      await server.stop();
      removeFolder(dataDir);
    },
  };
}

/** For `inject('database')`: names of what is created later, and how both are removed at the end of a run. */
function planStartedSandbox(url: string): {
  started: ProvidedContext['database']['started'];
  remove(): Promise<void>;
} {
  const home = mkdtempSync(`/tmp/${STARTED_PREFIX}${process.pid}-`);
  // Named like test databases, which are removed an hour after a run that was killed.
  const name = `sarraf_test_${Math.floor(Date.now() / 1000)}_started_${process.pid}`;
  return {
    started: { name, folder: join(home, 'data') },
    async remove() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).finally(() => client.end());
      removeFolder(home);
    },
  };
}

/**
 * Trusts the user name of every connection. Verifying a password takes both sides 4,096 rounds of a hash on
 * purpose, and a run connects thousands of times; each role keeps its own privileges. That passwords are required
 * is tested on clusters as the product creates them.
 */
async function trustUserNames(dataDir: string, url: string): Promise<void> {
  writeFileSync(join(dataDir, 'cluster', 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_reload_conf()').finally(() => client.end());
}

function freeBytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Removes the server and folder of a run that was killed; the folder's name contains its process id. */
async function removeOrphans(): Promise<void> {
  for (const name of readdirSync('/tmp').filter((entry) => entry.startsWith(STARTED_PREFIX))) {
    if (!isAlive(Number.parseInt(name.slice(STARTED_PREFIX.length), 10))) removeFolder(join('/tmp', name));
  }
  for (const folder of new Set([TEMP, '/tmp'])) {
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith(PREFIX))) {
      const owner = Number.parseInt(name.slice(PREFIX.length), 10);
      if (!(owner > 0) || isAlive(owner)) continue;
      await removeDatabase(join(folder, name));
    }
  }
}

/** Stops the server of a killed process in this folder, if it still runs, and removes the folder. */
export async function removeDatabase(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
  // Starting adopts it, if it still runs, which is the careful way to find out whom to stop.
  if (existsSync(pidFile) && isAlive(Number.parseInt(readFileSync(pidFile, 'utf8'), 10))) {
    await startPostgres({ dataDir, log: () => {} }).then((server) => server.stop());
  }
  removeFolder(dataDir);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The template is named after its migrations, so a server that outlives the run (CI's) need not migrate again. */
async function prepareTemplate(url: string): Promise<string> {
  const digest = createHash('sha256');
  for (const { name, sha256 } of readMigrations()) digest.update(`${name} ${sha256}\n`);
  digest.update(readFileSync(RIGHTS_FILE));
  const template = `sarraf_template_${digest.digest('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('sarraf test template'))");
    await dropOrphanDatabases(client);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount) return template;
    const draft = `${template}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft}`);
    const address = new URL(url);
    address.pathname = draft;
    await migrate(address.href);
    await grantRightsIn(address.href);
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
    return template;
  } finally {
    await client.end();
  }
}

async function grantRightsIn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await grantRights(client, { server: SERVER_ROLE, signer: SIGNER_ROLE }).finally(() => client.end());
}

/** Their names contain the second of their creation; see database.ts. */
async function dropOrphanDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database
     WHERE datname ~ '^sarraf_test_[0-9]+_'
       AND to_timestamp(split_part(datname, '_', 3)::bigint) < now() - $1::interval
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = pg_database.datname)`,
    [ORPHAN_AGE],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname}`);
}
