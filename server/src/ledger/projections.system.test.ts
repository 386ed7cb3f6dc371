import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, amountOf } from '@sarraf/domain';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { checkLedger } from '../../test/invariants.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { asOwner } from '../../test/owner.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import { type Database, openDatabase, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { assertEpoch, insertInto, type Ledger, outsideAccount, userAccount } from './index.ts';
import type { Account, Command, Projection, Transfer } from './types.ts';

const log = createLog('silent');
const world = outsideAccount('test', 'TOMAN');
const LEASE_MS = 1_000;

let test: TestDatabase;
let database: Database;
let ledger: Ledger;
let counter: Counter;

/** Sums each person's transfers, as a projection next to the balances. */
class Counter implements Projection {
  readonly sums = new Map<string, bigint>();
  loads = 0;
  /** Number of times that `reload` throws before it succeeds. */
  troubles = 0;
  slowness = 0;
  /** A transaction that `reload` reads in once, like a connection to a primary that another has superseded. */
  superseded: Tx | null = null;

  async reload(epoch: bigint): Promise<void> {
    this.loads += 1;
    if (this.troubles > 0) {
      this.troubles -= 1;
      throw new Error('the database is away');
    }
    await sleep(this.slowness);
    const readBalances = async (tx: Tx) => {
      await assertEpoch(tx, epoch);
      return sql<{ owner: string; balance: bigint }>`select owner, balance from accounts
        where kind = 'spendable'`.execute(tx);
    };
    const { superseded } = this;
    this.superseded = null;
    const { rows } = await (superseded ? readBalances(superseded) : inSnapshot(readBalances));
    this.sums.clear();
    for (const { owner, balance } of rows) this.sums.set(owner, balance);
  }

  add({ owner }: Account, amount: bigint): void {
    this.sums.set(owner, (this.sums.get(owner) ?? 0n) + amount);
  }
}

const inSnapshot = <T>(read: (tx: Tx) => Promise<T>): Promise<T> =>
  database.db.transaction().setIsolationLevel('repeatable read').execute(read);

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 4, TEST_AUDIT_KEY);
  ledger = await startTestLedger(test.url, { leaseMs: LEASE_MS, log });
  counter = new Counter();
  await ledger.addProjection(counter);
});

afterEach(async () => {
  await ledger.stop();
  expect(await checkLedger(database.db)).toBeNull();
  await expectSame();
  await database.close();
  await test.drop();
});

async function readEpoch(): Promise<bigint> {
  const { rows } = await sql<{ epoch: bigint }>`select epoch from ledger_head`.execute(database.db);
  return rows[0]?.epoch as bigint;
}

/** Expects the state in memory to equal the tables. */
async function expectSame(): Promise<void> {
  const earlierSums = new Map(counter.sums);
  const { loads } = counter;
  await counter.reload(ledger.epoch() ?? (await readEpoch()));
  counter.loads = loads;
  expect(earlierSums).toEqual(counter.sums);
}

const transfer = (debit: Account, credit: Account, amount: bigint): Transfer => ({
  debit,
  credit,
  amount: amountOf(amount),
  kind: 'deposit',
  reference: newId(),
});

/** A command that pays `credit`, which the projection counts. */
const give = (credit: Account, amount: bigint, key?: string): Command => ({
  accounts: [world, credit],
  ...(key && { idempotency: { owner: newId(), key, digest: 'd' } }),
  decide: () => ({
    transfers: [transfer(world, credit, amount)],
    reply: '',
    applied: () => counter.add(credit, amount),
  }),
});

/** A command that names none of its accounts. */
const unnamed = (debit: Account, credits: readonly Account[], onTry = () => {}): Command => ({
  accounts: [],
  decide() {
    onTry();
    return {
      transfers: credits.map((credit) => transfer(debit, credit, 1n)),
      reply: 'done',
      applied() {
        for (const credit of credits) {
          if (debit.kind === 'spendable') counter.add(debit, -1n);
          counter.add(credit, 1n);
        }
      },
    };
  },
});

const person = () => userAccount(newId(), 'TOMAN');

/** Refused commands are rejected before the reload finishes; this command is decided after it. */
const afterRecovery = () => ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });

describe('a projection', () => {
  it('a projection loads its state once and then applies every committed command exactly once', async () => {
    expect(counter.loads).toBe(1);
    const ann = person();
    await Promise.all(Array.from({ length: 50 }, () => ledger.submit(give(ann, 2n))));
    expect(counter.sums.get(ann.owner)).toBe(100n);
    expect(counter.loads).toBe(1);
  });

  it('a projection is not updated by a command that is refused or that overdraws', async () => {
    const [ann, ben] = [person(), person()];
    await ledger.submit(give(ann, 5n));
    let messageCount = 0;
    const careless: Command = {
      accounts: [ann, ben, world],
      decide: () => ({
        transfers: [transfer(world, ben, 3n), transfer(ann, ben, 6n)],
        reply: '',
        applied: () => {
          messageCount += 1;
        },
      }),
    };
    const refusedCommand: Command = {
      accounts: [ann],
      decide() {
        throw new AppError('Not Enough Balance');
      },
    };
    await expect(ledger.submit(careless)).rejects.toThrow('would be negative');
    await expect(ledger.submit(refusedCommand)).rejects.toThrow('Not Enough Balance');
    expect(messageCount).toBe(0);
    const { rows } = await sql`select from accounts where owner = ${ben.owner}`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('a projection is reloaded after a failed batch, without the faulty command', async () => {
    await asOwner(database.db, sql`create table notes (id int primary key); grant all on notes to public`);
    const note = insertInto('notes', { id: 'integer' });
    const ann = person();
    const noted = (id: number): Command => {
      const base = give(ann, 1n);
      return {
        ...base,
        decide: (b, at) => ({ ...base.decide(b, at), rows: [note.row({ id })] }),
      };
    };
    const answers = await Promise.allSettled([1, 2, 3, 3, 4, 5].map((id) => ledger.submit(noted(id))));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await afterRecovery();
    expect(counter.loads).toBeGreaterThan(1);
    expect(counter.sums.get(ann.owner)).toBe(5n);
  });

  it('a projection whose update throws fails that command alone and is reloaded', async () => {
    const ann = person();
    const base = give(ann, 1n);
    const faulty: Command = {
      ...base,
      decide: (b, at) => ({
        ...base.decide(b, at),
        applied() {
          throw new Error('a fault of ours');
        },
      }),
    };
    const answers = await Promise.allSettled([
      ledger.submit(give(ann, 1n)),
      ledger.submit(faulty),
      ledger.submit(give(ann, 1n)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(answers[1]).toMatchObject({ reason: { code: 'INTERNAL_SERVER_ERROR' } });
    await afterRecovery();
    expect(counter.sums.get(ann.owner)).toBe(2n);
  });

  it('a projection is read again when a primary was read that another has superseded', async () => {
    const ann = person();
    await ledger.submit(give(ann, 1n));
    await inSnapshot(async (tx) => {
      // The snapshot begins with its first statement.
      await sql`select 1`.execute(tx);
      await ledger.submit(give(ann, 2n));
      counter.superseded = tx;
      const { loads } = counter;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sarraf-ledger'
        and datname = current_database()`.execute(database.db);
      await expect.poll(() => counter.loads, { timeout: 60_000 }).toBeGreaterThan(loads + 1);
    });
    await afterRecovery();
    expect(counter.sums.get(ann.owner)).toBe(3n);
  });

  it('a projection stays correct when the connections are cut under load', async () => {
    const people = Array.from({ length: 20 }, person);
    const admin = new pg.Client({ connectionString: test.url });
    await admin.connect();
    let going = true;
    let acknowledged = 0;
    const load = people.map(async (ann) => {
      while (going) {
        const done = await ledger.submit(give(ann, 1n)).catch((error: AppError) => error.code);
        if (done === '') acknowledged += 1;
      }
    });
    for (let cut = 0; cut < 4; cut += 1) {
      const before = acknowledged;
      await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + 100);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'sarraf-ledger' and datname = current_database()`);
    }
    going = false;
    await Promise.all(load);
    await admin.end();
    expect(counter.loads).toBeGreaterThan(3);
  });

  it("commands wait for a projection that can't be loaded yet", async () => {
    const ann = person();
    counter.troubles = 3;
    const second = new Counter();
    second.troubles = 2;
    const projectionLoad = ledger.addProjection(second);
    await ledger.submit(give(ann, 1n));
    await projectionLoad;
    expect(second.loads).toBe(3);
  });

  it('a projection may take longer to load than the lease lasts: the lease is renewed in the meantime', async () => {
    const other = await startTestLedger(test.url, { leaseMs: LEASE_MS, log });
    await ledger.stop();
    await expect.poll(() => other.isWriter(), { timeout: 60_000 }).toBe(true);
    ledger = await startTestLedger(test.url, { leaseMs: LEASE_MS, log });
    const slow = new Counter();
    slow.slowness = 3 * LEASE_MS;
    await other.addProjection(slow);
    expect([other.isWriter(), ledger.isWriter()]).toEqual([true, false]);
    await other.stop();
    await expect.poll(() => ledger.isWriter(), { timeout: 60_000 }).toBe(true);
  });
});

describe('the `durable` callback', () => {
  it('is called in the order of the decisions, before any command is answered', async () => {
    const ann = person();
    const publishedNumbers: number[] = [];
    const repliedNumbers: number[] = [];
    await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        const base = give(ann, 1n);
        await ledger.submit({
          ...base,
          decide: (b, at) => ({
            ...base.decide(b, at),
            durable() {
              publishedNumbers.push(n);
              expect(repliedNumbers).not.toContain(n);
            },
          }),
        });
        repliedNumbers.push(n);
      }),
    );
    expect(publishedNumbers).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  it('may throw without failing its command', async () => {
    const ann = person();
    const base = give(ann, 1n);
    const reply = ledger.submit({
      ...base,
      decide: (b, at) => ({
        ...base.decide(b, at),
        durable() {
          throw new Error('nobody listens');
        },
      }),
    });
    expect(await reply).toBe('');
  });
});

describe('accounts that a command does not name', () => {
  it('are loaded, and the command is decided again, ahead of those that wait', async () => {
    const people = Array.from({ length: 30 }, person);
    const [payer] = [person()];
    await ledger.submit(give(payer, 100n));
    await Promise.all(people.slice(0, 15).map((one) => ledger.submit(give(one, 10n))));
    await ledger.stop();
    ledger = await startTestLedger(test.url, { leaseMs: LEASE_MS, log });
    await ledger.addProjection(counter);
    let tries = 0;
    const reply = await ledger.submit(
      unnamed(payer, people, () => {
        tries += 1;
      }),
    );
    expect([reply, tries]).toEqual(['done', 2]);
    const { rows } = await sql<{ balance: bigint }>`select balance from accounts
      where owner = any (${people.map(({ owner }) => owner)}) order by balance`.execute(database.db);
    expect(rows.map(({ balance }) => balance)).toEqual([...Array(15).fill(1n), ...Array(15).fill(11n)]);
  });

  it('are not created by a command that is refused in the end', async () => {
    const [payer, ben] = [person(), person()];
    await expect(ledger.submit(unnamed(payer, [ben]))).rejects.toThrow('would be negative');
    const { rows } = await sql`select from accounts where owner = ${ben.owner}`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('are also loaded when a batch is settled again', async () => {
    await asOwner(database.db, sql`create table notes (id int primary key); grant all on notes to public`);
    const note = insertInto('notes', { id: 'integer' });
    const [ann, ben] = [person(), person()];
    await ledger.submit(give(ann, 10n));
    const twice = (): Command => {
      const base = unnamed(ann, [ben]);
      return {
        ...base,
        decide: (b, at) => ({ ...base.decide(b, at), rows: [note.row({ id: 1 })] }),
      };
    };
    const answers = await Promise.allSettled([ledger.submit(twice()), ledger.submit(twice())]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await afterRecovery();
    expect(counter.sums.get(ben.owner)).toBe(1n);
  });
});

describe('an idempotency key that was used before', () => {
  it('does not fail the batch', async () => {
    const ann = person();
    const owner = newId();
    const keyed = (key: string): Command => ({
      ...give(ann, 1n),
      idempotency: { owner, key, digest: 'd' },
    });
    await Promise.all(Array.from({ length: 40 }, (_, n) => ledger.submit(keyed(`key-${n}`))));
    await ledger.stop();
    ledger = await startTestLedger(test.url, { leaseMs: LEASE_MS, log });
    await ledger.addProjection(counter);
    const { loads } = counter;
    await Promise.all(Array.from({ length: 80 }, (_, n) => ledger.submit(keyed(`key-${n}`))));
    expect(counter.loads).toBe(loads);
    expect(counter.sums.get(ann.owner)).toBe(80n);
  });
});

describe('a full account cache', () => {
  it('is emptied between batches without affecting commands', async () => {
    await ledger.stop();
    ledger = await startTestLedger(test.url, { leaseMs: LEASE_MS, log, maxCachedAccounts: 20 });
    await ledger.addProjection(counter);
    const people = Array.from({ length: 100 }, person);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        people.flatMap((one) => [ledger.submit(give(one, 3n)), ledger.submit(give(one, 1n))]),
      );
    await Promise.all(
      people.map((one, n) => ledger.submit(unnamed(one, [people[(n + 7) % 100] as Account]))),
    );
    expect([...counter.sums.values()].every((sum) => sum === 12n)).toBe(true);
    const [first] = people;
    if (first) await ledger.submit(unnamed(first, people.slice(1, 13)));
    expect(first && counter.sums.get(first.owner)).toBe(0n);
  });
});
