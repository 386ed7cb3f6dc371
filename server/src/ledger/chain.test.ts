/** The chain of batch MACs against an attacker who can write to the database but lacks its key. */
import { amountOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { asAttacker } from '../../test/forged-books.ts';
import { TEST_CHAIN_KEY } from '../../test/keys.ts';
import { inOwnersTransaction } from '../../test/owner.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import {
  type ChainPoint,
  type Ledger,
  type LedgerOptions,
  outsideAccount,
  reopenChain,
  userAccount,
  verifyBatchChain,
} from './index.ts';

let test: TestDatabase;
let database: Database;
let ledger: Ledger;

const world = outsideAccount('a, "b" \\ c', 'TOMAN');

const start = (options: Partial<LedgerOptions> = {}) =>
  startTestLedger(test.url, { leaseMs: 1_000, ...options });

async function open(): Promise<void> {
  test = await createTestDatabase();
  database = openDatabase(test.url, 4);
  ledger = await start();
}
async function close(): Promise<void> {
  await ledger.stop();
  await database.close();
  await test.drop();
}

async function deposit(owner = newId()): Promise<void> {
  const account = userAccount(owner, 'TOMAN');
  await ledger.submit({
    accounts: [world, account],
    decide: () => ({
      transfers: [
        { debit: world, credit: account, amount: amountOf(10n), kind: 'deposit', reference: newId() },
        { debit: account, credit: world, amount: amountOf(1n), kind: 'fee', reference: newId() },
      ],
      reply: '{}',
    }),
  });
}

/** Settles five batches one after another, then some that overlap. */
async function fill(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await deposit();
  await Promise.all(Array.from({ length: 300 }, () => deposit()));
}

const verify = (after: ChainPoint | null = null, key = TEST_CHAIN_KEY, most?: number) =>
  database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => verifyBatchChain(tx, key, after, most));

/** Runs statements as the database's owner, who can disable its triggers. */
async function tamper(...statements: string[]): Promise<void> {
  const owner = openDatabase(test.ownerUrl, 1);
  await sql`alter table transfers disable trigger user`.execute(owner.db);
  await sql`alter table accounts disable trigger user`.execute(owner.db);
  for (const statement of statements) await sql.raw(statement).execute(owner.db);
  await owner.close();
}

describe('verifyBatchChain', () => {
  beforeEach(open);
  afterEach(close);

  it('verifies an empty ledger, overlapping batches, and batches written after a restart', async () => {
    expect(await verify()).toMatchObject({ problem: null, complete: true });
    await fill();
    const { point, ...rest } = await verify();
    expect(rest).toEqual({ problem: null, complete: true });
    const { rows } = await sql<{ batch: bigint }>`select batch from ledger_head`.execute(database.db);
    expect(point?.number).toBe(rows[0]?.batch);
    await ledger.stop();
    ledger = await start();
    await fill();
    expect(await verify(point)).toMatchObject({ problem: null, complete: true });
    expect(await verify()).toMatchObject({ problem: null, complete: true });
  });

  it('verifies at most the given number of batches and continues from the returned point', async () => {
    for (let i = 0; i < 5; i += 1) await deposit();
    const first = await verify(null, TEST_CHAIN_KEY, 2);
    expect(first).toMatchObject({ problem: null, complete: false, point: { number: 2n } });
    expect(await verify(first.point)).toMatchObject({ complete: true, point: { number: 5n } });
  });

  it('rejects batches when verified with another key', async () => {
    await deposit();
    const { problem } = await verify(null, Buffer.alloc(32, 1));
    expect(problem).toContain('was changed');
  });

  it('does not reopen a deleted chain, except for an operator, over all transfers', async () => {
    await fill();
    await ledger.stop();
    await tamper(`update ledger_head set mac = null`, `delete from ledger_batches`);
    expect((await verify()).problem).toBe('the chain of batches is not open');
    ledger = await start();
    expect(ledger.isWriter()).toBe(false);
    await ledger.stop();
    await reopenChain(test.url, TEST_CHAIN_KEY, new Date());
    ledger = await start();
    await deposit();
    expect(await verify()).toMatchObject({ problem: null, complete: true });
    await tamper(`update transfers set amount = 11 where id = 1`);
    expect((await verify()).problem).toContain('what was there when the chain was opened');
  });

  it('does not open the chain of a new ledger when a head is known outside the database', async () => {
    await ledger.stop();
    await tamper(`update ledger_head set mac = null, batch = 0`, `delete from ledger_batches`);
    ledger = await start({ mayOpenChain: () => false });
    expect(ledger.isWriter()).toBe(false);
  });
});

const LAST = '(select last_transfer_id from ledger_head)';

describe('verifyBatchChain against an attacker with write access to the database', () => {
  beforeAll(async () => {
    await open();
    await fill();
  });
  afterAll(close);

  /** Returns the violation found after these statements, then rolls them back. */
  async function findProblemAfter(
    statements: readonly string[],
    after: ChainPoint | null = null,
  ): Promise<string> {
    let problem: string | null = null;
    const undone = new Error('undone');
    const work = inOwnersTransaction(database.db, async (tx) => {
      await asAttacker(tx);
      for (const statement of statements) await sql.raw(statement).execute(tx);
      problem = (await verifyBatchChain(tx, TEST_CHAIN_KEY, after)).problem;
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    return problem ?? '';
  }

  it.each([
    ['an amount', [`update transfers set amount = 11 where id = 7`]],
    ['a reference', [`update transfers set reference = gen_random_uuid() where id = 7`]],
    ['a kind', [`update transfers set kind = 'seed' where id = 7`]],
    ['a balance after it', [`update transfers set debit_balance = 12 where id = 7`]],
    ['an account', [`update transfers set credit_account = 3 where id = 7`]],
    ['an owner', [`update accounts set owner = 'thief' where id = 5`]],
    ['a time', [`update ledger_batches set at = at + interval '1 second' where number = 4`]],
    ['a MAC', [`update ledger_batches set mac = sha256('x') where number = 4`]],
  ])('detects an attacker who changes %s', async (_, statements) => {
    expect(await findProblemAfter(statements)).toMatch(/^batch 4 .*was changed$/);
  });

  it.each([
    ['deletes a batch', [`delete from ledger_batches where number = 4`], /^batch 4 is missing$/],
    [
      'appends a transfer',
      [
        `insert into transfers select ${LAST} + 1, debit_account, credit_account, amount, debit_balance,
        credit_balance, kind, reference from transfers where id = 1`,
      ],
      /^rows or a head beyond the last batch$/,
    ],
    [
      'appends a transfer and moves the head',
      [
        `insert into transfers select ${LAST} + 1, debit_account, credit_account, amount, debit_balance,
          credit_balance, kind, reference from transfers where id = 1`,
        `update ledger_head set last_transfer_id = last_transfer_id + 1`,
      ],
      /^rows or a head beyond the last batch$/,
    ],
    [
      'appends a batch with the MAC of the last',
      [
        `insert into transfers select ${LAST} + 1, debit_account, credit_account, amount, debit_balance,
          credit_balance, kind, reference from transfers where id = 1`,
        `update ledger_head set last_transfer_id = last_transfer_id + 1, batch = batch + 1`,
        `insert into ledger_batches select batch, false, now(), last_transfer_id, last_account_id, mac from ledger_head`,
      ],
      /^batch \d+ .*was changed$/,
    ],
    [
      'marks a later batch as the opening',
      [`update ledger_batches set opening = true where number = 5`],
      /^what was there when the chain was opened/,
    ],
    [
      'deletes the last batches',
      [
        `delete from ledger_batches where number > 5`,
        `delete from transfers where id > (select last_transfer_id from ledger_batches where number = 5)`,
        `update ledger_head h set batch = b.number, last_transfer_id = b.last_transfer_id,
          last_account_id = b.last_account_id, mac = b.mac from ledger_batches b where b.number = 5`,
      ],
      /^rows or a head beyond the last batch$/,
    ],
  ])('detects an attacker who %s', async (_, statements, problem) => {
    expect(await findProblemAfter(statements)).toMatch(problem);
  });

  it('detects a restored earlier ledger when the head is known outside the database', async () => {
    const { point, problem } = await verify();
    expect(problem).toBeNull();
    expect(await findProblemAfter([`delete from ledger_batches where number > 5`], point)).toMatch(
      /was changed or taken out$/,
    );
  });

  // The last test, since it leaves the ledger changed.
  it('detects a forged head that the writer continued from, although later batches follow', async () => {
    await ledger.stop();
    await tamper(
      `insert into transfers select ${LAST} + 1, debit_account, credit_account, amount, debit_balance,
        credit_balance, kind, reference from transfers where id = 1`,
      `update ledger_head set last_transfer_id = last_transfer_id + 1`,
    );
    ledger = await start();
    await fill();
    expect((await verify()).problem).toMatch(/^batch \d+ .*was changed$/);
  });
});
