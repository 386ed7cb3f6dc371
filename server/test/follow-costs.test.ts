/**
 * Database work of each follower of the ledger, in counts, which don't depend on the load of the machine: no follower
 * may exceed its budget. `npm run bench rows` prints the current counts.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createLedgerWithFollowers,
  type LedgerWithFollowers,
  runAllFollowers,
  STOP_AUTOVACUUM,
} from './follow-costs.ts';
import { checkInvariants } from './invariants.ts';
import { asOwner } from './owner.ts';

const COUNT = 400;

/** Limits per round over `COUNT` trades or orders: statements, commits, rows written, and blocks read per trade. */
type Budget = readonly [statements: number, commits: number, rows: number, blocks: number];

/** The audit's laws share two statements, each in a snapshot of its own (decision 133). */
const QUICK_TRADES: Readonly<Record<string, Budget>> = {
  trades: [1, 1, 50, 2],
  'own-fills': [1, 0, 0, 0.1],
  levels: [7, 1, 50, 1.5],
  'filled-orders': [1, 0, 0, 0.1],
  'triggered-orders': [1, 1, 0, 0.1],
  'positions, wallet-sums, figures, movements': [14, 1, 1_500, 20],
  candles: [1, 0, 0, 0.1],
  audit: [6, 2, 0, 17],
};
/** Concurrent orders share pages and batches differently in each run: the audit reads 19.9 to 20.4 blocks for each. */
const ORDERS: Readonly<Record<string, Budget>> = {
  ...QUICK_TRADES,
  trades: [1, 1, 50, 4],
  'own-fills': [5, 1, 450, 4],
  'filled-orders': [10, 1, 250, 8],
  candles: [10, 2, 10, 0.2],
  audit: [6, 2, 0, 24],
};

let books: LedgerWithFollowers;
beforeAll(async () => {
  books = await createLedgerWithFollowers();
  await asOwner(books.db, STOP_AUTOVACUUM);
  await books.quickTrades(20);
  await books.limitOrders(20);
  await books.addPast(20_000);
  // The planner's statistics must not depend on when autovacuum runs.
  await asOwner(books.db, sql`analyze`);
  await runAllFollowers(books);
});
afterAll(async () => {
  await books.removePast();
  expect(await checkInvariants(books.db)).toBeNull();
  await books.close();
});

it.each([
  ['quickTrades', QUICK_TRADES],
  ['limitOrders', ORDERS],
] as const)('each follower of %s stays within its budget', async (kind, budget) => {
  await books[kind](COUNT);
  const costs = await runAllFollowers(books);
  expect([...costs.keys()].sort()).toEqual(Object.keys(budget).sort());
  for (const [name, { statements, commits, rows, blocks }] of costs) {
    const [mostStatements, mostCommits, mostRows, mostBlocks] = budget[name] ?? [0, 0, 0, 0];
    expect.soft(statements, `statements of ${name}`).toBeLessThanOrEqual(mostStatements);
    expect.soft(commits, `commits of ${name}`).toBeLessThanOrEqual(mostCommits);
    expect.soft(rows, `rows of ${name}`).toBeLessThanOrEqual(mostRows);
    expect.soft(blocks / COUNT, `blocks of ${name}, for each`).toBeLessThanOrEqual(mostBlocks);
  }
});
