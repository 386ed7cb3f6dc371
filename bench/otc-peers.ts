import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench';
const SIMPLE_UPDATE = ['-N', '-n', '-c', '32', '-j', '2'];

/** Returns the transactions a second of pgbench's simple-update with 32 clients; null if pgbench is not installed. */
export async function runPgbench(url: string, seconds: number): Promise<number | null> {
  if (!existsSync(PGBENCH)) return null;
  await runProgram([url, '-i', '-q', '-s', '20']);
  const output = await runProgram([url, ...SIMPLE_UPDATE, '-T', String(seconds)]);
  const tps = /tps = ([\d.]+)/.exec(output)?.[1];
  if (!tps) throw new Error(`pgbench said: ${output}`);
  return Number.parseInt(tps, 10);
}

/**
 * Returns latencies of the same transactions at an offered rate, in ms from the moment each was due, as those of
 * requests over HTTP. pgbench's moments are random, those of requests evenly spaced. Follows `runPgbench`.
 */
export async function measurePgbenchAtRate(
  url: string,
  rate: number,
  seconds: number,
): Promise<{ p50: number; p99: number } | null> {
  if (!existsSync(PGBENCH)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-pgbench-'));
  try {
    const log = ['--log', `--log-prefix=${join(folder, 'log')}`];
    await runProgram([url, ...SIMPLE_UPDATE, ...log, '-R', rate.toFixed(1), '-T', String(seconds)]);
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    // Of a transaction: client, number, microseconds, and what isn't needed here.
    const latencies = files
      .flatMap((text) => text.trim().split('\n'))
      .map((line) => Number.parseInt(line.split(' ')[2] ?? '', 10) / 1_000)
      .sort((one, other) => one - other);
    const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
    return { p50: percentile(0.5), p99: percentile(0.99) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function runProgram([url, ...args]: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(PGBENCH, [...args, url as string], { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(text))));
  });
}

/**
 * The common design: each trade is a transaction of its own that locks its accounts, over 16 connections. It writes
 * the same rows as our settlement batches. Returns trades a second.
 */
export async function measureOneTransactionPerTrade(
  url: string,
  people: string[],
  seconds: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  await pool.query(`create schema if not exists naive`);
  for (const table of ['accounts', 'transfers', 'orders', 'idempotency']) {
    await pool.query(`create table naive.${table} (like public.${table} including all)`);
  }
  await pool.query(`create sequence naive.transfer_id`);
  await pool.query(
    `insert into naive.accounts select row_number() over (), o, a, k, 1000000000000000000
     from (select unnest($1::text[]) o, 'spendable' k union all select 'house', 'inventory') p, unnest(array['TOMAN','BITCOIN']) a`,
    [people],
  );
  await pool.query(`insert into naive.accounts values (1000000, 'house', 'TOMAN', 'fee', 0)`);
  const { rows } = await pool.query(`select id, owner, asset, kind from naive.accounts`);
  const ids = new Map(rows.map((r) => [`${r.owner}|${r.asset}|${r.kind}`, r.id as string]));
  const until = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      for (let i = n; performance.now() < until; i += 16) {
        await executeNaiveTrade(pool, ids, people[i % people.length] as string);
        done += 1;
      }
    }),
  );
  await pool.end();
  return done / seconds;
}

async function executeNaiveTrade(pool: pg.Pool, ids: Map<string, string>, person: string): Promise<void> {
  const accountId = (key: string) => ids.get(key) as string;
  const [toman, coin] = [accountId(`${person}|TOMAN|spendable`), accountId(`${person}|BITCOIN|spendable`)];
  const [houseToman, houseCoin, fee] = [
    accountId('house|TOMAN|inventory'),
    accountId('house|BITCOIN|inventory'),
    accountId('house|TOMAN|fee'),
  ];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'lock',
      text: 'select balance from naive.accounts where id = any ($1::bigint[]) order by id for update',
      values: [[toman, coin, houseToman, houseCoin, fee]],
    });
    const order = crypto.randomUUID();
    for (const [debit, credit, amount] of [
      [toman, houseToman, 1284520000000],
      [houseCoin, coin, 10000],
      [toman, fee, 5138080000],
    ] as const) {
      await client.query({
        name: 'move',
        text: `with d as (update naive.accounts set balance = balance - $3 where id = $1 returning balance),
          c as (update naive.accounts set balance = balance + $3 where id = $2 returning balance)
          insert into naive.transfers select nextval('naive.transfer_id'), $1, $2, $3, d.balance, c.balance, 'trade', $4 from d, c`,
        values: [debit, credit, amount, order],
      });
    }
    await client.query({
      name: 'order',
      text: `insert into naive.orders values ($1, $2, 'BITCOIN', 'TOMAN', 'EXCHANGE_BUY', 'IS_CLOSED', 10000, 12845200000000000, 10000, 1284520000000, 5138080000, 1289658080000, 1284520000000, now())`,
      values: [person, order],
    });
    await client.query({
      name: 'key',
      text: `insert into naive.idempotency values ($1, $2, 'digest', '{"status":"OK"}')`,
      values: [order, person],
    });
    await client.query('commit');
  } finally {
    client.release();
  }
}
