/** Proves that the audit can fail: each law of orders is broken once, bypassing the database's constraints. */

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkInvariants, listViolatedLaws } from '../../test/invariants.ts';
import { createOrdersFixture, type OrdersFixture } from '../../test/orders.ts';
import { asOwner } from '../../test/owner.ts';

let context: OrdersFixture;

beforeAll(async () => {
  context = await createOrdersFixture();
  const [ann, ben] = [context.person(), context.person()];
  await context.give(ann, 'TOMAN', '10000000000');
  await context.give(ben, 'BITCOIN', '1');
  await context.limit(ann, 'buy', '0.02', '10000000000');
  await context.limit(ben, 'sell', '0.01', '10000000000');
  await context.limit(ben, 'sell', '0.02', '10000000001');
  await context.stop(ben, 'sell', '0.01', '9000000000');
  const hiding = {
    marketType: 'BITCOIN_TOMAN',
    orderType: 'LIMITED_SELL',
    unitPrice: '10000000002',
  } as const;
  await context.place(ben, { ...hiding, amount: '0.04', displayAmount: '0.01' });
  await asOwner(context.db, sql`alter table fills disable trigger all`);
  for (const table of TABLES)
    await asOwner(context.db, sql.raw(`create table saved_${table} as table ${table}`));
});
afterEach(async () => {
  for (const table of TABLES) {
    await asOwner(context.db, sql.raw(`delete from ${table}`));
    await asOwner(context.db, sql.raw(`insert into ${table} select * from saved_${table}`));
  }
  expect(await checkInvariants(context.db)).toBeNull();
});
afterAll(() => context.close());

const TABLES = ['orders', 'fills', 'market_heads', 'freezes'];
const BUY = "order_type = 'LIMITED_BUY'";
const OPEN_SALE = "order_type = 'LIMITED_SELL' and order_status = 'IS_OPEN' and display_amount is null";

it.each([
  ['each blocked amount belongs to', `update orders set reserved = reserved - 1 where ${BUY}`],
  [
    'each blocked amount belongs to',
    // With a freeze more may be blocked than orders hold, but never less.
    `with frozen as (insert into freezes (id, user_id, asset, amount, court_order, created_by, created_at)
       select gen_random_uuid(), user_id, quote, 1, 'order', gen_random_uuid(), now() from orders where ${BUY})
     update orders set reserved = reserved + 1 where ${BUY}`,
  ],
  ['each blocked amount belongs to', `update orders set user_id = gen_random_uuid() where ${OPEN_SALE}`],
  [
    "each market's fills are numbered",
    "update market_heads set fill = 2 where coin = 'BITCOIN' and quote = 'TOMAN'",
  ],
  [
    "each market's fills are numbered",
    "update market_heads set fill = 1 where coin = 'EOS' and quote = 'TOMAN'",
  ],
  ["each market's fills are numbered", 'update fills set number = 2'],
  ['the traded and paid amounts of each order', `update orders set fee = fee + 1 where ${BUY}`],
  ['the traded and paid amounts of each order', 'update fills set amount = amount - 1000'],
  ['the traded and paid amounts of each order', 'update fills set taker_order = gen_random_uuid()'],
  ['each order of a market has a sequence number', `update orders set sequence = 1 where ${OPEN_SALE}`],
  ['each order of a market has a sequence number', `update orders set sequence = 9 where ${OPEN_SALE}`],
  [
    'the order book shows at most',
    'update orders set shown_amount = shown_amount + 1 where display_amount > 0',
  ],
  ['the order book shows at most', 'update orders set shown_amount = 0 where display_amount > 0'],
  ['the order book shows at most', 'update orders set slice_at = 1, slice_turn = 0 where display_amount > 0'],
  ["no market's order book is crossed", `update orders set unit_price = 9000000000000000 where ${OPEN_SALE}`],
  ['an order is open exactly while', `update orders set closed_at = now() where ${OPEN_SALE}`],
  ['a trigger order blocks', "update orders set reserved = reserved - 1 where trigger_state = 'WAITING'"],

  ['an order is open exactly while', `update orders set closed_at = null where order_status = 'IS_CLOSED'`],
])('the audit finds a violation of "%s"', async (law, harm) => {
  await asOwner(context.db, sql.raw(harm));
  expect(await listViolatedLaws(context.db)).toContain(law);
});
