import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, expectSameOrderBooks, type OrdersFixture } from '../../../test/orders.ts';
import { newId } from '../../platform/ids.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { findOrder } from '../store.ts';

/** Prices and amounts that fit a market's steps, and such as don't; more than a double counts; and what few orders have. */
const KINDS: readonly { type: string; amount: string; price: string; more: Record<string, unknown> }[] = [
  { type: 'LIMITED_BUY', amount: '100007', price: '800000000000000', more: { post_only: false } },
  {
    type: 'LIMITED_SELL',
    amount: '90071992547400107',
    price: '20000000000000000',
    more: { post_only: false },
  },
  { type: 'LIMITED_SELL', amount: '100107', price: '900000000000000', more: { client_order_id: 'mine' } },
  {
    type: 'LIMITED_BUY',
    amount: '100207',
    price: '700000000500000',
    more: { time_in_force: 'GTD', valid_until: new Date('2100-01-01'), self_trade: 'BOTH' },
  },
  {
    type: 'LIMITED_SELL',
    amount: '100307',
    price: '900000000000000',
    more: { display_amount: '300', shown_amount: '200', slice_at: '5', slice_turn: 1 },
  },
  {
    type: 'LIMITED_SELL',
    amount: '100407',
    price: '850000000000000',
    more: {
      trigger_state: 'WAITING',
      trigger_kind: 'STOP',
      trigger_by: 'LAST',
      trigger_price: '860000000000000',
      group_id: '00000000-0000-7000-8000-0000000000aa',
    },
  },
];

let context: OrdersFixture;
beforeAll(async () => {
  context = await createOrdersFixture();
});
afterAll(() => context.close());

it('a start reads the row of each kind of order as its table has it, and its book with it', async () => {
  const { db, deps } = context;
  const [userId, ...ids] = Array.from({ length: KINDS.length + 1 }, () => newId());
  for (const [n, kind] of KINDS.entries())
    await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
        notional, fee, total, toman_value, created_at, sequence, wage_ppm, reserved, ${sql.raw(Object.keys(kind.more).join(', '))})
      values (${userId}, ${ids[n]}, 'ETHEREUM', 'TOMAN', ${kind.type}, 'IS_OPEN', ${kind.amount}, ${kind.price}, 7, 3, 1,
        ${kind.type === 'LIMITED_BUY' ? 4 : 2}, 5, date_trunc('milliseconds', now()), ${n + 1}, 2500, 1, ${sql.join(Object.values(kind.more))})`.execute(
      db,
    );
  await sql`update market_heads set sequence = ${KINDS.length} where coin = 'ETHEREUM' and quote = 'TOMAN'`.execute(
    db,
  );
  await deps.exchange.reload(deps.ledger.epoch() ?? 0n);
  await expectSameOrderBooks(db, deps.exchange);
  for (const id of ids) {
    const loadedOrder = deps.exchange.findOrder(id);
    expect(loadedOrder?.row).toEqual(await findOrder(db, userId as string, id));
    expect(loadedOrder).toMatchObject({ feeRate: 2_500n, sequence: ids.indexOf(id) + 1 });
  }
  const market = deps.exchange.findMarket('ETHEREUM', 'TOMAN') as MarketBook;
  expect([...deps.exchange.listOpenOrders(userId as string)].map(({ row }) => row.id)).toEqual(ids);
  expect(deps.exchange.countOpenOrders(userId as string, market)).toEqual({
    here: KINDS.length,
    inAll: KINDS.length,
  });
  expect(deps.exchange.findByClientId(userId as string, 'mine')?.row.id).toBe(ids[2]);
  const [first] = ids as [string];
  const ending = deps.exchange.findOrder(first) as OpenOrder;
  deps.exchange.removeEnded(market, ending, true);
  expect([deps.exchange.findOrder(first), deps.exchange.findRecentOwner(first)]).toEqual([undefined, userId]);
});
