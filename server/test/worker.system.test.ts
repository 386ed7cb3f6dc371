import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from './keys.ts';
import { addPerson, addSession } from './people.ts';
import { isProcessAlive } from './processes.ts';
import { programPath } from './programs.ts';
import { removeFolder } from './remove-folder.ts';
import {
  callServer,
  findFreePort,
  type RunningServer,
  readPublishedPrice,
  startServer,
} from './running-server.ts';
import { pollUntil } from './waiting.ts';

let test: TestDatabase;
let db: Db;
let close: () => Promise<void>;
let dataDir: string;
let server: RunningServer;
let token: string;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ db, close } = openDatabase(test.url, 4, TEST_AUDIT_KEY));
  dataDir = await mkdtemp('/tmp/sarraf-worker-');
  server = await startWorkerServer();
  const { rows } = await sql<{ id: string }>`select id from users where email = 'demo@sarraf.test'`.execute(
    db,
  );
  token = await addSession(db, rows[0]?.id ?? '');
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await close();
  await test.drop();
  removeFolder(dataDir);
});

const messages: string[] = [];
const startWorkerServer = async () =>
  startServer(
    {
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      PORT: String(await findFreePort()),
      LEASE_MS: '500',
      WITH_WORKER: '1',
      DISK_USAGE: '0.9',
      LOG_LEVEL: 'error',
    },
    (line) => messages.push(line),
  );

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(messages.slice(-40).join('\n'));
});

/** Returns the id of the server's child process; null: none is running. One that has ended is a zombie for a moment. */
function readWorkerPid(): number | null {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      if (Number(parent) === server.child.pid && isProcessAlive(Number(name))) return Number(name);
    } catch {
      // It ended during the check.
    }
  }
  return null;
}

/** Returns its id; one that was killed is restarted a second later. */
async function waitForWorker(): Promise<number> {
  await pollUntil(async () => readWorkerPid() !== null, 60_000);
  return readWorkerPid() ?? waitForWorker();
}

async function tradeOnce(): Promise<void> {
  const unitPrice = await readPublishedPrice(server.url, 'BITCOIN', 'buy');
  const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice };
  const answer = await callServer(server.url, 'POST', '/exchange/buy', { token, body });
  expect(answer.status === 200 || answer.body.message === 'PRICE_CHANGED').toBe(true);
}

const areTradesFolded = async () => {
  const { rows } = await sql<{ folded: boolean }>`select p.transfer_id = h.last_transfer_id
      and t.folded_until > (select at from ledger_batches order by number desc limit 1)
      and w.batch = h.batch as folded
    from positions_head p, ledger_head h, trade_totals t, watch_state w`.execute(db);
  return rows[0]?.folded === true;
};

it('the worker follows the ledger', async () => {
  const person = await addPerson(db, { email: 'follower@sarraf.test', state: 'AUTHORIZED' });
  await sql`insert into user_volumes (user_id, day, toman_value) values (${person}, (now() at time zone 'Asia/Tehran')::date, 10::numeric ^ 15)`.execute(
    db,
  );
  await sql`insert into level_checks (user_id) values (${person})`.execute(db);
  for (let i = 0; i < 5; i += 1) await tradeOnce();
  await pollUntil(async () => (await readLevel(person)) !== 'BRONZE', 60_000);
  await pollUntil(areTradesFolded, 60_000);
});

const readLevel = async (id: string) =>
  (await sql<{ level: string }>`select level from users where id = ${id}`.execute(db)).rows[0]?.level;

it('the worker is killed: trades continue, and the next one resumes at its position', async () => {
  for (let kills = 0; kills < 3; kills += 1) {
    const worker = await waitForWorker();
    process.kill(worker, 'SIGKILL');
    await pollUntil(async () => !isProcessAlive(worker), 60_000);
    for (let i = 0; i < 5; i += 1) await tradeOnce();
    await waitForWorker();
    await tradeOnce();
  }
  await pollUntil(areTradesFolded, 60_000);
  expect(await checkInvariants(db)).toBeNull();
});

it('the worker raises alarms about the disks that its server was started with', async () => {
  const readFigures = () =>
    db
      .selectFrom('alarms')
      .select('figure')
      .where('kind', '=', 'DISK_FULL')
      .where('subject', '=', 'DATA_DIR')
      .execute();
  await pollUntil(async () => (await readFigures()).length > 0, 60_000);
  expect(await readFigures()).toMatchObject([{ figure: 90 }]);
});

it('a worker that can not start says so in a line of the log', async () => {
  const port = await findFreePort();
  const child = fork(programPath('server/src/worker.ts'), {
    env: {
      ...process.env,
      MODE: 'sandbox',
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit');
  const databaseUrl = `postgresql://postgres@127.0.0.1:${port}/none`;
  child.send({ kind: 'begin', databaseUrl, diskUsage: undefined });
  const [output, errors] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
  ]);
  expect(await exited).toEqual([1, null]);
  expect(errors).toBe('');
  const lines = output.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      area: 'worker',
      msg: 'the worker can not start',
      err: { message: expect.stringContaining('ECONNREFUSED') },
    },
  ]);
});

it('the worker ends with its server, however that ends', async () => {
  const worker = await waitForWorker();
  await server.kill('SIGKILL');
  await pollUntil(async () => !isProcessAlive(worker), 60_000);
  server = await startWorkerServer();
  const next = await waitForWorker();
  await server.kill('SIGTERM');
  expect(isProcessAlive(next)).toBe(false);
  server = await startWorkerServer();
});
