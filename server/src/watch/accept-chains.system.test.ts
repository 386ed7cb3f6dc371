/**
 * A broken chain is accepted again by an operator and an admin together, and not by an attacker who only has the
 * database.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from '../../test/keys.ts';
import { addPerson } from '../../test/people.ts';
import { removeFolder } from '../../test/remove-folder.ts';
import { fundAccount } from '../../test/seed.ts';
import { startTestLedger } from '../../test/test-ledger.ts';
import type { Violation } from '../audit/index.ts';
import { type Ledger, userAccount } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import { appendAudit, readAudit } from '../platform/database/audit-log.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { readInstallationName } from '../platform/database/installation.ts';
import { newId } from '../platform/ids.ts';
import { acceptChains } from './accept-chains.ts';
import { AUDIT_LOG_LAW, CHAIN_LAW, checkChainHeads, checkEverything } from './check-everything.ts';
import { type Checkpoints, openCheckpoints } from './checkpoints.ts';
import type { WatchDeps } from './deps.ts';
import { createHashChainChecker } from './follow-chains.ts';
import { saveAcknowledgement, saveViolation } from './store.ts';

let test: TestDatabase;
let owner: Database;
let ledger: Ledger;
let dataDirs: string[];
let admin: string;

const openBooks = () => startTestLedger(test.url, { leaseMs: 3_000 });

/** Opens the checkpoints of another process. */
async function checkpointsOfItsOwn(): Promise<Checkpoints> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-accept-'));
  dataDirs.push(dataDir);
  return openCheckpoints(dataDir, await readInstallationName(owner.db), false);
}
const followTo = (checkpoints: Checkpoints) => {
  const deps = { db: owner.db, clock: systemClock, booksKey: TEST_BOOKS_KEY, checkpoints, witnesses: [] };
  return createHashChainChecker(deps as unknown as WatchDeps);
};
const move = () => fundAccount(ledger, userAccount(newId(), 'TOMAN'), 10n);
const log = (action: string) =>
  owner.db
    .transaction()
    .execute((tx) => appendAudit(tx, { actorId: null, action, subjectId: null }, new Date()));
const findProblems = async (checkpoints: Checkpoints): Promise<Violation[]> => [
  ...(await checkEverything(owner.db, TEST_BOOKS_KEY)),
  ...(await checkChainHeads(owner.db, TEST_BOOKS_KEY, checkpoints)),
];
const accept = (checkpoints: Checkpoints) =>
  acceptChains({ db: owner.db, url: test.ownerUrl, booksKey: TEST_BOOKS_KEY, checkpoints, now: new Date() });

/** Stores the violations as the checker does, and acknowledges them as an admin does in the back office. */
async function acknowledge(violations: readonly Violation[], key = TEST_BOOKS_KEY): Promise<void> {
  for (const violation of violations)
    await owner.db.transaction().execute(async (tx) => {
      const stored = await saveViolation(tx, violation, new Date());
      if (stored) await saveAcknowledgement(tx, key, stored, { by: admin, at: new Date(), reason: 'a disk' });
    });
}
const tamper = (statement: string) =>
  owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });

beforeEach(async () => {
  test = await createTestDatabase();
  owner = openDatabase(test.ownerUrl, 4, TEST_AUDIT_KEY);
  dataDirs = [];
  ledger = await openBooks();
  admin = await addPerson(owner.db, { email: 'admin@sarraf.test', state: 'AUTHORIZED', roles: ['admin'] });
  for (let n = 0; n < 4; n += 1) await move();
  for (const action of ['one', 'two', 'three']) await log(action);
});
afterEach(async () => {
  await ledger.stop();
  await owner.close();
  await test.drop();
  for (const dataDir of dataDirs) removeFolder(dataDir);
});

const ALTERED = {
  books: `update ledger_batches set mac = sha256('x') where number = 2`,
  'audit-log': `update audit_log set action = 'nothing' where number = 2`,
};

it.each([
  ['books', CHAIN_LAW],
  ['audit-log', AUDIT_LOG_LAW],
] as const)(
  'the chain of the %s is continued, here and in other processes, once an admin has acknowledged it',
  async (chain, law) => {
    const [own, other] = [await checkpointsOfItsOwn(), await checkpointsOfItsOwn()];
    for (const checkpoints of [own, other]) {
      const { followBooks, followAuditLog } = followTo(checkpoints);
      await followBooks(async () => {});
      await followAuditLog();
    }
    await tamper(ALTERED[chain]);
    await ledger.stop();
    const problems = await findProblems(own);
    expect(problems.map((violation) => violation.law)).toContain(law);
    const result = await accept(own);
    expect(result.accepted).toEqual([]);
    expect(result.refusals[0]).toContain(law);
    await acknowledge(problems);
    expect((await accept(own)).accepted).toMatchObject([{ chain, acknowledgedBy: admin, reason: 'a disk' }]);
    const [entry] = await readAudit(owner.db, { limit: 1 });
    expect(entry).toMatchObject({ action: 'chain accepted', detail: expect.stringContaining(chain) });
    ledger = await openBooks();
    await move();
    await log('four');
    for (const checkpoints of [own, other]) {
      expect(await findProblems(checkpoints)).toEqual([]);
      const { followBooks, followAuditLog } = followTo(checkpoints);
      expect((await followBooks(async () => {})).violations).toEqual([]);
      expect((await followAuditLog()).violations).toEqual([]);
    }
    // Accepted batches and entries are protected from then on.
    await tamper(
      chain === 'books'
        ? `update transfers set kind = 'fee' where id = 1`
        : ALTERED[chain].replace('nothing', 'else'),
    );
    expect((await findProblems(own)).map((violation) => violation.law)).toContain(law);
  },
);

it('an acceptance or an acknowledgement forged in the database has no effect', async () => {
  const checkpoints = await checkpointsOfItsOwn();
  await ledger.stop();
  await tamper(ALTERED['audit-log']);
  const problems = await findProblems(checkpoints);
  await acknowledge(problems, Buffer.alloc(32, 7));
  expect((await accept(checkpoints)).refusals).toHaveLength(1);
  await tamper(`insert into chain_acceptances (chain, number, mac, digest, fault, acknowledged_by, reason, accepted_at, seal)
    select 'audit-log', number, hash, sha256('x'), 'none', '${admin}', 'none', now(), sha256('y') from audit_head`);
  expect(await findProblems(checkpoints)).toEqual(problems);
});

it('an acceptance is refused while a server is the writer, and by the server’s own database role', async () => {
  const checkpoints = await checkpointsOfItsOwn();
  await tamper(ALTERED.books);
  await acknowledge(await findProblems(checkpoints));
  await expect(accept(checkpoints)).rejects.toThrow('stop all servers first');
  await ledger.stop();
  const server = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const asServer = { db: server.db, url: test.url, booksKey: TEST_BOOKS_KEY, checkpoints, now: new Date() };
  const before = await findProblems(checkpoints);
  await expect(acceptChains(asServer)).rejects.toThrow('permission denied');
  await server.close();
  expect(before).not.toEqual([]);
});

it('an acceptance has nothing to do when both chains are right', async () => {
  await ledger.stop();
  expect(await accept(await checkpointsOfItsOwn())).toEqual({ refusals: [], accepted: [] });
});
