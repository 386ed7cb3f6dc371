/** F28: for any receipts, processing times and changes of settings, each receipt is in exactly one period. */

import { PERIODS } from '@sarraf/domain/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CompanyContext } from '../src/company/deps.ts';
import { applyPause } from '../src/company/pause-company.ts';
import { createWalletSettlements } from '../src/company/payments/collect-receipts.ts';
import { changePeriod } from '../src/company/save-company.ts';
import { createDueSettlements, createRemainderSettlements } from '../src/company/settlements/make-due.ts';
import { computePeriodEnd } from '../src/company/settlements/periods.ts';
import { type CompanyRow, insertCompany, lockCompany } from '../src/company/store.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openTestDatabase } from './open-database.ts';
import { addPerson } from './people.ts';

const RUNS = process.env.SARRAF_NIGHTLY ? 300 : 25;
const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T08:00:00Z');

let test: TestDatabase;
let database: Database;
let now = START;
const context = {
  get db() {
    return database.db;
  },
  clock: { now: () => now },
  now: () => new Date(now),
} as CompanyContext;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

async function createCompanyRow(): Promise<string> {
  const userId = await addPerson(context.db, { email: `${newId()}@periods.test`, state: 'AUTHORIZED' });
  await context.db.transaction().execute((tx) => insertCompany(tx, userId, context.now()));
  const { rows } = await sql<{
    id: string;
  }>`update companies set coin = 'LITE_COIN', token_type = 'LITE_COIN',
      address = 'x', per_time = 'PER_DAY', next_due_at = ${new Date(computePeriodEnd('PER_DAY', now))}
    where user_id = ${userId} returning id`.execute(context.db);
  return rows[0]?.id ?? '';
}

async function receivePayment(companyId: string, amount: number): Promise<void> {
  const id = newId();
  await sql`insert into payments (id, company_id, gateway, amount, state, card_masked, card_digest, callback_url, created_at,
      settled_at)
    values (${id}, ${companyId}, 'SANDBOX', ${amount}, 'PAID', '', '', '', ${context.now()}, ${context.now()})`.execute(
    context.db,
  );
  await sql`insert into company_payments (payment_id, company_id, amount, description, card_digest, ip_digest, created_at,
      received_at)
    values (${id}, ${companyId}, ${amount}, '', '', '', ${context.now()}, ${context.now()})`.execute(
    context.db,
  );
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('receive' as const),
      amount: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 0, max: 100 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('back' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: 'work' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'two workers' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('period' as const), perTime: fc.constantFrom(...PERIODS) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'to wallet' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pause' as const), paused: fc.boolean() }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function takeReceipts(companyId: string, one: Step): Promise<void> {
  if (one.kind === 'receive') await receivePayment(companyId, one.amount);
  if (one.kind === 'pass') now += one.hours * HOUR;
  if (one.kind === 'back') now -= one.hours * HOUR;
  if (one.kind === 'work') await createDueSettlements(context);
  if (one.kind === 'two workers')
    await Promise.all([createDueSettlements(context), createDueSettlements(context)]);
  if (one.kind === 'period')
    await withLock(companyId, (tx, row) => changePeriod(context, tx, row, one.perTime));
  if (one.kind === 'to wallet')
    await withLock(companyId, (tx, row) => createWalletSettlements(context, tx, row));
  if (one.kind === 'pause')
    await withLock(companyId, async (tx, row) => {
      if (one.paused !== (row.pausedAt !== null)) await applyPause(context, tx, row, one.paused);
    });
}

const withLock = (companyId: string, act: (tx: Tx, row: CompanyRow) => Promise<unknown>) =>
  context.db.transaction().execute(async (tx) => {
    const row = await lockCompany(tx, companyId);
    if (!row) throw new Error('no company');
    await act(tx, row);
  });

interface FoundSettlement {
  number: number;
  from: Date;
  to: Date;
  receipts: bigint;
  payments: number;
}

it('each receipt is in exactly one period, the sums are equal, and periods follow each other without a gap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      now = START;
      const id = await createCompanyRow();
      for (const one of steps) await takeReceipts(id, one);
      const wentBack = steps.some(({ kind }) => kind === 'back');
      // A final run, long after.
      now = Math.max(now, START) + 80 * 24 * HOUR;
      await takeReceipts(id, { kind: 'pause', paused: false });
      now += 80 * 24 * HOUR;
      await createDueSettlements(context);
      const { rows: sums } = await sql<{ paid: bigint; settled: bigint; left: number }>`select
          (select coalesce(sum(amount), 0) from company_payments where company_id = ${id}) as paid,
          (select coalesce(sum(receipts), 0) from company_settlements where company_id = ${id}) as settled,
          (select count(*)::int from company_payments where company_id = ${id} and settlement_id is null) as left`.execute(
        context.db,
      );
      expect(sums[0]?.settled).toBe(sums[0]?.paid);
      expect(sums[0]?.left).toBe(0);
      const { rows } =
        await sql<FoundSettlement>`select number, period_from as "from", period_to as "to", receipts, payments
        from company_settlements where company_id = ${id} order by number`.execute(context.db);
      rows.forEach((row, at) => {
        expect(row.number).toBe(at + 1);
        // Receipts under a clock that was set back, which go to the wallet before it has caught up, form an empty
        // period.
        expect(row.from < row.to || (wentBack && row.from.getTime() === row.to.getTime())).toBe(true);
        const before = rows[at - 1];
        if (before) expect(row.from >= before.to).toBe(true);
      });
      const { rows: strays } = await sql`select p.payment_id from company_payments p
        join company_settlements s on s.id = p.settlement_id
        where p.company_id = ${id} and (p.received_at >= s.period_to or (p.received_at < s.period_from and not ${wentBack}))`.execute(
        context.db,
      );
      expect(strays).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

it('a part that leaves a remainder gets its own next part, although a concurrent run handles the one before', async () => {
  now = START;
  const id = await createCompanyRow();
  await receivePayment(id, 100);
  now += 48 * HOUR;
  await createDueSettlements(context);
  /** As the ledger does. */
  const buyPart = (part: number) =>
    sql`update company_settlements set more = true where company_id = ${id} and part = ${part}`.execute(
      context.db,
    );
  await buyPart(0);
  /** What happens after each query of the slower run: the list of companies, its lock, and the newest settlement. */
  const meanwhile = [() => createRemainderSettlements(context), null, () => buyPart(1)];
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length > 0) await meanwhile.shift()?.();
      return result;
    },
  });
  await createRemainderSettlements({ ...context, db });
  await createRemainderSettlements(context);
  const { rows } = await sql<{ part: number }>`select part from company_settlements where company_id = ${id}
    order by number`.execute(context.db);
  expect(rows.map(({ part }) => part)).toEqual([0, 1, 2]);
});
