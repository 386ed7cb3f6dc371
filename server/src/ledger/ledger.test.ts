import { type Amount, AppError, amountOf } from '@sarraf/domain';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { checkLedger } from '../../test/invariants.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { asOwner } from '../../test/owner.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import { letEventLoopRun } from '../../test/turns.ts';
import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { pruneReplies } from './forget-replies.ts';
import { insertInto, insertWith, type Ledger, outsideAccount, updateWith, userAccount } from './index.ts';
import type { Account, Command } from './types.ts';

const log = createLog('silent');
const world = outsideAccount('test', 'TOMAN');

let test: TestDatabase;
let database: Database;
let ledger: Ledger;

beforeEach(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
  ledger = await startTestLedger(test.url, { leaseMs: 1000, log });
});

afterEach(async () => {
  await ledger.stop();
  expect(await checkLedger(database.db)).toBeNull();
  await database.close();
  await test.drop();
});

const move = (debit: Account, credit: Account, amount: bigint, key?: string, digest = 'd'): Command => ({
  accounts: [debit, credit],
  ...(key && { idempotency: { owner: 'o', key, digest } }),
  decide(balanceOf) {
    if (debit.kind === 'spendable' && balanceOf(debit) < amount) throw new AppError('Not Enough Balance');
    return {
      transfers: [{ debit, credit, amount: amountOf(amount), kind: 'deposit', reference: newId() }],
      reply: JSON.stringify({ left: balanceOf(debit).toString() }),
    };
  },
});

const balance = async (account: Account): Promise<Amount> => {
  const { rows } = await sql<{ balance: Amount }>`select balance from accounts
    where owner = ${account.owner} and asset = ${account.asset} and kind = ${account.kind}`.execute(
    database.db,
  );
  return rows[0]?.balance ?? amountOf(0n);
};

describe('Ledger.submit', () => {
  it('creates accounts with their first transfer and stores the balances after each transfer', async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const ben = userAccount(newId(), 'TOMAN');
    await ledger.submit(move(world, ann, 100n));
    await ledger.submit(move(ann, ben, 30n));
    expect(await balance(ann)).toBe(70n);
    expect(await balance(ben)).toBe(30n);
    expect(await balance(world)).toBe(-100n);
  });

  it('lets exactly one of 200 concurrent commands spend the whole balance', async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const ben = userAccount(newId(), 'TOMAN');
    await ledger.submit(move(world, ann, 100n));
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, () => ledger.submit(move(ann, ben, 100n))),
    );
    expect(answers.filter((a) => a.status === 'fulfilled')).toHaveLength(1);
    for (const a of answers)
      if (a.status === 'rejected') expect(a.reason).toMatchObject({ code: 'Not Enough Balance' });
    expect(await balance(ann)).toBe(0n);
  });

  it('settles thousands of commands between many people with exact balances', async () => {
    const people = Array.from({ length: 50 }, () => userAccount(newId(), 'TOMAN'));
    await Promise.all(people.map((person) => ledger.submit(move(world, person, 1000n))));
    const moves = Array.from({ length: 5000 }, (_, i) => {
      const from = people[i % 50] as Account;
      const to = people[(i * 7 + 3) % 50] as Account;
      return from === to ? Promise.resolve('') : ledger.submit(move(from, to, BigInt(i % 90) + 1n));
    });
    const done = await Promise.allSettled(moves);
    expect(done.filter((d) => d.status === 'fulfilled').length).toBeGreaterThan(1000);
    const { rows } = await sql<{
      sum: bigint;
    }>`select sum(balance) as sum from accounts where kind = 'spendable'`.execute(database.db);
    expect(rows[0]?.sum).toBe(50_000n);
  });

  it('writes rows together with their transfers or not at all, and an invalid row fails only its own command', async () => {
    await asOwner(
      database.db,
      sql`create table notes (id int primary key, text text not null);
      grant all on notes to public`,
    );
    const note = insertInto('notes', { id: 'integer', text: 'text' });
    const ann = userAccount(newId(), 'TOMAN');
    const withNote = (id: number, text: string): Command => {
      const base = move(world, ann, 1n);
      return {
        ...base,
        decide: (b, at) => ({ ...base.decide(b, at), rows: [note.row({ id, text })] }),
      };
    };
    const texts = ['a "quoted", {tricky} \\ text', 'NULL', '', 'متن فارسی', 'dup', 'dup'];
    const ids = [1, 2, 3, 4, 5, 5];
    const answers = await Promise.allSettled(
      texts.map((text, i) => ledger.submit(withNote(ids[i] as number, text))),
    );
    expect(answers.map((a) => a.status)).toEqual([...Array(5).fill('fulfilled'), 'rejected']);
    const { rows } = await sql<{ text: string }>`select text from notes order by id`.execute(database.db);
    expect(rows.map((r) => r.text)).toEqual(texts.slice(0, 5));
    expect(await balance(ann)).toBe(5n);
  });

  it("undoes a decision that would make a person's balance negative", async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const ben = userAccount(newId(), 'TOMAN');
    await ledger.submit(move(world, ann, 10n));
    const careless: Command = {
      accounts: [world, ann, ben],
      decide: () => ({
        transfers: [
          { debit: world, credit: ben, amount: amountOf(5n), kind: 'deposit', reference: newId() },
          { debit: ann, credit: ben, amount: amountOf(11n), kind: 'deposit', reference: newId() },
        ],
        reply: '{}',
      }),
    };
    await expect(ledger.submit(careless)).rejects.toThrow('would be negative');
    await ledger.submit(move(world, ben, 1n));
    expect(await balance(ben)).toBe(1n);
  });
});

describe('idempotency keys of Ledger.submit', () => {
  it('returns ten equal replies and one effect for one key sent ten times concurrently', async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ledger.submit(move(world, ann, 7n, 'key-1'))),
    );
    expect(new Set(replies).size).toBe(1);
    expect(await balance(ann)).toBe(7n);
  });

  it('returns the stored reply after a restart, and refuses the same key with another body', async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const first = await ledger.submit(move(world, ann, 7n, 'key-2'));
    await ledger.stop();
    ledger = await startTestLedger(test.url, { leaseMs: 1000, log });
    const others = Array.from({ length: 20 }, (_, i) => ledger.submit(move(world, ann, 1n, `fresh-${i}`)));
    const another = () => ledger.submit(move(world, ann, 8n, 'key-2', 'other'));
    await expect(another()).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await ledger.submit(move(world, ann, 7n, 'key-2'))).toBe(first);
    await Promise.all(others);
    // Now cached in memory.
    await expect(another()).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await balance(ann)).toBe(27n);
  });

  it('returns the stored reply even when the same command would be refused today', async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const ben = userAccount(newId(), 'TOMAN');
    await ledger.submit(move(world, ann, 5n));
    const first = await ledger.submit(move(ann, ben, 5n, 'key-4'));
    await ledger.stop();
    ledger = await startTestLedger(test.url, { leaseMs: 1000, log });
    expect(await ledger.submit(move(ann, ben, 5n, 'key-4'))).toBe(first);
    expect(await balance(ben)).toBe(5n);
  });

  it('allows a refused key to be tried again', async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const ben = userAccount(newId(), 'TOMAN');
    await expect(ledger.submit(move(ann, ben, 5n, 'key-3'))).rejects.toMatchObject({
      code: 'Not Enough Balance',
    });
    await ledger.submit(move(world, ann, 5n));
    await ledger.submit(move(ann, ben, 5n, 'key-3'));
    expect(await balance(ben)).toBe(5n);
  });

  it("deletes stored replies to people's keys after a month, and keeps those to internal keys", async () => {
    const ann = userAccount(newId(), 'TOMAN');
    for (const owner of [newId(), 'seed']) {
      const command = move(world, ann, 1n, 'key-5');
      await ledger.submit({ ...command, idempotency: { owner, key: 'key-5', digest: 'd' } });
    }
    await pruneReplies(database.db);
    const owners = async () =>
      (await sql<{ owner: string }>`select owner from idempotency`.execute(database.db)).rows;
    expect(await owners()).toHaveLength(2);
    await sql`update idempotency set created_at = now() - interval '31 days'`.execute(database.db);
    await pruneReplies(database.db);
    expect(await owners()).toEqual([{ owner: 'seed' }]);
  });
});

describe("the ledger's tables and connections", () => {
  it("the database refuses to change transfers and to make a person's balance negative", async () => {
    const ann = userAccount(newId(), 'TOMAN');
    await ledger.submit(move(world, ann, 5n));
    for (const query of [
      'update transfers set amount = 1',
      'delete from transfers',
      'truncate transfers',
      'delete from accounts',
    ]) {
      await expect(asOwner(database.db, sql.raw(query))).rejects.toThrow('append-only');
    }
    await expect(
      sql`update accounts set balance = -1 where owner = ${ann.owner}`.execute(database.db),
    ).rejects.toThrow('user_balance_not_negative');
  });

  it('loses no acknowledged command when its connections are cut repeatedly', async () => {
    const ann = userAccount(newId(), 'TOMAN');
    const admin = new pg.Client({ connectionString: test.url });
    await admin.connect();
    let acknowledged = 0n;
    let going = true;
    const load = Array.from({ length: 16 }, async (_, n) => {
      for (let i = 0; going; i += 1) {
        const command = () => move(world, ann, 1n, `cut-${n}-${i}`);
        // A client that lost the reply repeats the request with its key until it gets one.
        for (;;) {
          const answer = await ledger.submit(command()).catch((error: AppError) => error);
          if (typeof answer === 'string') {
            acknowledged += 1n;
            break;
          }
          expect(answer.code).toBe('SERVICE_UNAVAILABLE');
          await letEventLoopRun();
        }
      }
    });
    for (let cut = 0; cut < 8; cut += 1) {
      const before = acknowledged;
      await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + 10n);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'sarraf-ledger' and datname = current_database()`);
    }
    going = false;
    await Promise.all(load);
    await admin.end();
    expect(acknowledged).toBeGreaterThan(10n);
    expect(await balance(ann)).toBe(acknowledged);
  });
});

describe("the writer's lease", () => {
  it('is held by one writer; the other refuses commands until the first stops', async () => {
    const second = await startTestLedger(test.url, { leaseMs: 1000, log });
    const ann = userAccount(newId(), 'TOMAN');
    expect(ledger.isWriter()).toBe(true);
    expect(second.isWriter()).toBe(false);
    await expect(second.submit(move(world, ann, 1n))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const first = await ledger.submit(move(world, ann, 1n, 'key-5'));
    // Any process may return a stored reply to a caller with the same key and digest.
    await expect(second.submit(move(world, ann, 9n, 'key-5', 'other'))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await second.submit(move(world, ann, 1n, 'key-5'))).toBe(first);
    await ledger.stop();
    await expect.poll(() => second.isWriter(), { timeout: 60_000 }).toBe(true);
    await second.submit(move(world, ann, 2n));
    expect(await balance(ann)).toBe(3n);
    await second.stop();
  });

  it('keeps a former holder from writing once another process took it, even before the other writes', async () => {
    await ledger.stop();
    // The lease is so long that the holder renews it too late.
    ledger = await startTestLedger(test.url, { leaseMs: 60_000, log });
    const ann = userAccount(newId(), 'TOMAN');
    await ledger.submit(move(world, ann, 1n));
    await sql`update ledger_head set epoch = epoch + 1, holder = 'another'`.execute(database.db);
    await expect(ledger.submit(move(world, ann, 2n))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await balance(ann)).toBe(1n);
  });
});

it('a command that the database aborts again and again gets SERVICE_UNAVAILABLE and is not reported as faulty', async () => {
  const ann = userAccount(newId(), 'TOMAN');
  const command = move(world, ann, 5n, newId());
  // serialization_failure, as two conflicting transactions get it.
  await asOwner(
    database.db,
    sql`create function break_off() returns text language plpgsql as
      $$ begin raise exception using errcode = '40001'; end $$`,
  );
  const BREAKS = updateWith(
    'breaks',
    { id: 'text' },
    (v) => `update accounts set balance = balance + length(break_off()) from ${v}`,
  );
  const submitted = ledger.submit({
    ...command,
    decide: (balanceOf, at) => ({ ...command.decide(balanceOf, at), rows: [BREAKS.row({ id: 'x' })] }),
  });
  await expect(submitted).rejects.toThrow('SERVICE_UNAVAILABLE');
  await ledger.submit(command);
});

describe('a batch whose last statement fails writes nothing', () => {
  const NOTE = (v: string) =>
    `insert into idempotency (key, owner, digest, reply) select id, 'note', '', '' from ${v}`;
  const FAILS = updateWith('fails', { id: 'text' }, (v) => `update accounts set balance = 1 / 0 from ${v}`);
  it.each([
    [
      'with rows that are inserted unchanged',
      insertInto('idempotency', { key: 'text', owner: 'text', digest: 'text', reply: 'text' }, 'noted').row({
        key: 'note',
        owner: 'note',
        digest: '',
        reply: '',
      }),
    ],
    ['with rows of a separate statement', insertWith('note', { id: 'text' }, NOTE).row({ id: 'note' })],
  ])('%s', async (_name, inserted) => {
    const ann = userAccount(newId(), 'TOMAN');
    const command = move(world, ann, 5n, newId());
    const submitted = ledger.submit({
      ...command,
      decide: (balanceOf, at) => ({
        ...command.decide(balanceOf, at),
        rows: [inserted, FAILS.row({ id: 'x' })],
      }),
    });
    await expect(submitted).rejects.toThrow('INTERNAL_SERVER_ERROR');
    expect(await balance(ann)).toBe(0n);
    const { rows } = await sql`select from transfers union all select from idempotency
      union all select from ledger_batches where not opening`.execute(database.db);
    expect(rows).toEqual([]);
    await ledger.submit(move(world, ann, 7n));
    expect(await balance(ann)).toBe(7n);
  });
});
