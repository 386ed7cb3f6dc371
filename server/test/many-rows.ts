/** Tables that grow without limit, filled by SQL, and the number of blocks that pages read in them. */
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import type pg from 'pg';
import { readTradeCandles } from '../src/market-data/store.ts';
import { countUnreadNotices, listNotices } from '../src/messaging/notice-store.ts';
import { readAudit } from '../src/platform/database/audit-log.ts';
import type { Db, Queryable, Tx } from '../src/platform/database/database.ts';
import { readFills } from '../src/trading/index.ts';
import { claimDuePlans, listPlans } from '../src/trading/recurring/plan-store.ts';
import { listPendingTurns, listTurns } from '../src/trading/recurring/turn-store.ts';
import {
  countOrderPages,
  findOrder,
  listOpenOrders,
  listOrderFills,
  listOrders,
} from '../src/trading/store.ts';

/** Has a quarter of everything; the others share the remainder. */
const BUSY_PERSON = '018f0000-0000-7000-8000-000000000001';
const PEOPLE = 10_000;

const ID = `(lpad(to_hex(1700000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`;
const AT = `to_timestamp(1700000000 + n * 0.05)`;
const WHO_EXPRESSION = `case when n % 4 = 0 then '${BUSY_PERSON}'::uuid
  else ('018f0000-0000-7000-9000-' || lpad((n % ${PEOPLE})::text, 12, '0'))::uuid end`;

/** Rows as the product writes them, with realistic lengths. `n` counts. */
export const ROW_TABLES: Readonly<Record<string, string>> = {
  transfers: `select n, 1 + n % 40000, 40001 + n % 40000, 12845200000 + n, 50000000000000 + n, 90000000000000 + n,
    (array['trade', 'trade', 'fee', 'hold'])[1 + n % 4], ${ID}, ${AT}`,
  ledger_batches: `select n, false, ${AT}, n * 40, n, sha256(n::text::bytea)`,
  orders: `select ${WHO_EXPRESSION}, ${ID}, (array['BITCOIN', 'ETHEREUM', 'TRON', 'RIPPLE'])[1 + n % 4], 'TOMAN',
    case when n % 2 = 0 then 'EXCHANGE_BUY' else 'LIMITED_SELL' end, 'IS_CLOSED', 100000, 12845200000000000, 100000,
    12845200000000, 51380800000, 12896580800000, 12845200000000, ${AT}, case when n % 2 = 1 then n end, 4000, 0,
    case when n % 2 = 1 then n end, case when n % 2 = 1 then n end, null, case when n % 2 = 1 then ${AT} end,
    gen_random_uuid()::text`,
  fills: `select (array['BITCOIN', 'ETHEREUM', 'TRON', 'RIPPLE'])[1 + n % 4], 'TOMAN', n, ${ID}, gen_random_uuid(),
    '${BUSY_PERSON}'::uuid, gen_random_uuid(), 'buy', 12845200000000000, 100000, 12845200000000, 51380800000, 51380800000,
    12845200000000, ${AT}`,
  idempotency: `select gen_random_uuid()::text, (${WHO_EXPRESSION})::text, md5(n::text) || substr(md5(n::text), 1, 11),
    repeat(md5(n::text), 18), ${AT}`,
  notices: `select ${ID}, ${WHO_EXPRESSION}, 'ORDER_FILLED', decode(repeat(md5(n::text), 9), 'hex'), n % 10 > 0, ${AT}`,
  audit_log: `select n, ${AT}, ${WHO_EXPRESSION}, 'session begun', ${WHO_EXPRESSION},
    '{"ip":"203.0.113.7","device":"Android","browser":"Chrome 141"}', sha256(n::text::bytea)`,
  recurring_plans: `select ${ID}, ${WHO_EXPRESSION}, (array['BITCOIN', 'ETHEREUM', 'TRON', 'RIPPLE'])[1 + n % 4], 50000000000000, null::numeric,
    'MONTHLY', 1 + n % 31, 10, 'ENDED', null::timestamptz, ${AT}::date, 12, 100000, 600000000000000, ${AT}, ${AT}`,
  recurring_turns: `select ${ID}, ${ID}, ${WHO_EXPRESSION}, ${AT}::date, (array['BITCOIN', 'ETHEREUM', 'TRON', 'RIPPLE'])[1 + n % 4],
    50000000000000, null::numeric, 'SKIPPED', ${AT}, ${AT}, ${AT}, 'NOT_ENOUGH_BALANCE', null::uuid,
    null::numeric, null::numeric, null::numeric, null::numeric, ${AT}, true`,
  trade_candles: `select (array['BITCOIN', 'ETHEREUM', 'TRON', 'RIPPLE'])[1 + n % 4], 'TOMAN', '1m',
    to_timestamp(1700000000 - 1700000000 % 60 + (n / 4) * 60), 12845200000000000, 12845300000000000, 12845100000000000, 12845200000000000,
    100000000 + n, 12845200000000 + n`,
};

/** Inserts rows by number; `client`: the owner's. */
export async function fillRows(client: pg.Client, from: number, to: number): Promise<void> {
  // Only the rows: foreign keys and triggers would take time.
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(ROW_TABLES))
    await client.query(`insert into ${table} ${rows} from generate_series(${from}::bigint, ${to}::bigint) n`);
  // All trades are included in candles.
  await client.query(
    `insert into trade_candle_cursors (coin, quote, fill) values ('BITCOIN', 'TOMAN', ${to})
      on conflict (coin, quote) do update set fill = excluded.fill`,
  );
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze');
}

const firstPageBefore = (before: string | null) => ({ limit: 11, size: 10, offset: 0, before });
const ALL_FILTERS = { types: null, statuses: null, coin: null, quote: null, onlyExecuted: true } as const;

/** Queries of users and pages, by the product's own statements. `middle`: a row in the middle of the table. */
const READS: Readonly<Record<string, (db: Queryable, middle: string, number: number) => Promise<unknown>>> = {
  'trades, first page': (db) => listOrders(db, BUSY_PERSON, ALL_FILTERS, firstPageBefore(null)),
  'trades, in the middle': (db, middle) => listOrders(db, BUSY_PERSON, ALL_FILTERS, firstPageBefore(middle)),
  'trades, of a coin never traded': (db) =>
    listOrders(db, BUSY_PERSON, { ...ALL_FILTERS, coin: 'EOS' }, firstPageBefore(null)),
  'trades, numbered pages': (db) => countOrderPages(db, BUSY_PERSON, ALL_FILTERS, firstPageBefore(null)),
  'open orders': (db) => listOpenOrders(db, BUSY_PERSON, null, firstPageBefore(null)),
  'an order with its fills': async (db, middle) => {
    const order = await findOrder(db, BUSY_PERSON, middle);
    if (order) await listOrderFills(db, order, { cursor: null, oldestFirst: false, limit: 51 });
  },
  'older trades of a market': (db, _, number) =>
    readFills(db as Db, 'BITCOIN', 'TOMAN', { before: number, limit: 51 }),
  'candles of a day, by minutes': (db) =>
    readTradeCandles(db, 'BITCOIN', 'TOMAN', '1m', {
      stepMs: 60_000,
      from: new Date(1_700_000_000_000),
      to: new Date(1_700_086_400_000),
    }),
  'recurring purchases': (db) => listPlans(db, BUSY_PERSON),
  'recurring purchases that are due': (db) => claimDuePlans(db as Tx, new Date(), 50),
  'turns that wait': (db) => listPendingTurns(db, new Date(), 50),
  'turns, first page': (db) => listTurns(db, BUSY_PERSON, firstPageBefore(null)),
  'turns, in the middle': (db, middle) => listTurns(db, BUSY_PERSON, firstPageBefore(middle)),
  'notices, first page': (db) => listNotices(db, BUSY_PERSON, firstPageBefore(null)),
  'notices, in the middle': (db, middle) => listNotices(db, BUSY_PERSON, firstPageBefore(middle)),
  'unread notices': (db) => countUnreadNotices(db, BUSY_PERSON),
  'audit log of a person': (db) => readAudit(db, { subjectId: BUSY_PERSON, limit: 50 }),
  'audit log, in the middle': (db, _, number) => readAudit(db, { before: BigInt(number), limit: 50 }),
};

/**
 * Returns the blocks that the statements of a read touch, and whether they scan one of the tables above. It runs
 * twice.
 */
export async function countBlocks(
  db: Db,
  read: (db: Queryable) => Promise<unknown>,
): Promise<{ blocks: number; scans: string[] }> {
  const requests: RootOperationNode[] = [];
  const note: KyselyPlugin = {
    transformQuery({ node }) {
      requests.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(db.withPlugin(note));
  let blocks = 0;
  const scans: string[] = [];
  for (const node of requests) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'bench' } as never);
    const explain = { sql: `explain (analyze, buffers, format json) ${text}`, parameters } as never;
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explain);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) continue;
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    scans.push(...listScans(plan));
  }
  return { blocks, scans };
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}
const listScans = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && (plan['Relation Name'] ?? '') in ROW_TABLES
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(listScans),
];

/** Returns the blocks of each page, in tables filled with this many rows. */
export async function countBlocksOfReads(
  db: Db,
  count: number,
): Promise<Map<string, { blocks: number; scans: string[] }>> {
  const { rows } = await sql<{ id: string }>`select id from orders where user_id = ${BUSY_PERSON} order by id
    offset ${Math.floor(count / 8)} limit 1`.execute(db);
  const blockCounts = new Map<string, { blocks: number; scans: string[] }>();
  for (const [name, read] of Object.entries(READS))
    blockCounts.set(name, await countBlocks(db, (on) => read(on, rows[0]?.id ?? '', Math.floor(count / 2))));
  return blockCounts;
}
