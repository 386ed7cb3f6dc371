/** Proves that the audit can fail: each law is broken once, bypassing the database's constraints. */

import { amountOf } from '@sarraf/domain';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { checkLedger } from '../../test/invariants.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import { outsideAccount, userAccount } from '../ledger/index.ts';
import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

let test: TestDatabase;
let database: Database;
let client: pg.Client;

beforeEach(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 2);
  client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  const ledger = await startTestLedger(test.url);
  const world = outsideAccount('test', 'TOMAN');
  const [ann, ben] = [userAccount(newId(), 'TOMAN'), userAccount(newId(), 'TOMAN')];
  for (const [debit, credit, amount] of [
    [world, ann, 10n],
    [ann, ben, 4n],
    [ben, ann, 1n],
  ] as const) {
    await ledger.submit({
      accounts: [debit, credit],
      decide: () => ({
        transfers: [{ debit, credit, amount: amountOf(amount), kind: 'seed', reference: newId() }],
        reply: '',
      }),
    });
  }
  await ledger.stop();
});

afterEach(async () => {
  await client.end();
  await database.close();
  await test.drop();
});

it.each([
  ['each asset sums to zero', 'update accounts set balance = balance + 1 where id = 1'],
  [
    "no user's balance is negative",
    `alter table accounts drop constraint user_balance_not_negative;
     update accounts set balance = balance - 20 where id = 2; update accounts set balance = balance + 20 where id = 1`,
  ],
  ['every transfer has two accounts', 'update transfers set credit_account = 99 where id = 2'],
  ['transfers are numbered without gaps', 'delete from transfers where id = 3'],
  [
    "the balances after each account's transfers",
    'update transfers set debit_balance = debit_balance + 1 where id = 2',
  ],
  [
    "the balances after each account's transfers",
    'update accounts set balance = balance + 1 where id = 2; update accounts set balance = balance - 1 where id = 3',
  ],
  ["the balances after each account's transfers", 'update transfers set amount = amount + 1 where id = 2'],
])('the audit finds a violation of "%s"', async (law, harm) => {
  expect(await checkLedger(database.db)).toBeNull();
  await client.query('alter table transfers disable trigger all');
  await client.query(harm);
  expect(await checkLedger(database.db)).toContain(law);
});
