/**
 * docs/decisions/0107-what-is-in-use-needs-its-version.md: rows that an earlier version would settle wrongly keep
 * it from the lease.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedger, type LocalLedger } from '../src/ledger/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { checkMigrated, MIGRATIONS, readMigrations } from '../src/platform/database/migrate.ts';
import type { Caller } from '../src/platform/http/http.ts';
import { createLog } from '../src/platform/log.ts';
import { StartError } from '../src/platform/start-error.ts';
import { TEST_CHAIN_KEY } from './keys.ts';
import { createOrdersFixture, type OrdersFixture } from './orders.ts';
import { asOwner, inOwnersTransaction } from './owner.ts';
import { removeFolder } from './remove-folder.ts';
import { pollUntil } from './waiting.ts';

const LONG = 60_000;
const LEASE_MS = 300;
/** The versions with and without the last migration; the first one's server settles, as in every test. */
const [EARLIER, LAST_MIGRATION] = readMigrations()
  .slice(-2)
  .map(({ id }) => id) as [number, number];
const versionName = (id: number): string => String(id).padStart(4, '0');
const WAIT_REASON = `orders wait for a price, which versions before ${versionName(LAST_MIGRATION)} take for orders of the book`;
/** As a migration brings it that adds orders of this kind. */
const NEED = sql`insert into version_needs (name, since, because, in_use) values ('ORDERS_THAT_WAIT', ${LAST_MIGRATION}, ${WAIT_REASON},
  $$exists (select from orders where order_status = 'IS_OPEN' and trigger_state in ('DORMANT', 'WAITING', 'DUE'))$$)`;

let context: OrdersFixture;
let folder: string;
let seller: Caller;

beforeAll(async () => {
  context = await createOrdersFixture();
  folder = mkdtempSync(join(tmpdir(), 'sarraf-earlier-'));
  seller = context.person();
  await context.give(seller, 'BITCOIN', '10');
  await asOwner(context.db, NEED);
});
afterAll(async () => {
  await context?.close();
  removeFolder(folder);
});

/** Returns the migrations of the version that ends with this one. */
function createVersion(last: number): string {
  const directory = join(folder, `${last}`);
  cpSync(MIGRATIONS, directory, { recursive: true });
  for (const file of readdirSync(directory))
    if (Number.parseInt(file, 10) > last) rmSync(join(directory, file));
  return directory;
}

/** Starts a process of that version which requests the lease; returns it with its log. */
async function startWriter(version: number): Promise<{ ledger: LocalLedger; logLines: string[] }> {
  const logLines: string[] = [];
  const recordLine = (line: string) => logLines.push(line);
  const ledger = await createLedger({
    url: context.url,
    chainKey: TEST_CHAIN_KEY,
    leaseMs: LEASE_MS,
    clock: systemClock,
    log: createLog('error', { write: recordLine }),
    version,
  });
  return { ledger, logLines };
}

/** Counts in a sequence who asks for the lease: what is refused is rolled back, and a sequence isn't. */
const watchLeaseRequests = () =>
  inOwnersTransaction(context.db, async (tx) => {
    await sql`create sequence lease_requests`.execute(tx);
    await sql`grant select on lease_requests to public`.execute(tx);
    await sql`create function count_lease_request() returns trigger language plpgsql security definer as $$
      begin perform nextval('public.lease_requests'); return new; end $$`.execute(tx);
    // Before the one that refuses: PostgreSQL asks them by their names.
    await sql`create trigger ledger_head_before_check before update of holder on ledger_head
      for each row execute function count_lease_request()`.execute(tx);
  });
async function countLeaseRequests(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select last_value::int as count from lease_requests`.execute(
    context.db,
  );
  return rows[0]?.count ?? 0;
}

const readMigratedAs = (last: number) => checkMigrated(context.url, createVersion(last));
/** Takes the lease as a process that names no version. */
const takeLeaseUnnamed = () =>
  sql`update ledger_head set epoch = epoch + 1, holder = '4711-unnamed', lease_until = now() - interval '1 s'
    where lease_until < clock_timestamp()`.execute(context.db);

describe('while orders wait for a trigger price', () => {
  beforeAll(async () => {
    await context.stop(seller, 'sell', '0.01', '9000000000');
    await context.deps.ledger.stop();
    await watchLeaseRequests();
  });

  it('a version that would misread them is refused the lease, and logs why once', async () => {
    const before = await readHead();
    const { ledger, logLines } = await startWriter(EARLIER);
    await pollUntil(async () => logLines.length > 0, LONG);
    // It keeps asking, and logs it once.
    const requestCount = await countLeaseRequests();
    await pollUntil(async () => (await countLeaseRequests()) >= requestCount + 9, LONG);
    await ledger.stop();
    expect(ledger.isWriter()).toBe(false);
    const lines = logLines.filter((line) => line.includes('version refused'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(
      `the version that ends with migration ${versionName(EARLIER)} may not settle now: it needs one with migration ${versionName(LAST_MIGRATION)} or later (${WAIT_REASON}`,
    );
    expect(await readHead()).toEqual(before);
  });

  it('a process that names no version gets no lease either', async () => {
    await expect(takeLeaseUnnamed()).rejects.toMatchObject({
      code: 'SL003',
      message: expect.stringContaining('a process that names no version may not settle now'),
    });
  });

  it('an earlier version does not start: by the row of the migration, and by the conditions themselves', async () => {
    await expect(readMigratedAs(EARLIER)).rejects.toThrow(StartError);
    await expect(readMigratedAs(EARLIER)).rejects.toThrow(
      `since ${readMigrations().at(-1)?.name} it needs a version with ${versionName(LAST_MIGRATION)} or later (${WAIT_REASON}`,
    );
    // The row of the migration may be older than what is in use: a killed process writes nothing there.
    await asOwner(
      context.db,
      sql`update migrations set runs_since = 0, because = null where id = ${LAST_MIGRATION}`,
    );
    await expect(readMigratedAs(EARLIER)).rejects.toThrow(
      `this version ends with migration ${versionName(EARLIER)}, and what is in use needs one with ${versionName(LAST_MIGRATION)} or later (${WAIT_REASON}`,
    );
    expect(await readMigratedAs(LAST_MIGRATION)).toEqual({ applied: 0, newer: [] });
  });

  it('a version that supports them gets the lease, and they are unchanged', async () => {
    await context.restart();
    expect(context.deps.ledger.isWriter()).toBe(true);
    await context.expectSound();
  });
});

it('once none is left, an earlier version starts, and settles', async () => {
  await context.cancelAll(seller);
  await context.deps.ledger.stop();
  const { newer } = (await readMigratedAs(EARLIER)) ?? {};
  expect(newer).toEqual([readMigrations().at(-1)?.name]);
  const { ledger, logLines } = await startWriter(EARLIER);
  await pollUntil(async () => ledger.isWriter(), LONG);
  await ledger.stop();
  expect(logLines).toEqual([]);
  await takeLeaseUnnamed();
  await context.restart();
  expect(context.deps.ledger.isWriter()).toBe(true);
});

it('each requirement is a valid condition, of a migration that itself excludes no version', async () => {
  const { rows } = await sql<{ name: string; since: number; in_use: string }>`
    select name, since, in_use from version_needs`.execute(context.db);
  expect(rows.length).toBeGreaterThanOrEqual(1);
  const migrationById = new Map(readMigrations().map((one) => [one.id, one]));
  for (const { name, since, in_use } of rows) {
    expect([name, migrationById.get(since)?.runsSince]).toEqual([name, 0]);
    expect(migrationById.has(since)).toBe(true);
    const { rows: answers } = await sql<{ used: boolean }>`select ${sql.raw(in_use)} as used`.execute(
      context.db,
    );
    expect([name, answers]).toEqual([name, [{ used: false }]]);
  }
});

it('the server’s role can’t change the requirements', async () => {
  await expect(sql`delete from version_needs`.execute(context.db)).rejects.toMatchObject({ code: '42501' });
});

const readHead = async () =>
  (await sql`select epoch, holder, batch from ledger_head`.execute(context.db)).rows[0];
