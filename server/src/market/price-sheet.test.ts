import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openTestDatabase } from '../../test/open-database.ts';
import { type Bus, createBus } from '../platform/bus/bus.ts';
import { manualClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { createSandboxPrices } from '../sandbox/sandbox-prices.ts';
import { createMarket, type Market } from './index.ts';

let test: TestDatabase;
let database: Database;
let clock: ReturnType<typeof manualClock>;
let bus: Bus;
/** Which of the two is the ledger writer. */
let leader: 'one' | 'other';
let one: Market;
let other: Market;

/** Each process has a simulation of its own. */
const open = (name: 'one' | 'other', seed: number) =>
  createMarket({
    db: database.db,
    config: { sandbox: true },
    clock,
    bus,
    log: createLog('silent'),
    sources: createSandboxPrices({ seed, clock }).sources,
    leads: () => leader === name,
  });

beforeEach(async () => {
  test = await createTestDatabase();
  database = openTestDatabase(test.url, 4);
  clock = manualClock(Date.UTC(2026, 10, 21, 9, 30, 20));
  bus = createBus();
  leader = 'one';
  one = await open('one', 1);
  other = await open('other', 2);
});
afterEach(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await database.close();
  await test.drop();
});

const readPrice = (market: Market) => market.price('BITCOIN', 'TOMAN');

it("a process shows the prices published by the ledger writer's process, and none of its own", async () => {
  await other.refresh();
  expect(readPrice(other)).toBeNull();
  await one.refresh();
  expect(readPrice(one)).not.toBeNull();
  expect(readPrice(other)).toEqual(readPrice(one));
  expect(other.summary('BITCOIN', 'TETHER').reference).toBe(one.summary('BITCOIN', 'TETHER').reference);

  clock.advance(5_000);
  await one.refresh();
  await other.refresh();
  expect(readPrice(other)).toEqual(readPrice(one));
});

it("a process halts trading when the writer's process has been silent for as long as a feed may be", async () => {
  await one.refresh();
  clock.advance(14_000);
  await other.refresh();
  expect(readPrice(other)).not.toBeNull();
  clock.advance(2_000);
  await other.refresh();
  expect(readPrice(other)).toBeNull();
});

it('a process publishes its own prices when it becomes the writer, and accepts those shown before', async () => {
  await one.refresh();
  const before = readPrice(one);
  leader = 'other';
  clock.advance(1_000);
  await other.refresh();
  const after = readPrice(other);
  expect(after).not.toBeNull();
  expect(after).not.toEqual(before);
  expect(readPrice(one)).toEqual(after);
  // It remembers the prices it showed, so only the later movement matters.
  const moved = (after?.sell ?? 0n) * 1000n < (before?.sell ?? 0n) * 998n;
  expect(other.judge('BITCOIN', 'TOMAN', 'sell', before?.sell ?? 0n).ok).toBe(!moved);
  expect(other.judge('BITCOIN', 'TOMAN', 'sell', (before?.sell ?? 0n) + 1n).ok).toBe(false);
});

it('two processes write the minutes once', async () => {
  await one.refresh();
  await other.refresh();
  clock.advance(60_000);
  await other.refresh();
  const count = async () =>
    (await sql<{ n: bigint }>`select count(*) as n from reference_candles`.execute(database.db)).rows[0]?.n;
  expect(await count()).toBe(0n);
  await one.refresh();
  expect(await count()).toBeGreaterThan(0n);
});
