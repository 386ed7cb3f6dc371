/**
 * A thousand stops triggered by one trade, and a process that is killed repeatedly while they come to the order
 * book.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../src/platform/http/http.ts';
import { createOrdersFixture, type OrdersFixture } from './orders.ts';
import { createNamedRandom } from './random.ts';

const STOP_COUNT = 1_000;
const OWNER_COUNT = 8;
/** The bids suffice for this many of them; the others find no counterparty. */
const BOUGHT_COUNT = 900;
const KILLS = process.env.SARRAF_NIGHTLY ? 30 : 10;
const MAX_MS = 60;
const DONE_MS = 60_000;
const random = createNamedRandom('triggers-crash');

let context: OrdersFixture;

beforeAll(async () => {
  context = await createOrdersFixture();
});
afterAll(() => context.close());

async function createFundedTrader(): Promise<Caller> {
  const caller = context.person();
  await Promise.all([context.give(caller, 'TOMAN', '1000000000000'), context.give(caller, 'BITCOIN', '10')]);
  return caller;
}

interface Progress {
  fired: number;
  due: number;
}

async function readProgress(): Promise<Progress> {
  const { rows } = await sql<Progress>`select count(*) filter (where trigger_state = 'FIRED')::int as fired,
    count(*) filter (where trigger_state = 'DUE')::int as due from orders`.execute(context.db);
  return rows[0] as Progress;
}

async function startProcess(seller: Caller, buyer: Caller) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'trigger-process.ts'), context.url, seller.userId, buyer.userId, '9900000000'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  return {
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

it('brings every triggered order to the order book once, in order of placement, through ten kills', async () => {
  const [seller, buyer] = [await createFundedTrader(), await createFundedTrader()];
  await context.limit(seller, 'sell', '0.001', '10000000000');
  await context.limit(buyer, 'buy', '0.001', '10000000000');
  const bidders = await Promise.all(Array.from({ length: 30 }, () => createFundedTrader()));
  for (const [n, bidder] of bidders.entries())
    await context.limit(
      bidder,
      'buy',
      (BOUGHT_COUNT / 30 / 1_000).toFixed(3),
      (9_880_000_000 - n * 1_000_000).toString(),
    );
  const owners = await Promise.all(Array.from({ length: OWNER_COUNT }, () => createFundedTrader()));
  const ids: string[] = [];
  for (let from = 0; from < STOP_COUNT; from += 100) {
    const part = Array.from({ length: 100 }, (_, n) =>
      context.stop(
        owners[n % OWNER_COUNT] as Caller,
        'sell',
        '0.001',
        (9_900_000_000 + ((n * 37) % 50)).toString(),
      ),
    );
    ids.push(...(await Promise.all(part)).map(({ id }) => id));
  }
  await context.deps.ledger.stop();
  let midway = 0;
  let running = await startProcess(seller, buyer);
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = await readProgress();
    const until = performance.now() + DONE_MS;
    // A kill before it has the lease would be useless.
    while (
      (await readProgress()).fired === before.fired &&
      before.fired < STOP_COUNT &&
      performance.now() < until
    )
      await sleep(5);
    await sleep(random() * MAX_MS);
    await running.kill();
    const { fired, due } = await readProgress();
    if (fired > 0 && due > 0) midway += 1;
    running = await startProcess(seller, buyer);
  }
  const end = performance.now() + DONE_MS;
  while ((await readProgress()).fired < STOP_COUNT && performance.now() < end) await sleep(50);
  await running.kill();
  process.stdout.write(`triggers-crash: ${midway} of ${KILLS} kills while stops came to the book\n`);
  expect(midway).toBeGreaterThan(0);
  const { rows } = await sql<{ id: string; filled: boolean; reserved: bigint; endedBy: string | null }>`
      select id, first_fill is not null as filled, reserved, ended_by as "endedBy" from orders
      where id = any (${ids}::uuid[]) order by first_fill nulls last, sequence`.execute(context.db);
  // The first ones got the bids, and each its own; the sequence is that of their placement.
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows.filter(({ filled }) => filled).length).toBe(BOUGHT_COUNT);
  expect(rows.every(({ filled, endedBy }) => endedBy === (filled ? null : 'NO_LIQUIDITY'))).toBe(true);
  expect(rows.every(({ reserved }) => reserved === 0n)).toBe(true);
  // And each has one notice, about its actual outcome.
  const { rows: outcomes } = await sql<{ id: string; status: string }>`
      select order_id as id, order_status as status from order_outcomes where outcome = 'FIRED'`.execute(
    context.db,
  );
  expect(outcomes.map(({ id }) => id).sort()).toEqual([...ids].sort());
  const filled = new Set(rows.filter(({ filled }) => filled).map(({ id }) => id));
  expect(outcomes.every(({ id, status }) => (status === 'IS_CLOSED') === filled.has(id))).toBe(true);
  await context.restart();
  await context.expectSound();
});
