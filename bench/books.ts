import { join } from 'node:path';
import { parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import pg from 'pg';
import {
  type Db,
  openDatabase,
  pgTypes,
  withLongStatementTimeout,
} from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { type ExchangeDeps, OrderBooks } from '../server/src/trading/quick/exchange.ts';

const ORDERS = Number.parseInt(process.env.BENCH_ORDERS ?? '1000000', 10);
/** Epoch of a ledger that nobody has written to. */
const NO_WRITER_YET = 0n;
/** Orders that ended long ago lie between those that are open. */
const PAST_ORDERS = Number.parseInt(process.env.BENCH_PAST ?? '1000000', 10);
/** Made once, for it takes longer than all that is measured; rounds only read it. */
const DATA_FOLDER = join(import.meta.dirname, `../.cache/books-${ORDERS}-${PAST_ORDERS}`);
const PEOPLE = Math.ceil(ORDERS / 200);
const MARKETS = 31;
const ROUNDS = 3;
/** Number of rows that are read at a time. */
const BATCH_SIZE = 5_000;

/** Terms are not measured. */
const market: ExchangeDeps['market'] = {
  orderTerms: (coin, quote) => ({
    coin,
    quote,
    tick: parseTrustedDecimal('1', 6),
    lot: 100n,
    minNotional: parseTrustedDecimal('100000', 6),
    maxAmount: parseTrustedDecimal('100', scaleOf(coin)),
  }),
};

/** Orders on both sides of each market's price, every tenth partly filled, in the order of placing. */
async function fillOrders(db: Db): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`
    with people as (select n, gen_random_uuid() as id from generate_series(0, ${sql.lit(PEOPLE - 1)}) n),
      markets as (select row_number() over (order by quote desc, coin) - 1 as n, coin, quote from market_heads
        order by n limit ${sql.lit(MARKETS)})
    insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at, sequence, wage_ppm, reserved)
    select p.id, gen_random_uuid(), m.coin, m.quote, case o / 7 % 2 when 0 then 'LIMITED_BUY' else 'LIMITED_SELL' end,
      'IS_OPEN', 100000 + o % 1000 * 100,
      (12845200000 + (1 + o / 14 % 5000) * 1000 * (case o / 7 % 2 when 0 then -1 else 1 end)) * 1000000::numeric,
      case o % 10 when 0 then 40000 else 0 end, case o % 10 when 0 then 5138080000000 else 0 end, 0, 0, 0,
      now() - interval '1 s' * (${sql.lit(ORDERS)} - o), 1 + o, 4000, 100000
    from generate_series(0, ${sql.lit(ORDERS - 1)}) o
      join people p on p.n = o::bigint * 7919 % ${sql.lit(PEOPLE)}
      join markets m on m.n = o % ${sql.lit(MARKETS)}`.execute(db);
  await sql`vacuum analyze orders`.execute(db);
}

/** Quick trades, as many of each of 20,000 people. */
const fillPastTrades = (db: Db, count: number) =>
  sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at)
    select md5(('x' || o % 20000))::uuid, gen_random_uuid(), 'BITCOIN', 'TOMAN', 'EXCHANGE_BUY', 'IS_CLOSED', 100000,
      12845200000000000, 100000, 12845200000000, 0, 12845200000000, 12845200000000, now() - interval '1 year'
    from generate_series(1, ${sql.lit(count)}) o`.execute(db);

/** False: an earlier run was ended before it had filled the folder. */
async function isFilled(db: Db): Promise<boolean> {
  const { rows } = await sql`select from orders where order_status = 'IS_OPEN' limit 1`.execute(db);
  return rows.length > 0;
}

interface LoadCost {
  seconds: number;
  /** CPU time of this process. */
  busy: number;
}

async function measureWork(work: () => Promise<void>): Promise<LoadCost> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - startedAt) / 1_000, busy: (user + system) / 1e6 };
}

/** Reads the same rows through the driver and discards them: the minimum cost of reading row by row. */
async function readThroughDriver(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, types: pgTypes });
  await client.connect();
  await client.query('begin');
  await client.query(`declare rows no scroll cursor for
    select id, user_id, coin, quote, order_type, order_status, amount, unit_price, executed_amount, notional, fee,
      total, toman_value, created_at, reserved, ended_by, sequence, wage_ppm
    from orders where order_status = 'IS_OPEN'`);
  for (;;) {
    const { rows } = await client.query(`fetch ${BATCH_SIZE} from rows`);
    if (rows.length < BATCH_SIZE) break;
  }
  await client.end();
}

const computeMedian = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const roundSignificant = (value: number): number => Math.round(value * 100) / 100;

async function measure(url: string, db: Db): Promise<void> {
  if (!(await isFilled(db)))
    await withLongStatementTimeout(async () => {
      await sql`set statement_timeout = 0`.execute(db);
      await fillPastTrades(db, PAST_ORDERS);
      await fillOrders(db);
    });
  const loads: LoadCost[] = [];
  const selects: LoadCost[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const exchange = new OrderBooks({ db, market, findTraders: async () => new Map() });
    globalThis.gc?.();
    const before = process.memoryUsage();
    loads.push(await measureWork(() => exchange.reload(NO_WRITER_YET)));
    globalThis.gc?.();
    const after = process.memoryUsage();
    const more = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    // In later rounds the previous round's order books may be garbage collected in the meantime.
    bytes = Math.max(bytes, more / ORDERS);
    if (exchange.findMarket('BITCOIN', 'TOMAN') === undefined) throw new Error('no order book was built');
    selects.push(await measureWork(() => readThroughDriver(url)));
  }
  const row = (costs: LoadCost[]) => ({
    seconds: roundSignificant(computeMedian(costs.map(({ seconds }) => seconds))),
    'processor seconds': roundSignificant(computeMedian(costs.map(({ busy }) => busy))),
  });
  console.table({
    [`books of ${ORDERS} open orders in ${MARKETS} markets`]: row(loads),
    'the same rows through the driver': row(selects),
  });
  if (globalThis.gc) console.log(`${Math.round(bytes)} bytes an open order, with its row and its owner`);
  const ratio = loads.map(({ seconds }, n) => seconds / (selects[n]?.seconds ?? 0));
  console.log(
    JSON.stringify({
      bench: 'books',
      loadSeconds: row(loads).seconds,
      loadToSelect: roundSignificant(computeMedian(ratio)),
    }),
  );
}

const postgres = await startPostgres({ dataDir: DATA_FOLDER, log: () => {} });
try {
  await migrate(postgres.url);
  const { db, close } = openDatabase(postgres.url, 8);
  await measure(postgres.url, db);
  await close();
} finally {
  await postgres.stop();
}
