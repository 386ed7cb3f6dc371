/** The product as delivered, on its own PostgreSQL, with customers; faults can be injected into all of it. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asset, pow10, scaleOf } from '@sarraf/domain';
import pg from 'pg';
import { userAccount } from '../../src/ledger/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { findOrCreateAccount, findPostgresBinaries } from '../../src/platform/database/postgres-binaries.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from '../keys.ts';
import { listChildren, type OwnPostgres, startOwnPostgres } from '../own-postgres.ts';
import { addPerson, addSession } from '../people.ts';
import { removeFolder } from '../remove-folder.ts';
import { type RunningServer, startServer } from '../running-server.ts';
import { fundAccount } from '../seed.ts';
import { startTestLedger } from '../test-ledger.ts';
import type { Person } from './load.ts';

const LEASE_MS = 2_000;
const START_TIMEOUT_MS = 180_000;
/** These have cards, and can deposit Toman. */
const CARD_HOLDERS = ['demo', 'maker', 'taker'];
const HIGH_LIMIT = '1000000';

export interface RigOptions {
  people: number;
  port: number;
  /** Signer and worker run next to the server, as in an installation. */
  whole: boolean;
  /** Its tables and its WAL are on a disk of this many MB; null: on the default disk. */
  disk: number | null;
  /** A shim between PostgreSQL and its disk: see `shim.c`. */
  shim: boolean;
  /** SQL run on the migrated database before the product starts; null: none. */
  prepare: string | null;
  /** Whether the clocks of the server's processes can be moved. */
  clocks: boolean;
}

export interface BlackboxRig {
  readonly url: string;
  readonly people: readonly Person[];
  readonly postgres: OwnPostgres;
  /** Ids of the running processes, by name. */
  pids(): { server: number | null; worker: number | null; signer: number | null; postgres: number };
  /** Kills it and starts it again. */
  restart(): Promise<void>;
  /** Moves the clocks of the server's processes by this many seconds from the machine's. */
  moveClocks(seconds: number): void;
  /** `slow`: each sync takes this many ms; `fail`: each sync reports an error. */
  disturbDisk(how: { slow?: number; fail?: boolean } | null): void;
  /** Connects to the database as its owner; fails if there is none within seconds. */
  connect(): Promise<pg.Client>;
  query(text: string): Promise<void>;
  ready(): Promise<boolean>;
  /** Lines of the server's log. */
  readonly log: string[];
  /** Stops the product gracefully; its database stays. */
  quit(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRig(options: RigOptions): Promise<BlackboxRig> {
  const dir = mkdtempSync('/tmp/sarraf-blackbox-');
  chmodSync(dir, 0o755);
  const control = join(dir, 'disk');
  const clock = join(dir, 'clock');
  writeFileSync(clock, '+0\n');
  const postgres = await startOwnPostgres({
    ...(options.disk !== null && { disk: 'all', megabytes: options.disk }),
    ...(options.shim && { binDir: installSyncShim(dir, control) }),
    settings: {
      max_wal_size: '128MB',
      min_wal_size: '32MB',
      ...(options.shim && { fsync: 'on' }),
      ...(options.disk !== null && { restart_after_crash: 'on' }),
    },
  });
  await migrate(postgres.url);
  const seeded = await createCustomers(postgres.url, options.people);
  if (options.prepare !== null) await executeAsOwner(postgres.url, options.prepare);
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(dir, 'data'),
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
    PORT: String(options.port),
    LEASE_MS: String(LEASE_MS),
    MARKET_MAKERS: 'off',
    ...Object.fromEntries(
      ['READ', 'WRITE', 'MONEY', 'ORDER', 'ORDERS_OF_ONE', 'LOGIN', 'CODE'].map((rate) => [
        `RATE_${rate}`,
        HIGH_LIMIT,
      ]),
    ),
    WITH_WORKER: '1',
    ...(options.whole && { WITH_SIGNER: '1' }),
    ...(options.clocks && {
      LD_PRELOAD: findFakeTime() ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    }),
  };
  mkdirSync(env.DATA_DIR);
  const log: string[] = [];
  const startServerProcess = () =>
    startServer(env, (line) => {
      log.push(line);
      // Errors of the product itself are kept however long the log gets.
      if (log.length > 400)
        log.splice(
          Math.max(
            0,
            log.findIndex((one) => !one.includes('request failed')),
          ),
          1,
        );
    });
  let server: RunningServer | null = await startServerProcess();
  const { url } = server;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: postgres.url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
      application_name: 'blackbox',
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }
  async function query(text: string): Promise<void> {
    const client = await connect();
    await client.query(text).finally(() => client.end().catch(() => {}));
  }

  async function quit(): Promise<void> {
    const ending = server;
    server = null;
    ending?.child.kill('SIGCONT');
    await ending?.kill('SIGTERM');
  }

  const people = [...seeded, ...(await addCards(postgres.url, url))];
  const findChild = (part: string) =>
    server?.child.pid === undefined
      ? null
      : (listChildren(server.child.pid).find((pid) => readCommand(pid).includes(part)) ?? null);
  return {
    url,
    people,
    postgres,
    log,
    pids: () => ({
      server: server?.child.pid ?? null,
      worker: findChild('worker.ts'),
      signer: findChild('signer'),
      postgres: postgres.pid,
    }),
    async restart() {
      const dying = server;
      server = null;
      dying?.child.kill('SIGCONT');
      await dying?.kill('SIGKILL');
      // While the database is down, it exits again until that is back.
      for (const end = performance.now() + START_TIMEOUT_MS; server === null; )
        server = await startServerProcess().catch(async (error: unknown) => {
          if (performance.now() > end) throw error;
          await sleep(500);
          return null;
        });
    },
    moveClocks: (seconds) => writeFileSync(clock, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`),
    disturbDisk(how) {
      if (how === null) rmSync(control, { force: true });
      else writeFileSync(control, how.fail ? 'fail' : `slow ${how.slow ?? 0}`);
    },
    connect,
    query,
    ready: async () =>
      (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null))
        ?.status === 200,
    quit,
    async stop() {
      postgres.release();
      postgres.thaw();
      await quit();
      await postgres.stop();
      removeFolder(dir);
    },
  };
}

/** Inserted before any server has the ledger; no customer could earn this much during a test. */
async function createCustomers(url: string, count: number): Promise<Person[]> {
  const { db, close } = openDatabase(url, 2, TEST_AUDIT_KEY);
  const ledger = await startTestLedger(url, { leaseMs: LEASE_MS });
  const credit = (owner: string, asset: Asset, whole: bigint) =>
    fundAccount(ledger, userAccount(owner, asset), whole * pow10(scaleOf(asset)));
  const people: Person[] = [];
  for (let i = 0; i < count; i += 1) {
    const email = `box${i}@blackbox.test`;
    const id = await addPerson(db, { email, state: 'AUTHORIZED' });
    people.push({ id, email, token: await addSession(db, id), card: null });
    await Promise.all([credit(id, 'TOMAN', 100_000_000_000n), credit(id, 'BITCOIN', 50n)]);
  }
  await ledger.stop();
  await close();
  return people;
}

async function executeAsOwner(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function addCards(url: string, server: string): Promise<Person[]> {
  const { db, close } = openDatabase(url, 1, TEST_AUDIT_KEY);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Withdrawal limits have tests of their own.
    await client.query('update withdrawal_thresholds set review = 9e30, four_eyes = 9e30, sms = 9e30');
    await client.query('update withdrawal_level_limits set per_day = 9e30, per_month = 9e30');
    const people: Person[] = [];
    for (const name of CARD_HOLDERS) {
      const email = `${name}@sarraf.test`;
      const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [email]);
      const id = rows[0]?.id ?? '';
      const token = await addSession(db, id);
      const answer = await fetch(`${server}/api/users/verified-bank-accounts`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { content } = (await answer.json()) as { content: { cardNumber: string }[] };
      people.push({ id, email, token, card: content[0]?.cardNumber ?? null });
    }
    return people;
  } finally {
    await client.end();
    await close();
  }
}

/** Returns the path of Debian's libfaketime; null: it is not installed. */
export function findFakeTime(): string | null {
  for (const folder of readdirSync('/usr/lib', { withFileTypes: true })) {
    const file = join('/usr/lib', folder.name, 'faketime/libfaketimeMT.so.1');
    if (folder.isDirectory() && spawnSync('test', ['-r', file]).status === 0) return file;
  }
  return null;
}

export const hasCompiler = (): boolean => spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

/** Returns PostgreSQL's programs, with the shim loaded into its server: the file `control` sets its behaviour. */
export function installSyncShim(dir: string, control: string): string {
  const library = join(dir, 'shim.so');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'shim.c'), '-ldl']);
  const real = findPostgresBinaries(findOrCreateAccount());
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  for (const name of readdirSync(real))
    if (name !== 'postgres') symlinkSync(join(real, name), join(bin, name));
  const script = `#!/bin/sh\nexport LD_PRELOAD=${library} SHIM_CONTROL=${control}\nexec ${join(real, 'postgres')} "$@"\n`;
  writeFileSync(join(bin, 'postgres'), script, { mode: 0o755 });
  return bin;
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
