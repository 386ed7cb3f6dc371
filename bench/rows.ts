/**
 * Disk space of a row of each table that grows for ever, whether user-facing queries read more rows as the tables
 * grow (the same pages on a database and on one of ten times the rows), and the database cost of requests and of each
 * follower after them. Counts don't depend on the machine's load; times do. BENCH_ROWS: of each table (2,000,000);
 * BENCH_SAMPLES: requests of each kind (400).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { type DatabaseCost, divideCost } from '../server/test/database-cost.ts';
import { createLedgerWithFollowers, runAllFollowers, STOP_AUTOVACUUM } from '../server/test/follow-costs.ts';
import { countBlocksOfReads, fillRows, ROW_TABLES } from '../server/test/many-rows.ts';
import { createRequestFixture, REQUEST_KINDS } from '../server/test/request-costs.ts';

const ROWS = Number.parseInt(process.env.BENCH_ROWS ?? '2000000', 10);
const ROWS_DIVISOR = 10;
const SAMPLES = Number.parseInt(process.env.BENCH_SAMPLES ?? '400', 10);

interface TableSize {
  table: string;
  heap: number;
  indexes: number;
}

async function readSizes(client: pg.Client): Promise<TableSize[]> {
  const { rows } = await client.query<{ table: string; count: string; heap: string; indexes: string }>(
    `select c.relname as table, c.reltuples as count, pg_table_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes
    from pg_class c where c.relname = any($1) and c.relkind = 'r' order by 1`,
    [Object.keys(ROW_TABLES)],
  );
  return rows.map(({ table, count, heap, indexes }) => ({
    table,
    heap: Number(heap) / Number(count),
    indexes: Number(indexes) / Number(count),
  }));
}

/** In a separate database: the rows of the other have no ledger. */
async function measureRequests(url: string): Promise<Record<string, DatabaseCost>> {
  const address = new URL(url);
  address.pathname = 'followed';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create database followed');
  await client.end();
  await migrate(address.href);
  const owner = openDatabase(address.href, 1);
  await sql`create extension pg_stat_statements`.execute(owner.db);
  await owner.close();
  const ledger = await createLedgerWithFollowers({
    url: address.href,
    ownerUrl: address.href,
    drop: async () => {},
  });
  try {
    await STOP_AUTOVACUUM.execute(ledger.db);
    await ledger.quickTrades(20);
    await ledger.limitOrders(20);
    await ledger.addPast(20_000);
    await sql`analyze`.execute(ledger.db);
    const requests = await createRequestFixture(ledger);
    await runAllFollowers(ledger);
    console.log(
      `\nDatabase cost of one request, and of each follower for one request; but statements, round trips and commits of a
follower are those of one look at ${SAMPLES}. Requests one after the other cost most: concurrent ones share batches.`,
    );
    for (const [name, kind] of [
      ['quick trades', 'quickTrades'],
      ['orders', 'limitOrders'],
    ] as const)
      printCosts(
        `${SAMPLES} ${name}, sent concurrently`,
        await ledger.meter.measure(() => ledger[kind](SAMPLES)),
        await runAllFollowers(ledger),
      );
    const costs: Record<string, DatabaseCost> = {};
    for (const kind of REQUEST_KINDS) {
      const cost = await requests.measure(kind, SAMPLES);
      printCosts(`${SAMPLES} × ${kind}, one after the other`, cost, await runAllFollowers(ledger));
      costs[kind] = divideCost(cost, SAMPLES);
    }
    await requests.close();
    return costs;
  } finally {
    await ledger.close();
  }
}

/** Statements, round trips and commits of a follower are those of its whole look. */
function printCosts(what: string, ofRequests: DatabaseCost, ofFollowers: Map<string, DatabaseCost>): void {
  const formatRow = (cost: DatabaseCost, perLook = cost) => ({
    statements: roundToHundredths(perLook.statements),
    'round trips': roundToHundredths(perLook.roundTrips),
    commits: roundToHundredths(perLook.commits),
    rows: roundToHundredths(cost.rows),
    'index entries': roundToHundredths(cost.indexEntries),
    'WAL bytes': Math.round(cost.walBytes),
    blocks: roundToHundredths(cost.blocks),
    'execution, ms': cost.executionMs === null ? null : roundToHundredths(cost.executionMs),
  });
  console.log(`\n${what}`);
  console.table({
    'the request': formatRow(divideCost(ofRequests, SAMPLES)),
    ...Object.fromEntries(
      [...ofFollowers].map(([name, cost]) => [name, formatRow(divideCost(cost, SAMPLES), cost)]),
    ),
  });
}

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;

const dir = await mkdtemp(join(tmpdir(), 'sarraf-bench-rows-'));
const postgres = await startPostgres({
  dataDir: join(dir, 'postgres'),
  log: () => {},
  settings: { shared_preload_libraries: 'pg_stat_statements' },
});
try {
  await migrate(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await fillRows(client, 1, ROWS / ROWS_DIVISOR);
  const { db, close } = openDatabase(postgres.url, 1);
  const blocksOfFewRows = await countBlocksOfReads(db, ROWS / ROWS_DIVISOR);
  await fillRows(client, ROWS / ROWS_DIVISOR + 1, ROWS);
  const blocksOfManyRows = await countBlocksOfReads(db, ROWS);
  const printLine = (line: string) => process.stdout.write(`${line}\n`);
  printLine(`\nBytes a row, of ${ROWS} rows, and GB at a billion`);
  for (const { table, heap, indexes } of await readSizes(client))
    printLine(
      `  ${table.padEnd(16)} heap ${heap.toFixed(0).padStart(5)}  indexes ${indexes.toFixed(0).padStart(5)}  ${(heap + indexes).toFixed(0).padStart(6)} GB`,
    );
  printLine(`\nBlocks of 8 kB that a read touches, with ${ROWS / ROWS_DIVISOR} rows and with ${ROWS}`);
  for (const [name, { blocks, scans }] of blocksOfManyRows)
    printLine(
      `  ${name.padEnd(32)} ${String(blocksOfFewRows.get(name)?.blocks).padStart(6)} ${String(blocks).padStart(6)} ${scans.length > 0 ? `scans ${scans.join(', ')}` : ''}`,
    );
  await close();
  await client.end();
  console.log(JSON.stringify({ bench: 'rows', ...(await measureRequests(postgres.url)) }));
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
