import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../../test/orders.ts';
import { addPerson } from '../../../test/people.ts';
import { parsePage } from '../../platform/database/rows.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { readFills } from '../book/read-book.ts';
import { countOrderPages, listOpenOrders, listOrders, type OrderFilter } from '../store.ts';
import { foldTrades, readStablecoinPurchases, readTradeTotals, readVolume } from '../totals-store.ts';
import { readByIdempotencyKey, readOrder } from './read-order.ts';

let context: OrdersFixture;

beforeAll(async () => {
  context = await createOrdersFixture();
});
afterAll(async () => {
  await context.expectSound();
  await context.close();
});

const PRICE = '10000000000';
const million = 1_000_000n;
const EVERY: OrderFilter = { types: null, statuses: null, coin: null, quote: null, onlyExecuted: false };

async function rich(more: Partial<Caller> = {}): Promise<Caller> {
  const caller = context.person(more);
  await Promise.all([
    context.give(caller, 'TOMAN', '100000000000'),
    context.give(caller, 'TETHER', '100000'),
    context.give(caller, 'BITCOIN', '10'),
  ]);
  return caller;
}

describe('trade totals', () => {
  it('count a fill once in the totals, and in the volumes of both parties; Tether for its buyer', async () => {
    const bought = (caller: Caller) => readStablecoinPurchases(context.db, caller.userId);
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await sql`update trade_totals set folded_until = now() - interval '20 minutes'`.execute(context.db);
    context.clock.advance(-600_000);
    await context.limit(ann, 'sell', '10', '100000', 'TETHER_TOMAN');
    await context.limit(ben, 'buy', '4', '100000', 'TETHER_TOMAN');
    await context.limit(ann, 'buy', '3', '90000', 'TETHER_TOMAN');
    await context.limit(ben, 'sell', '2', '90000', 'TETHER_TOMAN');
    await context.quickSell(ben, '0.001');
    context.clock.advance(600_000);
    // One of the three that Ann ordered is still open.
    expect([await bought(ann), await bought(ben)]).toEqual([3n * million, 4n * million]);
    await Promise.all([foldTrades(context.db), foldTrades(context.db)]);
    expect(await readTradeTotals(context.db)).toEqual({ trades: 3n, tomanValue: 10_580_000n * million });
    expect(await readVolume(context.db, ann.userId)).toBe(580_000n * million);
    expect(await readVolume(context.db, ben.userId)).toBe(10_580_000n * million);
    expect([await bought(ann), await bought(ben)]).toEqual([3n * million, 4n * million]);
    await context.clear();
    expect(await bought(ann)).toBe(2n * million);
  });
});

describe('an order looked up by the idempotency key of its request', () => {
  const findByKey = async (caller: Caller, key: string) =>
    (await readByIdempotencyKey(context.db, caller.userId, key, {})).baseDTO;
  const order = (unitPrice: string) =>
    ({ marketType: 'TETHER_TOMAN', orderType: 'LIMITED_BUY', amount: '10', unitPrice }) as const;

  it('is returned in its present state, and only to its owner', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await expect(findByKey(ann, 'first-key')).rejects.toThrow('NOT_FOUND');
    const placed = await context.place(ann, order('99000'), 'first-key');
    expect(await findByKey(ann, 'first-key')).toEqual(placed);
    await context.limit(ben, 'sell', '10', '99000', 'TETHER_TOMAN');
    expect(await findByKey(ann, 'first-key')).toMatchObject({ id: placed.id, orderStatus: 'IS_CLOSED' });
    await expect(findByKey(ben, 'first-key')).rejects.toThrow('NOT_FOUND');
  });

  it('is found by the key of a replacement, of one element of a batch, and of a cancellation', async () => {
    const ann = await rich();
    const { id } = await context.place(ann, order('95000'), 'place-key');
    const moved = await context.replace(ann, id, { unitPrice: '96000' }, 'change-key');
    expect([(await findByKey(ann, 'place-key')).orderStatus, await findByKey(ann, 'change-key')]).toEqual([
      'FINISHED_WITHOUT_TRANSACTION',
      moved,
    ]);
    await context.batch(ann, { cancel: [moved.id], place: [order('94000')] }, 'batch-key');
    expect((await findByKey(ann, 'batch-key 0')).id).toBe(moved.id);
    expect(await findByKey(ann, 'batch-key 1')).toMatchObject({
      orderStatus: 'IS_OPEN',
      unitPrice: '94000',
    });
    await context.cancelAll(ann);
  });

  it('is not found when the request was refused, or had another purpose', async () => {
    const ann = await rich();
    await expect(context.place(ann, order('1'), 'refused-key')).rejects.toThrow();
    await expect(findByKey(ann, 'refused-key')).rejects.toThrow('NOT_FOUND');
    await context.cancelAll(ann, undefined, 'cancel-all');
    await expect(findByKey(ann, 'cancel-all')).rejects.toThrow('NOT_FOUND');
  });
});

describe('the public totals', () => {
  it('leave out trades between market makers', async () => {
    const makerIds = [
      await addPerson(context.db, { email: 'maker@sarraf.test' }),
      await addPerson(context.db, { email: 'taker@sarraf.test' }),
    ];
    await sql`update users set level = 'SUPERVISOR' where id = any(${makerIds}::uuid[])`.execute(context.db);
    const [maker, taker] = await Promise.all(makerIds.map((userId) => rich({ userId })));
    const customer = await rich();
    if (!maker || !taker) throw new Error('nobody trades');
    await foldTrades(context.db);
    const before = await readTradeTotals(context.db);
    await sql`update trade_totals set folded_until = now() - interval '5 minutes'`.execute(context.db);
    context.clock.advance(-240_000);
    await context.limit(maker, 'sell', '10', '100000', 'TETHER_TOMAN');
    await context.limit(taker, 'buy', '7', '100000', 'TETHER_TOMAN');
    await context.limit(customer, 'buy', '3', '100000', 'TETHER_TOMAN');
    context.clock.advance(240_000);
    await foldTrades(context.db);
    const after = await readTradeTotals(context.db);
    expect(after.trades - before.trades).toBe(1n);
    expect(after.tomanValue - before.tomanValue).toBe(300_000n * million);
    // Their own volume and the back office's statistics count both.
    expect(await readVolume(context.db, maker.userId)).toBe(1_000_000n * million);
    await context.clear();
  });
});

describe('readOrder', () => {
  it('returns the fills taken on arrival and those made later, newest first, page by page', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    for (let n = 0; n < 3; n += 1) await context.limit(ben, 'sell', '0.01', PRICE);
    const { id } = await context.limit(ann, 'buy', '0.05', PRICE);
    await context.limit(ben, 'sell', '0.005', PRICE);
    await context.limit(ben, 'sell', '0.005', '9000000000');
    const first = await readOrder(context.db, ann.userId, id, { size: 3 });
    expect(first.baseDTO).toMatchObject({ id, executedPercent: 80, orderStatus: 'IS_OPEN' });
    const rest = await readOrder(context.db, ann.userId, id, { size: 3, cursor: first.nextCursor ?? '' });
    const all = [...first.content, ...rest.content];
    expect(all.map(({ amount, maker }) => [amount, maker])).toEqual([
      ['0.00500000', true],
      ['0.00500000', true],
      ['0.01000000', false],
      ['0.01000000', false],
      ['0.01000000', false],
    ]);
    expect(all[0]).toMatchObject({ unitPrice: PRICE, wholePrice: '50000000', wage: '200000' });
    expect(rest.nextCursor).toBeNull();
    await expect(readOrder(context.db, ben.userId, id, {})).rejects.toThrow('NOT_FOUND');
    await expect(readOrder(context.db, ann.userId, 'x', {})).rejects.toThrow('NOT_FOUND');
    await expect(readOrder(context.db, ann.userId, id, { cursor: '1;' })).rejects.toThrow('BAD_REQUEST');
    const fills = await readFills(context.db, 'BITCOIN', 'TOMAN', { before: 5, limit: 3 });
    expect(fills.map(({ number, side }) => [number, side])).toEqual([
      [4, 'sell'],
      [3, 'buy'],
      [2, 'buy'],
    ]);
    await context.clear();
  });
});

describe('lists of orders', () => {
  it('contain open orders, those of one market, and those that ended', async () => {
    const ann = await rich();
    const one = await context.limit(ann, 'sell', '0.01', PRICE);
    const two = await context.limit(ann, 'sell', '10', '100000', 'TETHER_TOMAN');
    const cancelledOrder = await context.limit(ann, 'sell', '0.01', PRICE);
    await context.cancel(ann, cancelledOrder.id);
    const page = parsePage({ size: 10 });
    const open = async (market: Parameters<typeof listOpenOrders>[2]) =>
      (await listOpenOrders(context.db, ann.userId, market, page)).map(({ id }) => id);
    expect(await open(null)).toEqual([two.id, one.id]);
    expect(await open({ coin: 'TETHER', quote: 'TOMAN' })).toEqual([two.id]);
    const closed = { ...EVERY, statuses: ['FINISHED_WITHOUT_TRANSACTION'] };
    expect((await listOrders(context.db, ann.userId, closed, page)).rows.map(({ id }) => id)).toEqual([
      cancelledOrder.id,
    ]);
    const market = { ...EVERY, coin: 'BITCOIN', quote: 'TOMAN' } as const;
    expect((await listOrders(context.db, ann.userId, market, page)).rows).toHaveLength(2);
    await context.clear();
  });

  it('scan a limited number of orders per request, and return a cursor to continue', async () => {
    const ann = await rich();
    const ids = Array.from({ length: 12_000 }, newId);
    // Two trades among thousands of cancelled orders.
    await sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price,
        executed_amount, notional, fee, total, toman_value, created_at, sequence, wage_ppm, closed_at)
      select ${ann.userId}, id, 'ETHEREUM', 'TOMAN', 'LIMITED_SELL', 'FINISHED_WITHOUT_TRANSACTION', 1, 1, 0, 0, 0, 0, 0,
        now(), n, 4000, now()
      from unnest(${ids}::uuid[]) with ordinality v(id, n)`.execute(context.db);
    await sql`update market_heads set sequence = 12000 where coin = 'ETHEREUM' and quote = 'TOMAN'`.execute(
      context.db,
    );
    const traded = [ids[100], ids[11_000]];
    await sql`update orders set sequence = null, wage_ppm = null, closed_at = null, order_type = 'EXCHANGE_SELL', executed_amount = 1,
      order_status = 'IS_CLOSED' where user_id = ${ann.userId} and id = any (${traded})`.execute(context.db);
    const pages: string[][] = [];
    for (let cursor: string | undefined; pages.length < 10; ) {
      const page = parsePage({ size: 10, ...(cursor && { cursor }) });
      const { rows, nextCursor } = await listOrders(
        context.db,
        ann.userId,
        { ...EVERY, onlyExecuted: true },
        page,
      );
      pages.push(rows.map(({ id }) => id));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(pages).toEqual([[ids[11_000]], [], [ids[100]]]);
    const pagesOf = (onlyExecuted: boolean) =>
      countOrderPages(context.db, ann.userId, { ...EVERY, onlyExecuted }, parsePage({ size: 10 }));
    // One of the two trades is beyond what a request scans; pages end when page numbers do.
    expect([await pagesOf(true), await pagesOf(false)]).toEqual([1, 101]);
    const first = await listOrders(context.db, ann.userId, EVERY, parsePage({ size: 10 }));
    expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(-10).reverse());
    expect(first.nextCursor).toBe(ids.at(-10));
    // They are on no order book.
    await sql`delete from orders where user_id = ${ann.userId} and id = any (${ids}::uuid[])`.execute(
      context.db,
    );
    await context.restart();
  });
});
