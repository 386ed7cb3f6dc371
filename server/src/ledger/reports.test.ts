/** Traces get the reports of the batches of their own commands, and of no others. */
import { AppError, amountOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { asOwner } from '../../test/owner.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { insertInto, type Ledger, outsideAccount, userAccount } from './index.ts';
import type { BatchReport, Command } from './types.ts';

const world = outsideAccount('test', 'TOMAN');
const ann = userAccount(newId(), 'TOMAN');

let test: TestDatabase;
let database: Database;
let ledger: Ledger;
let reports: BatchReport[];
let mark: unknown;

beforeEach(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 2);
  reports = [];
  mark = undefined;
  ledger = await startTestLedger(test.url, {
    traces: { createMark: () => mark, onBatch: (report) => reports.push(report) },
  });
});
afterEach(async () => {
  await ledger.stop();
  await database.close();
  await test.drop();
});

const pay = (own: Partial<Command> = {}): Command => ({
  accounts: [world, ann],
  decide: () => ({
    transfers: [{ debit: world, credit: ann, amount: amountOf(1n), kind: 'deposit', reference: newId() }],
    reply: '{}',
  }),
  ...own,
});
const createRefusedCommand = () =>
  pay({
    decide() {
      throw new AppError('Not Enough Balance');
    },
  });
const submitAs = (by: unknown, command: Command): Promise<string> => {
  mark = by;
  return ledger.submit(command);
};

it("a batch report has the batch's number, size and times", async () => {
  const before = performance.now();
  await Promise.all([submitAs('one', pay()), submitAs(undefined, pay()), submitAs('two', pay())]);
  const { rows } = await sql<{ batch: bigint }>`select batch from ledger_head`.execute(database.db);
  expect(reports).toMatchObject([
    { marks: ['one', 'two'], commands: 3, written: { number: rows[0]?.batch, durable: true } },
  ]);
  const [{ takenAt = 0, written } = {}] = reports;
  const moments = [before, takenAt, written?.sentAt ?? 0, written?.endedAt ?? 0, performance.now()];
  expect(moments.toSorted((a, b) => a - b)).toEqual(moments);
});

it('no batch report is sent for a command that was submitted without a listener', async () => {
  await submitAs(undefined, pay());
  await expect(submitAs(undefined, createRefusedCommand())).rejects.toThrow();
  expect(reports).toEqual([]);
});

it('a batch in which every command is refused is reported as not written', async () => {
  await expect(submitAs('one', createRefusedCommand())).rejects.toThrow();
  expect(reports).toMatchObject([{ marks: ['one'], commands: 1, written: null }]);
});

it('a failed batch is reported as failed, and its valid commands again with the batch that commits them', async () => {
  await asOwner(database.db, sql`create table notes (id int primary key); grant all on notes to public`);
  const note = insertInto('notes', { id: 'integer' });
  const rows = [note.row({ id: 1 }), note.row({ id: 1 })];
  const bad = pay({ decide: (balanceOf, at) => ({ ...pay().decide(balanceOf, at), rows }) });
  const answers = await Promise.allSettled([submitAs('good', pay()), submitAs('bad', bad)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const durableOf = (who: string) =>
    reports.filter(({ marks }) => marks.includes(who)).map(({ written }) => written?.durable);
  expect(durableOf('good').at(-1)).toBe(true);
  expect(durableOf('good').slice(0, -1)).toContain(false);
  expect(new Set(durableOf('bad'))).toEqual(new Set([false]));
});
