import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { newId } from '../server/src/platform/ids.ts';
import { TEST_BOOKS_KEY } from '../server/test/keys.ts';
import { addPerson, addSession } from '../server/test/people.ts';
import { callServer, findFreePort, startServer } from '../server/test/running-server.ts';

const CONNECTIONS = 64;
/** Trades are spread over all people rather than one for each connection. */
const SPREAD = process.env.BENCH_WITH_PAST === '1';
/** Enough for a request of each of them: a person's first one loads session, person and accounts from the database. */
export const WARM_UP_SECONDS = SPREAD ? 20 : 3;
const WRITERS = 4;
const POLL_MS = 500;
const CATCH_UP_MS = 120_000;

export interface HttpResult {
  ok: number;
  failed: number;
  perSecond: number;
  p50: number;
  p99: number;
  firstFailure: string;
}

export interface ServedDatabase {
  url: string;
  /** DATA_DIR of a server on it. With a past it has the checkpoint up to which the audit has followed. */
  serverDir: string;
}

/** Lag of the ledger's followers while trades were offered. */
export interface FollowerLag {
  name: string;
  /** The maximum. */
  seconds: number;
}

/**
 * Rate per second while latencies are measured: 0.45 of pgbench's rate, or BENCH_RATE, so that two versions get the
 * same.
 */
export const computeOfferedRate = (pgbench: number): number =>
  Number.parseFloat(process.env.BENCH_RATE ?? '') || 0.45 * pgbench;

/**
 * Sends quick trades, or orders and cancellations, to a real server in its own process, from a load generator in
 * another: first as fast as 64 connections allow, then, once all followers have caught up, at a fixed rate, with
 * latencies from the moment each was due.
 */
export async function measureOverHttp(
  { people, ...database }: ServedDatabase & { people: string[] },
  seconds: number,
  { what, rate }: { what: 'quick trades' | 'orders'; rate: number },
): Promise<{ closed: HttpResult; open: HttpResult; lags: FollowerLag[] }> {
  const server = await startBenchServer(database);
  try {
    const tokens = await addCustomers(database.url, SPREAD ? people : people.slice(0, CONNECTIONS));
    const base = { what, port: server.port, tokens, connections: CONNECTIONS };
    await runLoad({ ...base, seconds: WARM_UP_SECONDS, rate: 0 });
    const closed = await runLoad({ ...base, seconds, rate: 0 });
    const lags = await watchLags(database.url, server.url);
    const open = await runLoad({ ...base, seconds, rate });
    return { closed, open, lags: lags.end() };
  } finally {
    await server.stop();
  }
}

/** A database that is kept is opened by other servers later. */
export const BENCH_KEYS = {
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  SEAL_KEY: Buffer.alloc(32, 2).toString('base64'),
};

/** Starts a server with its worker in a process of its own. */
export async function startBenchServer({ url, serverDir }: ServedDatabase) {
  const port = await findFreePort();
  const server = await startServer({
    DATA_DIR: serverDir,
    DATABASE_URL: url,
    PORT: String(port),
    RATE_ORDERS_OF_ONE: '1000000',
    WITH_WORKER: '1',
    BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
    ...BENCH_KEYS,
  });
  return {
    url: server.url,
    port,
    stop: () => server.kill('SIGTERM'),
  };
}

type PollLags = () => Promise<FollowerLag[]>;

/** Watches the maximum lag of each follower from when all have caught up, or have had two minutes for it. */
async function watchLags(databaseUrl: string, url: string): Promise<{ end(): FollowerLag[] }> {
  const poll = await waitForFollowers(databaseUrl, url, CATCH_UP_MS);
  const worst = new Map<string, number>();
  const polling = setInterval(async () => {
    for (const { name, seconds } of await poll().catch(() => []))
      worst.set(name, Math.max(worst.get(name) ?? 0, seconds));
  }, POLL_MS);
  return {
    end() {
      clearInterval(polling);
      return [...worst].map(([name, seconds]) => ({ name, seconds }));
    },
  };
}

/** Waits until no follower is more than a second behind, or `timeoutMs` have passed; returns what it asked. */
export async function waitForFollowers(
  databaseUrl: string,
  url: string,
  timeoutMs: number,
): Promise<PollLags> {
  const { db, close } = openDatabase(databaseUrl, 1);
  const id = await addPerson(db, { email: `${newId()}@sarraf.test`, state: 'AUTHORIZED', roles: ['admin'] });
  const token = await addSession(db, id);
  await close();
  const poll: PollLags = async () => {
    const answer = await callServer(url, 'GET', '/backoffice/books', { token });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const { followers } = answer.body.baseDTO as {
      followers: { name: string; waitingSince: string | null }[];
    };
    return followers.map(({ name, waitingSince }) => ({
      name,
      seconds: waitingSince === null ? 0 : (Date.now() - Date.parse(waitingSince)) / 1000,
    }));
  };
  const deadline = performance.now() + timeoutMs;
  while ((await poll()).some(({ seconds }) => seconds > 1) && performance.now() < deadline)
    await sleep(POLL_MS);
  return poll;
}

export async function runLoad(options: object): Promise<HttpResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(options));
  return (await json(child.stdout)) as HttpResult;
}

/** Adds authorised people with sessions, whose accounts exist in the ledger. */
export async function addCustomers(databaseUrl: string, ids: string[]): Promise<string[]> {
  const { db, close } = openDatabase(databaseUrl, WRITERS);
  try {
    const tokens: string[] = [];
    // As many at a time as there are connections.
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let n = writer; n < ids.length; n += WRITERS) {
          const id = ids[n] as string;
          await addPerson(db, { id, email: `bench-${n}@sarraf.test`, state: 'AUTHORIZED' });
          tokens[n] = await addSession(db, id);
        }
      }),
    );
    return tokens;
  } finally {
    await close();
  }
}
