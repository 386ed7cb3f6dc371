/** A million past trades of one person: no page of theirs may be slower than 1.25 times the first one of its kind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startSarraf } from '../server/src/main.ts';
import { loadConfig } from '../server/src/platform/config/config.ts';
import { type Db, openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { addPerson, addSession } from '../server/test/people.ts';
import { findFreePort } from '../server/test/running-server.ts';

const TRADES = Number.parseInt(process.env.BENCH_TRADES ?? '1000000', 10);
const INVITED = 2_000;
const YEARS = 3;
const SIZE = 10;
/** Positions in a list at which its pages are measured, from the first page to the last. */
const POSITIONS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1];
const REPEATS = 150;
const MAX_RATIO = 1.25;

/**
 * Trades spread over three years: half of them quick trades, half orders with a fill each, with their folded sums.
 * They are not in the ledger: the pages read these tables alone.
 */
async function seedTrades(db: Db, userId: string, trades: number): Promise<void> {
  const span = sql.raw(`${YEARS} * interval '365 days'`);
  await sql`set statement_timeout = 0`.execute(db);
  await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at, sequence, wage_ppm, first_fill, last_fill, closed_at)
    select ${userId}, (left(id_from(at)::text, 13) || '-7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3)
        || '-' || substr(md5(n::text), 7, 12))::uuid,
      coin, 'TOMAN', case when n % 2 = 0 then 'EXCHANGE_' else 'LIMITED_' end || case when n % 3 = 0 then 'SELL' else 'BUY' end,
      'IS_CLOSED', 100000, 1e16, 100000, 1e13, 4e10, 1e13, 1e13, at,
      case when n % 2 = 1 then n end, case when n % 2 = 1 then 4000 end, case when n % 2 = 1 then n end,
      case when n % 2 = 1 then n end, case when n % 2 = 1 then at end
    from (select n, now() - ${span} * (1 - n::float8 / ${trades}) - interval '10 minutes' as at,
      (array['BITCOIN', 'ETHEREUM', 'TETHER', 'TRON', 'RIPPLE'])[1 + n % 5] as coin
      from generate_series(1, ${trades}) n) t`.execute(db);
  await sql`insert into user_volumes (user_id, day, toman_value)
    select ${userId}, day::date, 1e16 from generate_series(now() - ${span}, now(), interval '1 day') day`.execute(
    db,
  );
  await sql`insert into daily_balances (user_id, asset, day, balance)
    select ${userId}, asset, day::date, 1000000000 + (extract(epoch from day)::bigint % 1000)
    from generate_series(now() - ${span}, now() - interval '1 day', interval '1 day') day,
      unnest(array['TOMAN', 'BITCOIN', 'ETHEREUM', 'TETHER', 'TRON', 'RIPPLE']) asset`.execute(db);
  await sql`insert into positions (user_id, asset, amount, cost_toman, cost_tether, realised_toman, realised_tether)
    select ${userId}, asset, 1000000000, 1e15, 1e10, 1e12, 1e7
    from unnest(array['TOMAN', 'BITCOIN', 'ETHEREUM', 'TETHER', 'TRON', 'RIPPLE']) asset`.execute(db);
  await sql`insert into users (id, email, referral_code, inviter_id, email_verified_at, created_at)
    select (left(id_from(now() - n * interval '1 hour')::text, 13) || substr(gen_random_uuid()::text, 14))::uuid,
      'friend' || n || '@bench.test', 'friend' || n, ${userId}, now(), now() - n * interval '1 hour'
    from generate_series(1, ${INVITED}) n`.execute(db);
  await sql`insert into referral_sums select ${userId}, id, 1e12 from users where inviter_id = ${userId}`.execute(
    db,
  );
  await sql`insert into referral_totals values (${userId}, 'TOMAN', 2e15, 2e15), (${userId}, 'TETHER', 1e9, 1e14)`.execute(
    db,
  );
  await sql`update trade_totals set folded_until = now() - interval '1 minute'`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

interface PageMeasurement {
  name: string;
  /** Milliseconds. */
  first: number;
  slowest: number;
  at: string;
}

/** Other load only adds time: the fastest fifth shows what a page itself takes. */
const fastestFifth = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 5)] ?? 0;

class Visitor {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async get(path: string): Promise<{ content?: unknown[]; nextCursor?: string | null }> {
    const reply = await fetch(`${this.#url}/api${path}`, {
      headers: { authorization: `Bearer ${this.#token}` },
    });
    const body = (await reply.json()) as { content?: unknown[]; nextCursor?: string | null };
    if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Alternates the paths, so that other load affects all alike. */
  async measurePaths(paths: readonly string[]): Promise<number[]> {
    for (const path of paths) await this.get(path);
    const durations = paths.map((): number[] => []);
    for (let i = 0; i < REPEATS; i += 1)
      for (const [at, path] of paths.entries()) {
        const startedAt = performance.now();
        await this.get(path);
        durations[at]?.push(performance.now() - startedAt);
      }
    return durations.map(fastestFifth);
  }
}

/** Measures pages of a list at positions from its first to its last, by the cursors that the list has there. */
async function measurePages(
  visitor: Visitor,
  db: Db,
  name: string,
  path: string,
  ids: string,
): Promise<PageMeasurement> {
  const { rows } = await sql.raw<{ id: string }>(ids).execute(db);
  const cursorAt = (position: number) =>
    rows[Math.min(rows.length - 1, Math.floor(position * (rows.length - SIZE - 1)))]?.id;
  const paths = POSITIONS.map((position) =>
    position === 0 ? `${path}size=${SIZE}` : `${path}size=${SIZE}&cursor=${cursorAt(position)}`,
  );
  for (const pagePath of paths) {
    const { content } = await visitor.get(pagePath);
    if (content?.length !== SIZE) throw new Error(`${pagePath}: ${content?.length} rows`);
  }
  const times = await visitor.measurePaths(paths);
  const slowest = Math.max(...times.slice(1));
  return {
    name,
    first: times[0] ?? 0,
    slowest,
    at: `at ${(POSITIONS[times.indexOf(slowest)] ?? 0) * 100} %`,
  };
}

/** Measures endpoints other than lists: they may take as long as for a person with a hundred trades. */
async function measureViews(visitor: Visitor, newcomer: Visitor): Promise<PageMeasurement[]> {
  const paths = [
    ['dashboard: account', '/users/account'],
    ['dashboard: latest orders', '/orders?status=closed&size=5'],
    ['dashboard: worth, 30 days', '/portfolio/worth?days=30'],
    ['dashboard: worth, a year', '/portfolio/worth?days=365'],
    ['dashboard: profit', '/portfolio/profit'],
    ['invite page', '/users/invites'],
  ] as const;
  const measured: PageMeasurement[] = [];
  for (const [name, path] of paths) {
    const [fullTime, fewTime] = await measureSideBySide(visitor, newcomer, path);
    measured.push({ name, first: fewTime, slowest: fullTime, at: 'against 1,000 trades' });
  }
  return measured;
}

async function measureSideBySide(a: Visitor, b: Visitor, path: string): Promise<[number, number]> {
  const durations: [number[], number[]] = [[], []];
  for (let i = 0; i < REPEATS + 5; i += 1)
    for (const [side, visitor] of [a, b].entries()) {
      const startedAt = performance.now();
      await visitor.get(path);
      if (i >= 5) durations[side]?.push(performance.now() - startedAt);
    }
  return [fastestFifth(durations[0]), fastestFifth(durations[1])];
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  try {
    const { url } = postgres;
    await migrate(url);
    const { db, close } = openDatabase(url, 1);
    const people: Record<'million' | 'few', { id: string; token: string }> = {
      million: await createPerson(db, 'million'),
      few: await createPerson(db, 'few'),
    };
    await seedTrades(db, people.million.id, TRADES);
    await seedFewTrades(db, people.few.id, people.million.id);
    const settings = {
      DATABASE_URL: url,
      DATA_DIR: join(dataDir, 'server'),
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'error',
    };
    const sarraf = await startSarraf(loadConfig(settings));
    const visitor = new Visitor(sarraf.url, people.million.token);
    const ids = `select id from orders where user_id = '${people.million.id}'`;
    const friends = `select id from users where inviter_id = '${people.million.id}' order by id desc`;
    const measured = [
      await measurePages(visitor, db, 'history: trades', '/trades?', `${ids} order by id desc`),
      await measurePages(visitor, db, 'history: orders', '/orders?status=closed&', `${ids} order by id desc`),
      await measurePages(
        visitor,
        db,
        'history: trades of one coin',
        '/trades?destinationCoin=TRON&',
        `${ids} and coin = 'TRON' order by id desc`,
      ),
      await measurePages(visitor, db, 'invite page: friends', '/users/invitees?', friends),
      ...(await measureViews(visitor, new Visitor(sarraf.url, people.few.token))),
    ];
    printReport(measured);
    await sarraf.stop();
    await close();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function createPerson(db: Db, name: string): Promise<{ id: string; token: string }> {
  const id = await addPerson(db, { email: `${name}@bench.test`, state: 'AUTHORIZED' });
  return { id, token: await addSession(db, id) };
}

/**
 * Seeds the other person's last thousand trades, and the same days and coins: the difference is the cost of the
 * past.
 */
async function seedFewTrades(db: Db, id: string, other: string): Promise<void> {
  await sql`create temporary table few as select * from orders where user_id = ${other} order by id desc limit 1000`.execute(
    db,
  );
  await sql`update few set user_id = ${id}`.execute(db);
  await sql`insert into orders select * from few`.execute(db);
  for (const table of ['user_volumes', 'daily_balances', 'positions'])
    await sql`create temporary table part as select * from ${sql.ref(table)} where user_id = ${other}`
      .execute(db)
      .then(() => sql`update part set user_id = ${id}`.execute(db))
      .then(() => sql`insert into ${sql.ref(table)} select * from part`.execute(db))
      .then(() => sql`drop table part`.execute(db));
  await sql`analyze`.execute(db);
}

function printReport(measured: readonly PageMeasurement[]): void {
  const formatRatio = ({ first, slowest }: PageMeasurement) => Math.round((slowest / first) * 100) / 100;
  console.table(
    Object.fromEntries(
      measured.map((row) => [
        row.name,
        {
          'first ms': row.first.toFixed(2),
          'slowest ms': row.slowest.toFixed(2),
          ratio: formatRatio(row),
          where: row.at,
        },
      ]),
    ),
  );
  const worst = Math.max(...measured.map(formatRatio));
  console.log(
    JSON.stringify({ bench: 'history', trades: TRADES, worst, most: MAX_RATIO, kept: worst <= MAX_RATIO }),
  );
  if (worst > MAX_RATIO) process.exitCode = 1;
}

await main();
