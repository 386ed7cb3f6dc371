import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import pg from 'pg';
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

async function load(options: object): Promise<HttpResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(options));
  return (await json(child.stdout)) as HttpResult;
}

/** Authorised people with sessions; the ledger knows them already. */
async function addCustomers(databaseUrl: string, ids: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const tokens = ids.map(() => randomBytes(32).toString('base64url'));
  await client.query(
    `insert into users (id, email, password_hash, authentication_type, referral_code, email_verified_at, created_at)
     select id, 'bench-' || n || '@sarraf.test', '-', 'AUTHORIZED', 'BENCH' || n, now(), now()
     from unnest($1::uuid[]) with ordinality v(id, n)`,
    [ids],
  );
  await client.query(
    `insert into sessions (token_digest, id, user_id, remember, created_at, last_seen_at, confirmed_at, expires_at, os_type, device_type, browser, ip)
     select digest, gen_random_uuid(), id, true, now(), now(), now(), now() + interval '1 day', '', '', '', ''
     from unnest($1::uuid[], $2::bytea[]) v(id, digest)`,
    [ids, tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  await client.end();
  return tokens;
}
