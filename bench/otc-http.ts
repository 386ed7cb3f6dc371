import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { TEST_BOOKS_KEY } from '../server/test/keys.ts';
import { addPerson, addSession } from '../server/test/people.ts';
import { freePort, startServer } from '../server/test/running-server.ts';

const CUSTOMERS = 64;

export interface HttpResult {
  ok: number;
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
  firstFailure: string;
}

/**
 * What is offered a second while latencies are measured: 0.45 of what pgbench commits, or BENCH_RATE, by which two
 * versions are offered the same.
 */
export const offeredRate = (pgbench: number): number =>
  Number.parseFloat(process.env.BENCH_RATE ?? '') || 0.45 * pgbench;

/**
 * Quick trades, or orders and cancels, to a real server in a process of its own, from a load generator in another:
 * first as fast as 64 connections go, then at an offered rate, with latencies from the moment each was due.
 */
export async function overHttp(
  databaseUrl: string,
  people: string[],
  seconds: number,
  { what, rate }: { what: 'quick trades' | 'orders'; rate: number },
): Promise<{ closed: HttpResult; open: HttpResult }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-http-'));
  const port = await freePort();
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    RATE_ORDERS_OF_ONE: '1000000',
    WITH_WORKER: '1',
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
  });
  try {
    const tokens = await addCustomers(databaseUrl, people.slice(0, CUSTOMERS));
    const base = { what, port, tokens, connections: CUSTOMERS };
    await load({ ...base, seconds: 3, rate: 0 });
    const closed = await load({ ...base, seconds, rate: 0 });
    const open = await load({ ...base, seconds, rate });
    return { closed, open };
  } finally {
    await server.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function load(options: object): Promise<HttpResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(options));
  return (await json(child.stdout)) as HttpResult;
}

/** Authorised people with sessions; the ledger knows them already. */
export async function addCustomers(databaseUrl: string, ids: string[]): Promise<string[]> {
  const { db, close } = openDatabase(databaseUrl, 4);
  try {
    return await Promise.all(
      ids.map(async (id, n) => {
        await addPerson(db, { id, email: `bench-${n}@sarraf.test`, state: 'AUTHORIZED' });
        return addSession(db, id);
      }),
    );
  } finally {
    await close();
  }
}
