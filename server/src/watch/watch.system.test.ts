/** The continuous audit next to a working ledger, against an attacker with write access to the database. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from '../../test/keys.ts';
import { addPerson } from '../../test/people.ts';
import { removeFolder } from '../../test/remove-folder.ts';
import { fundAccount } from '../../test/seed.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import type { Violation } from '../audit/index.ts';
import { type Ledger, userAccount } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { readInstallationName } from '../platform/database/installation.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { ALL_LAWS, AUDIT_LOG_LAW, CHAIN_LAW, checkEverything } from './check-everything.ts';
import {
  type ContinuousAudit,
  createContinuousAudit,
  openCheckpoints,
  type WatchDeps,
  type WitnessMessage,
} from './index.ts';
import { createPublicCheck } from './ledger-check.ts';
import { createRecentChecker, type RecentChecker } from './recheck-recent.ts';
import { isAcknowledged, listViolations, saveAcknowledgement } from './store.ts';

let test: TestDatabase;
let database: Database;
let ledger: Ledger;
let dataDir: string;
let watch: ContinuousAudit | null = null;
/** Reactions of the audit, in order. */
let done: string[];
let witnessed: WitnessMessage[];

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 6, TEST_AUDIT_KEY);
  dataDir = mkdtempSync(join(tmpdir(), 'sarraf-watch-'));
  done = [];
  witnessed = [];
  ledger = await startTestLedger(test.url, { leaseMs: 3_000 });
});
afterEach(async () => {
  await watch?.stop();
  watch = null;
  await ledger.stop();
  await database.close();
  await test.drop();
  removeFolder(dataDir);
});

async function begin(
  options: Partial<WatchDeps> = {},
  pace = { restAfter: (_workedMs: number, _behindMs?: number) => 0 },
): Promise<void> {
  watch = createContinuousAudit({
    db: database.db,
    clock: systemClock,
    log: createLog('silent'),
    ledger,
    booksKey: TEST_BOOKS_KEY,
    followerProgress: async () => [],
    checkpoints: openCheckpoints(dataDir, await readInstallationName(database.db), false),
    witnesses: [{ name: 'test', send: async (message) => void witnessed.push(message) }],
    findShortages: async () => [],
    emailsOf: async () => new Map(),
    halt: async (reason) => void done.push(`halt: ${reason}`),
    tellStaff: async (_tx, law) => void done.push(`tell: ${law}`),
    ...options,
  });
  watch.start(pace);
}

/** Money given out by the sandbox. */
const move = () => fundAccount(ledger, userAccount(newId(), 'TOMAN'), 10n);

const log = (action: string) =>
  database.db
    .transaction()
    .execute((tx) => appendAudit(tx, { actorId: null, action, subjectId: null }, new Date()));

/** All in one transaction: a check in between would find another law broken, and notify staff of that one. */
async function tamper(...statements: string[]): Promise<void> {
  const owner = openDatabase(test.ownerUrl, 1);
  await owner.db.transaction().execute(async (tx) => {
    for (const table of ['transfers', 'accounts', 'audit_log'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
  await owner.close();
}

const head = async () =>
  (await sql<{ batch: bigint }>`select batch from ledger_head`.execute(database.db)).rows[0]?.batch ?? 0n;
const checkpoint = (chain: 'books' | 'audit-log'): string | undefined => {
  try {
    const { heads } = JSON.parse(readFileSync(join(dataDir, 'checkpoints.json'), 'utf8'));
    return heads[chain]?.number;
  } catch {
    return undefined;
  }
};
const headTransfer = async () =>
  (await sql<{ id: bigint }>`select last_transfer_id as id from ledger_head`.execute(database.db)).rows[0]
    ?.id;
const followed = (chain: 'books' | 'audit-log', number: bigint) =>
  expect.poll(() => checkpoint(chain), { timeout: 60_000 }).toBe(`${number}`);
const halted = (law: string) =>
  expect
    .poll(() => done, { timeout: 60_000 })
    .toEqual(expect.arrayContaining([`halt: ${law}`, `tell: ${law}`]));

describe('the continuous audit', () => {
  it('checks ledger and audit log, stores their heads outside the database and finds nothing', async () => {
    await begin();
    for (let i = 0; i < 5; i += 1) await move();
    await log('text saved');
    await followed('books', await head());
    await followed('audit-log', 1n);
    await expect
      .poll(
        async () => {
          const { rows } = await sql`select from watch_state where rechecked_at is not null`.execute(
            database.db,
          );
          return rows.length;
        },
        { timeout: 60_000 },
      )
      .toBe(1);
    expect(done).toEqual([]);
    expect(witnessed.map(({ kind }) => kind)).toContain('checkpoint');
  });

  it('continues from its checkpoint after a restart', async () => {
    await begin();
    await move();
    await followed('books', await head());
    await watch?.stop();
    await move();
    await begin();
    await followed('books', await head());
    expect(done).toEqual([]);
  });

  it('reports, while it works, for how long something is unread, excluding what it has read', async () => {
    const late: number[] = [];
    // The full round reports only how long it worked.
    const restAfter = (_workedMs: number, behindMs?: number) => {
      if (behindMs !== undefined) late.push(behindMs);
      return 60;
    };
    await begin({}, { restAfter });
    await move();
    await followed('books', await head());
    expect(late.at(-1)).toBeGreaterThan(60 * (late.length - 2));
    const forgotten = () => late.some((ms, i) => ms < (late[i - 1] ?? 0));
    const again = async () => {
      await move();
      return forgotten();
    };
    await expect.poll(again, { timeout: 60_000 }).toBe(true);
  });
});

describe('the recheck of the newest transfers', () => {
  const round = (recent: RecentChecker) => recent.runRound(async () => {});
  const lawsOf = (violations: readonly Violation[]) => violations.map(({ law }) => law);
  const newest = (options: { first?: number; entries?: bigint; workMs?: number } = {}) =>
    createRecentChecker({ db: database.db, booksKey: TEST_BOOKS_KEY }, options);

  it('finds alterations in them, and in the log, though it starts with a batch that it does not know', async () => {
    for (let i = 0; i < 6; i += 1) await move();
    for (let i = 0; i < 8; i += 1) await log('a test');
    const recent = newest({ first: 4, entries: 4n });
    expect(await round(recent)).toEqual([]);
    await tamper(
      `update transfers set reference = gen_random_uuid() where id = (select max(id) from transfers) - 1`,
    );
    expect(lawsOf(await round(recent))).toEqual([CHAIN_LAW]);
    await tamper(`update audit_log set action = 'nothing' where number = 6`);
    expect(lawsOf(await round(recent))).toEqual([CHAIN_LAW, AUDIT_LOG_LAW]);
  });

  it('leaves older transfers to the full round', async () => {
    for (let i = 0; i < 6; i += 1) await move();
    await tamper(`update transfers set reference = gen_random_uuid() where id = 1`);
    expect(await round(newest({ first: 2 }))).toEqual([]);
    expect(lawsOf(await round(newest({ first: 1_000 })))).toEqual([CHAIN_LAW]);
    expect(lawsOf(await checkEverything(database.db, TEST_BOOKS_KEY))).toEqual([CHAIN_LAW]);
  });

  it('goes back as far as its time allows, and pauses for longer than it works', async () => {
    await move();
    const [slow, quick] = [newest({ first: 4_000, workMs: 0 }), newest({ first: 4_000, workMs: 600_000 })];
    const rests: number[] = [];
    for (const recent of [slow, quick]) await recent.runRound(async (ms) => void rests.push(ms));
    expect([slow.windowSize(), quick.windowSize()]).toEqual([2_000, 8_000]);
    const longest = rests.slice(0, rests.length / 2).reduce((sum, ms) => sum + ms, 0);
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(6_000);
    for (let i = 0; i < 5; i += 1) await round(slow);
    expect(slow.windowSize()).toBe(500);
  });
});

describe('the audit against an attacker with write access to the database', () => {
  it('stops outgoing payments and notifies staff and witnesses when a deposit is forged', async () => {
    await begin();
    await move();
    await followed('books', await head());
    await tamper(
      `insert into transfers select last_transfer_id + 1, debit_account, credit_account, 1000000, debit_balance - 1000000,
        credit_balance + 1000000, 'seed', gen_random_uuid() from transfers, ledger_head where id = 1`,
      `update accounts set balance = balance - 1000000 where id = 1`,
      `update accounts set balance = balance + 1000000 where id = 2`,
      `update ledger_head set last_transfer_id = last_transfer_id + 1`,
    );
    await halted(CHAIN_LAW);
    expect(witnessed.filter(({ kind }) => kind === 'violation')).toMatchObject([{ law: CHAIN_LAW }]);
  });

  it('notifies staff although the signer is unreachable, and calls it again', async () => {
    let requestCount = 0;
    await begin({
      halt: async () => {
        requestCount += 1;
        throw new Error('the signer is away');
      },
    });
    await tamper(`insert into accounts values (1, 'thief', 'TOMAN', 'spendable', 5)`);
    await expect.poll(() => done.some((one) => one.startsWith('tell: ')), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => requestCount, { timeout: 60_000 }).toBeGreaterThan(1);
  });

  it('detects a change to an old transfer', async () => {
    for (let i = 0; i < 5; i += 1) await move();
    await begin();
    await followed('books', await head());
    await tamper(`update transfers set reference = gen_random_uuid() where id = 1`);
    await halted(CHAIN_LAW);
  });

  it('detects a change to the audit log', async () => {
    await begin();
    for (const action of ['role given', 'text saved', 'text saved']) await log(action);
    await followed('audit-log', 3n);
    await tamper(`update audit_log set action = 'text saved' where number = 1`);
    await halted(AUDIT_LOG_LAW);
  });

  it('detects that an older database was restored while the audit was not running', async () => {
    await begin();
    await move();
    await move();
    await followed('books', await head());
    await watch?.stop();
    await ledger.stop();
    await tamper(
      `delete from ledger_batches where number = 2`,
      `delete from transfers where id = 2`,
      `delete from accounts where id = 3`,
      `update accounts set balance = -10 where id = 1`,
      `update ledger_head h set batch = 1, last_transfer_id = 1, last_account_id = 2, mac = b.mac
        from ledger_batches b where b.number = 1`,
    );
    ledger = await startTestLedger(test.url, { leaseMs: 3_000 });
    await begin();
    await halted(CHAIN_LAW);
  });

  it('stops payments although a forged row in the database says that the violation is known', async () => {
    await tamper(`insert into accounts values (1, 'thief', 'TOMAN', 'spendable', 5)`);
    await begin();
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const staff = await addPerson(database.db, { email: 'staff@sarraf.test' });
    await sql`update violations set acknowledged_by = ${staff}, acknowledged_at = now(), reason = 'it is fine',
      acknowledged_mac = sha256('x')`.execute(database.db);
    const before = done.length;
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThan(before);
  });
});

describe('a violation', () => {
  it('stops nothing once an admin has acknowledged it', async () => {
    await tamper(`insert into accounts values (1, 'thief', 'TOMAN', 'spendable', 5)`);
    await begin();
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const staff = await addPerson(database.db, { email: 'staff@sarraf.test' });
    const acknowledgeAll = async () => {
      for (const violation of await listViolations(database.db, 100))
        await database.db.transaction().execute((tx) =>
          saveAcknowledgement(tx, TEST_BOOKS_KEY, violation, {
            by: staff,
            at: new Date(),
            reason: 'a test',
          }),
        );
    };
    /** Number of stops until everything was checked once more. */
    const stopsMeanwhile = async () => {
      const [before, then] = [done.length, new Date()];
      const rechecked = async () => {
        const { rows } = await sql`select from watch_state where rechecked_at > ${then}
          and (select max(last_found_at) from violations) > ${then}`.execute(database.db);
        return rows.length;
      };
      await expect.poll(rechecked, { timeout: 60_000 }).toBe(1);
      return done.length - before;
    };
    // A violation found just before is not acknowledged yet.
    await expect
      .poll(
        async () => {
          await acknowledgeAll();
          return stopsMeanwhile();
        },
        { timeout: 240_000 },
      )
      .toBe(0);
    const all = await listViolations(database.db, 100);
    expect(all.every((violation) => isAcknowledged(TEST_BOOKS_KEY, violation))).toBe(true);
  });

  it('is raised for a shortage on the chains only when it is found twice', async () => {
    let looks = 0;
    await begin({
      findShortages: async () => {
        looks += 1;
        return [{ asset: 'TRON', tokenType: 'TRON' }];
      },
    });
    await expect.poll(() => looks, { timeout: 60_000 }).toBe(1);
    expect(done).toEqual([]);
  });
});

describe('the public check of the ledger', () => {
  const nothing = { checkedAt: null, transfers: null, laws: null };

  it('returns when everything was right, until there is a violation or no check for five minutes', async () => {
    /** Queries again with a clock this many milliseconds ahead. */
    const check = (ahead = 0) => {
      const clock = { now: () => systemClock.now() + ahead };
      return createPublicCheck({ db: database.db, booksKey: TEST_BOOKS_KEY, clock })();
    };
    expect(await check()).toEqual(nothing);
    await move();
    await begin();
    await expect
      .poll(() => check(), { timeout: 60_000 })
      .toMatchObject({
        checkedAt: expect.any(String),
        transfers: Number.parseInt(`${await headTransfer()}`, 10),
        laws: ALL_LAWS.length,
      });
    expect(await check(302_000)).toEqual(nothing);
    await watch?.stop();
    await tamper(`insert into accounts values (99999, 'thief', 'TOMAN', 'spendable', 5)`);
    await begin();
    await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await check()).toEqual(nothing);
  });
});

describe('checkpoints', () => {
  it('of another database keep production from starting, and are replaced in the sandbox', () => {
    openCheckpoints(dataDir, 'one', false).save({ chain: 'books', number: '1', mac: '00', at: '' });
    expect(openCheckpoints(dataDir, 'one', false).find('books')?.number).toBe('1');
    expect(() => openCheckpoints(dataDir, 'two', false)).toThrow('is of another database');
    expect(openCheckpoints(dataDir, 'two', true).find('books')).toBeNull();
  });
});
