import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, expectSameOrderBooks, type OrdersFixture } from '../../../test/orders.ts';
import { withLongStatementTimeout } from '../../platform/database/database.ts';
import { readBookState } from '../book/read-book.ts';

const PEOPLE = 1_000;
const ORDERS = 100_000;

let context: OrdersFixture;

/**
 * A hundred orders of each of a thousand people in two markets, on both sides of the price; every tenth partly
 * filled.
 */
beforeAll(async () => {
  context = await createOrdersFixture();
  await withLongStatementTimeout(() =>
    sql`with people as (select n, gen_random_uuid() as id from generate_series(0, ${PEOPLE - 1}) n)
    insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at, sequence, wage_ppm, reserved)
    select p.id, gen_random_uuid(), 'BITCOIN', (array['TOMAN', 'TETHER'])[1 + o % 2],
      case o / 2 % 2 when 0 then 'LIMITED_BUY' else 'LIMITED_SELL' end, 'IS_OPEN', 100000,
      (case o % 2 when 0 then 10000000000 else 100000 end
        + (1 + o / 4 % 500) * (case o / 2 % 2 when 0 then -1 else 1 end)) * 1000000::numeric,
      case o % 10 when 0 then 40000 else 0 end, 0, 0, 0, 0, now(), 1 + o / 2, 4000,
      case o / 2 % 2 when 0 then 1 else case o % 10 when 0 then 60000 else 100000 end end
    from generate_series(0, ${ORDERS - 1}) o join people p on p.n = o % ${PEOPLE} order by o * 7919 % ${ORDERS}`.execute(
      context.db,
    ),
  );
  await sql`update market_heads set sequence = ${ORDERS / 2} where coin = 'BITCOIN'`.execute(context.db);
});
afterAll(() => context.close());

it('OrderBooks rebuilds the order books of 100,000 open orders, each with its priority', async () => {
  const began = performance.now();
  await context.deps.exchange.reload(context.deps.ledger.epoch() ?? 0n);
  console.log(`${ORDERS} open orders read in ${Math.round(performance.now() - began)} ms`);
  const books = (['TOMAN', 'TETHER'] as const).map((quote) =>
    context.deps.exchange.findMarket('BITCOIN', quote),
  );
  expect(books.map((market) => market?.book.size)).toEqual([ORDERS / 2, ORDERS / 2]);
  const sequences = books[0]?.listOpenOrders().map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: ORDERS / 2 }, (_, n) => n + 1));
  // An order book assigns handles in the order in which orders are added.
  expect(books[0]?.listOpenOrders().map(({ handle }) => handle)).toEqual(sequences);
  await expectSameOrderBooks(context.db, context.deps.exchange);
});

it('refuses a snapshot of another lease, and keeps its order books', async () => {
  const { exchange, ledger } = context.deps;
  const epoch = ledger.epoch() ?? 0n;
  for (const other of [epoch - 1n, epoch + 1n])
    await expect(exchange.reload(other)).rejects.toThrow(`a server with epoch ${epoch} was read`);
  expect(exchange.findMarket('BITCOIN', 'TOMAN')?.book.size).toBe(ORDERS / 2);
});

it('reads a market of them in one snapshot', async () => {
  const state = await readBookState(context.db, 'BITCOIN', 'TOMAN');
  expect(state).toMatchObject({ sequence: ORDERS / 2, fill: 0, lastPrice: null });
  expect(state.levels).toHaveLength(1_000);
});
