/**
 * Database work of requests and of each follower of the ledger, in counts, which don't depend on the load of the
 * machine: none may exceed its budget. `npm run bench rows` prints the current counts.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseCost, divideCost } from './database-cost.ts';
import {
  createLedgerWithFollowers,
  type LedgerWithFollowers,
  runAllFollowers,
  STOP_AUTOVACUUM,
} from './follow-costs.ts';
import { checkInvariants } from './invariants.ts';
import { asOwner } from './owner.ts';
import { createRequestFixture, REQUEST_KINDS, type RequestKind } from './request-costs.ts';

const COUNT = 400;
const REQUESTS = 20;

const COUNTED = ['statements', 'roundTrips', 'commits', 'rows', 'blocks'] as const;
type Budget = readonly [
  statements: number,
  roundTrips: number,
  commits: number,
  rows: number,
  blocks?: number,
];

/**
 * Of the average request, without blocks, which increase with the tables. Each limit is less than one above the measured
 * figure, so that one more for each request is refused. Index entries have none: whether an update of a row needs new
 * ones depends on when the database removes its earlier versions, and so on what else runs.
 */
const REQUEST_BUDGETS: Readonly<Record<RequestKind, Budget>> = {
  'quick trade': [2.5, 2.5, 1.5, 13.4],
  order: [3.5, 2.5, 1.5, 8.5],
  fill: [4.5, 2.5, 1.5, 16.6],
  cancel: [4.5, 2.5, 1.5, 8.5],
  'log-in': [24.5, 28.5, 4.5, 14.5],
};

/**
 * Of one round over `COUNT` trades or orders; blocks for each. The audit's laws share two statements, each in a
 * snapshot of its own (decision 133).
 */
const QUICK_TRADES: Readonly<Record<string, Budget>> = {
  trades: [1, 5, 1, 50, 2],
  'own-fills': [1, 1, 0, 0, 0.1],
  levels: [7, 12, 1, 50, 1.5],
  'filled-orders': [1, 1, 0, 0, 0.1],
  'triggered-orders': [1, 3, 0, 0, 0.1],
  'positions, wallet-sums, figures, movements': [14, 22, 1, 1_600, 20],
  candles: [1, 1, 0, 0, 0.1],
  audit: [6, 16, 0, 0, 17],
};
/** Concurrent orders share pages and batches differently in each run: the audit reads 19.9 to 20.4 blocks for each. */
const ORDERS: Readonly<Record<string, Budget>> = {
  ...QUICK_TRADES,
  trades: [1, 5, 1, 50, 4],
  'own-fills': [5, 8, 1, 450, 4],
  'filled-orders': [10, 13, 1, 250, 8],
  candles: [10, 14, 2, 10, 0.2],
  audit: [6, 16, 0, 0, 24],
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
] as const)('each follower of %s stays within its budget', async (kind, budgets) => {
  await books[kind](COUNT);
  const costs = await runAllFollowers(books);
  expect([...costs.keys()].sort()).toEqual(Object.keys(budgets).sort());
  for (const [name, cost] of costs)
    expectWithinBudget(name, { ...cost, blocks: cost.blocks / COUNT }, budgets[name] as Budget);
});

it('each request stays within its budget', async () => {
  const requests = await createRequestFixture(books);
  for (const kind of REQUEST_KINDS) {
    const cost = await requests.measure(kind, REQUESTS);
    expectWithinBudget(kind, divideCost(cost, REQUESTS), REQUEST_BUDGETS[kind]);
  }
  await requests.close();
});

function expectWithinBudget(name: string, cost: DatabaseCost, budget: Budget): void {
  for (const [n, limit] of budget.entries()) {
    const counted = COUNTED[n] as (typeof COUNTED)[number];
    expect.soft(cost[counted], `${counted} of ${name}`).toBeLessThanOrEqual(limit ?? 0);
  }
}
