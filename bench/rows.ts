/**
 * Disk space of a row of each table that grows for ever, whether user-facing queries read more rows as the tables
 * grow (the same pages on a database and on one of ten times the rows), and the queries of each follower of trades
 * and orders. Counts, not times, so that the result doesn't depend on the machine's load.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import {
  createLedgerWithFollowers,
  type FollowCost,
  runAllFollowers,
  STOP_AUTOVACUUM,
} from '../server/test/follow-costs.ts';
import { countBlocksOfReads, fillRows, ROW_TABLES } from '../server/test/many-rows.ts';

const ROWS = Number.parseInt(process.env.BENCH_ROWS ?? '2000000', 10);
const ROWS_DIVISOR = 10;
const TRADES = 400;

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
async function printFollowerCosts(url: string): Promise<void> {
  const address = new URL(url);
  address.pathname = 'followed';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create database followed');
  await client.end();
  await migrate(address.href);
  const ledger = await createLedgerWithFollowers({ own: { url: address.href, drop: async () => {} } });
  try {
    await STOP_AUTOVACUUM.execute(ledger.db);
    await ledger.quickTrades(20);
    await ledger.limitOrders(20);
    await ledger.addPast(20_000);
    await sql`analyze`.execute(ledger.db);
    await runAllFollowers(ledger);
    for (const [what, kind] of [
      ['quick trades', 'quickTrades'],
      ['orders', 'limitOrders'],
    ] as const) {
      await ledger[kind](TRADES);
      const costs = await runAllFollowers(ledger);
      const sum = { statements: 0, commits: 0, rows: 0, blocks: 0 };
      for (const cost of costs.values())
        for (const name of Object.keys(sum) as (keyof FollowCost)[]) sum[name] += cost[name];
      console.log(`\nWhat follows ${TRADES} ${what} in one look; rows and blocks for each of them`);
      console.table(
        Object.fromEntries(
          [...costs, ['together', sum] as const].map(([name, { statements, commits, rows, blocks }]) => [
            name,
            {
              statements,
              commits,
              rows: roundToHundredths(rows / TRADES),
              blocks: roundToHundredths(blocks / TRADES),
            },
          ]),
        ),
      );
    }
  } finally {
    await ledger.close();
  }
}

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;

const dir = await mkdtemp(join(tmpdir(), 'sarraf-bench-rows-'));
const postgres = await startPostgres({ dataDir: join(dir, 'postgres'), log: () => {} });
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
  await printFollowerCosts(postgres.url);
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
