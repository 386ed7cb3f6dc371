import type { BatchOutcome } from '@sarraf/domain/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrderBody, type OrdersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';
import { cancelOrders } from './cancel-orders.ts';

let context: OrdersFixture;
const people: Caller[] = [];
const [ann, ben] = [() => people[0] as Caller, () => people[1] as Caller];

const PRICE = '10000000000';
const HIGHER = '10010000000';

beforeAll(async () => {
  context = await createOrdersFixture();
  for (const asset of ['TOMAN', 'BITCOIN'] as const) {
    const amount = asset === 'TOMAN' ? '1000000000000' : '1000';
    for (let n = 0; n < 2; n += 1) {
      people[n] ??= context.person();
      await context.give(people[n] as Caller, asset, amount);
    }
  }
});
afterEach(async () => {
  await context.expectSound();
  for (const caller of people) await context.cancelAll(caller);
  await context.clear();
});
afterAll(() => context.close());

const sell = (amount: string, unitPrice: string, more: Partial<OrderBody> = {}): OrderBody => ({
  marketType: 'BITCOIN_TOMAN',
  orderType: 'LIMITED_SELL',
  amount,
  unitPrice,
  ...more,
});

async function expectRefusal(act: Promise<unknown>, code: string): Promise<void> {
  await expect(act).rejects.toMatchObject({ code });
}
const blocked = (caller: Caller) => context.balance(caller, 'BITCOIN', 'blocked');

describe('replaceOrder with a smaller amount at the same price', () => {
  it('keeps id and priority, and releases the money that is not needed', async () => {
    const first = await context.limit(ann(), 'sell', '0.5', PRICE);
    await context.limit(ben(), 'sell', '0.5', PRICE);
    context.changes.length = 0;
    const less = await context.replace(ann(), first.id, { amount: '0.3' });
    expect(less).toMatchObject({ id: first.id, amount: '0.30000000', blocked: '0.30000000', replaces: null });
    const { unitPrice: price } = await context.read(first.id);
    expect(context.changes.map(({ levels }) => levels)).toEqual([
      [{ side: 'sell', price, delta: -20_000_000n }],
    ]);
    expect(await blocked(ann())).toBe(30_000_000n);
    await context.restart();
    // It is still first in line.
    const buyer = context.person();
    await context.give(buyer, 'TOMAN', '100000000000');
    await context.limit(buyer, 'buy', '0.3', PRICE);
    expect(await context.read(first.id)).toMatchObject({ orderStatus: 'IS_CLOSED', amount: 30_000_000n });
  });

  it('releases price and fee of a purchase to the smallest unit', async () => {
    const order = await context.limit(ann(), 'buy', '0.5', PRICE);
    await context.limit(ben(), 'sell', '0.123', PRICE);
    const less = await context.replace(ann(), order.id, { amount: '0.3' });
    // 0.177 × 10 billion, and the fee of 0.4 %.
    expect(less).toMatchObject({ executedAmount: '0.12300000', blocked: '1777080000' });
    await expectRefusal(context.replace(ann(), order.id, { amount: '0.123' }), 'AMOUNT_IS_EXECUTED');
    await expectRefusal(context.replace(ann(), order.id, { amount: '0.1' }), 'AMOUNT_IS_EXECUTED');
    await expectRefusal(context.replace(ann(), order.id, { amount: '0.2000000001' }), 'UNACCEPTABLE_AMOUNT');
  });

  it('may change the client order id', async () => {
    const [one, other] = [
      await context.place(ann(), sell('0.5', PRICE, { clientOrderId: 'one' })),
      await context.place(ann(), sell('0.5', HIGHER, { clientOrderId: 'other' })),
    ];
    await expectRefusal(context.replace(ann(), one.id, { clientOrderId: 'other' }), 'CLIENT_ORDER_ID_IN_USE');
    const renamed = await context.replace(ann(), one.id, { clientOrderId: 'new' });
    expect(renamed).toMatchObject({ id: one.id, clientOrderId: 'new' });
    await context.place(ann(), sell('0.5', HIGHER, { clientOrderId: 'one' }));
    await context.restart();
    expect((await context.cancelOrderByClientId(ann(), 'new')).id).toBe(one.id);
    expect((await context.cancelOrderByClientId(ann(), 'other')).id).toBe(other.id);
  });
});

describe('replaceOrder with another price, or a larger amount', () => {
  it('ends the old order and places a new one for the remainder at the end of the line, in the same moment', async () => {
    const first = await context.place(ann(), sell('0.5', PRICE, { clientOrderId: 'quote', postOnly: true }));
    await context.limit(ben(), 'buy', '0.1', PRICE);
    const moved = await context.replace(ann(), first.id, { unitPrice: HIGHER, amount: '0.7' });
    expect(moved).toMatchObject({
      orderStatus: 'IS_OPEN',
      amount: '0.60000000',
      unitPrice: HIGHER,
      replaces: first.id,
      clientOrderId: 'quote',
      postOnly: true,
    });
    expect(moved.id).not.toBe(first.id);
    expect(await context.read(first.id)).toMatchObject({
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      endedBy: 'REPLACED',
      reserved: 0n,
    });
    expect(await blocked(ann())).toBe(60_000_000n);
    await expectRefusal(context.replace(ann(), first.id, { amount: '0.2' }), 'ORDER_IS_CLOSED');
    expect((await context.cancelOrderByClientId(ann(), 'quote')).id).toBe(moved.id);
  });

  it("requires only the money that the old order doesn't free, and leaves the old one when it is refused", async () => {
    const poor = context.person();
    await context.give(poor, 'BITCOIN', '0.5');
    const order = await context.limit(poor, 'sell', '0.5', PRICE);
    const before = await context.snapshot();
    await expectRefusal(context.replace(poor, order.id, { amount: '0.6' }), 'Not Enough Balance');
    await expectRefusal(context.replace(poor, order.id, { unitPrice: '90000000000' }), 'PRICE_OUT_OF_BAND');
    await expectRefusal(context.replace(poor, order.id, {}), 'BAD_REQUEST');
    await expectRefusal(context.replace(ben(), order.id, { amount: '0.1' }), 'NOT_FOUND');
    expect(await context.snapshot()).toEqual(before);
    const moved = await context.replace(poor, order.id, { unitPrice: HIGHER });
    expect(moved).toMatchObject({ blocked: '0.50000000', replaces: order.id });
  });

  it('may trade immediately, and is refused when a post-only order would take', async () => {
    await context.limit(ben(), 'buy', '0.2', PRICE);
    const waiting = await context.place(ann(), sell('0.5', HIGHER, { postOnly: true }));
    await expectRefusal(context.replace(ann(), waiting.id, { unitPrice: PRICE }), 'POST_ONLY_WOULD_TAKE');
    const open = await context.limit(ann(), 'sell', '0.5', HIGHER);
    expect(await context.replace(ann(), open.id, { unitPrice: PRICE })).toMatchObject({
      executedAmount: '0.20000000',
      orderStatus: 'IS_OPEN',
    });
  });

  it('is settled once and gets the same reply for one key', async () => {
    const order = await context.limit(ann(), 'sell', '0.5', PRICE);
    const change = { unitPrice: HIGHER };
    const all = await Promise.all(
      Array.from({ length: 4 }, () => context.replace(ann(), order.id, change, 'change-1')),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    await context.restart();
    expect((await context.replace(ann(), order.id, change, 'change-1')).id).toBe(all[0]?.id);
  });

  it('a concurrent cancel and replacement leave exactly one outcome', async () => {
    const order = await context.limit(ann(), 'sell', '0.5', PRICE);
    const [moved, cancelled] = await Promise.allSettled([
      context.replace(ann(), order.id, { unitPrice: HIGHER }),
      context.cancel(ann(), order.id),
    ]);
    expect([moved.status, cancelled.status].sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('batchOrders', () => {
  const listStates = (outcomes: BatchOutcome[]) =>
    outcomes.map(({ message, baseDTO }) => baseDTO?.orderStatus ?? message);

  it('cancels first, then places, and returns the outcome of each', async () => {
    const poor = context.person();
    await context.give(poor, 'BITCOIN', '0.5');
    const order = await context.limit(poor, 'sell', '0.5', PRICE);
    const body = {
      cancel: [order.id, order.id.replace(/.$/, (last) => (last === 'f' ? '0' : 'f')), 'none'],
      place: [sell('0.3', PRICE), sell('0.3', PRICE), sell('0.2', HIGHER, { clientOrderId: 'x' })],
    };
    const outcomes = await context.batch(poor, body, 'batch-01');
    expect(listStates(outcomes)).toEqual([
      'FINISHED_WITHOUT_TRANSACTION',
      'NOT_FOUND',
      'NOT_FOUND',
      'IS_OPEN',
      'Not Enough Balance',
      'IS_OPEN',
    ]);
    expect(outcomes[4]).toMatchObject({ status: 'CONFLICT', errors: [] });
    await context.restart();
    expect(await context.batch(poor, body, 'batch-01')).toEqual(outcomes);
    expect(await blocked(poor)).toBe(50_000_000n);
  });

  it('accepts at most 20 orders, and counts each in the rate limit', async () => {
    const twenty = Array.from({ length: 20 }, () => sell('0.01', PRICE));
    await expectRefusal(context.batch(ann(), {}), 'BAD_REQUEST');
    await expectRefusal(context.batch(ann(), { cancel: ['a'], place: twenty }), 'BAD_REQUEST');
    const outcomes = await context.batch(ann(), { place: twenty });
    expect(new Set(listStates(outcomes))).toEqual(new Set(['IS_OPEN']));
    // In the order of the request.
    const rows = await Promise.all(outcomes.map(({ baseDTO }) => context.read(baseDTO?.id ?? '')));
    const book = context.deps.exchange
      .findMarket('BITCOIN', 'TOMAN')
      ?.listOpenOrders()
      .map(({ row }) => row.id);
    expect(book).toEqual(rows.map(({ id }) => id));
  });

  it('returns PAUSED for new orders during a pause, and cancels all the same', async () => {
    const order = await context.limit(ann(), 'sell', '0.5', PRICE);
    context.settings.paused.add('FEATURE ORDERS');
    const outcomes = await context.batch(ann(), { cancel: [order.id], place: [sell('0.1', PRICE)] });
    expect(listStates(outcomes)).toEqual(['FINISHED_WITHOUT_TRANSACTION', 'PAUSED']);
    expect(outcomes[1]?.data).toMatchObject({ scope: 'FEATURE', name: 'ORDERS' });
  });
});

describe('cancelAfter', () => {
  it('cancels all orders, or those of one market, once the time is over', async () => {
    const [bitcoin, doge] = [
      await context.limit(ann(), 'sell', '0.5', PRICE),
      await context.limit(ann(), 'buy', '100', '20000', 'DOGE_COIN_TOMAN'),
    ];
    const other = await context.limit(ben(), 'sell', '0.5', PRICE);
    const { cancelsAtDateTime } = await context.cancelAfter(ann(), 10, 'DOGE_COIN_TOMAN');
    // Batches have their own times, some milliseconds later than the stopped clock.
    expect(Math.abs(Date.parse(cancelsAtDateTime) - context.clock.now() - 10_000)).toBeLessThan(900);
    await context.cancelAfter(ann(), 20);
    context.clock.advance(9_000);
    await context.endInTime();
    expect((await context.read(doge.id)).orderStatus).toBe('IS_OPEN');
    context.clock.advance(2_000);
    await context.endInTime();
    expect(await context.read(doge.id)).toMatchObject({ endedBy: 'CANCEL_AFTER', reserved: 0n });
    // Renewed in time, counted from now on.
    await context.cancelAfter(ann(), 20);
    context.clock.advance(19_000);
    await context.endInTime();
    expect((await context.read(bitcoin.id)).orderStatus).toBe('IS_OPEN');
    context.clock.advance(2_000);
    await context.endInTime();
    expect((await context.read(bitcoin.id)).endedBy).toBe('CANCEL_AFTER');
    expect((await context.read(other.id)).orderStatus).toBe('IS_OPEN');
    // Fires once: later orders stay.
    const later = await context.limit(ann(), 'sell', '0.5', PRICE);
    context.clock.advance(100_000);
    await context.endInTime();
    expect((await context.read(later.id)).orderStatus).toBe('IS_OPEN');
  });

  it('is carried out by the next writer after a restart, unless it was revoked', async () => {
    const [one, other] = [
      await context.limit(ann(), 'sell', '0.5', PRICE),
      await context.limit(ben(), 'sell', '0.5', PRICE),
    ];
    await context.cancelAfter(ann(), 5);
    await context.cancelAfter(ben(), 5);
    expect(await context.cancelAfter(ben(), 0)).toEqual({ marketType: null, cancelsAtDateTime: null });
    context.clock.advance(60_000);
    await context.restart();
    await context.endInTime();
    expect((await context.read(one.id)).endedBy).toBe('CANCEL_AFTER');
    expect((await context.read(other.id)).orderStatus).toBe('IS_OPEN');
  });

  it('deadlines stay when a batch fails', async () => {
    const order = await context.limit(ann(), 'sell', '0.5', PRICE);
    await context.cancelAfter(ann(), 5);
    await context.breakBatch().catch(() => {});
    context.clock.advance(6_000);
    await context.endInTime();
    expect((await context.read(order.id)).endedBy).toBe('CANCEL_AFTER');
  });

  it('refuses an unknown market', async () => {
    await expectRefusal(context.cancelAfter(ann(), 5, 'NOTHING'), 'BAD_REQUEST');
  });
});

it('cancelOrders cancels all of one side, or of one type', async () => {
  const [sale, purchase] = [
    await context.limit(ann(), 'sell', '0.5', HIGHER),
    await context.limit(ann(), 'buy', '0.5', PRICE),
  ];
  expect(await cancelOrders(context.deps, ann(), { side: 'BUY', orderType: 'LIMITED_SELL' }, null)).toBe(0);
  expect(await cancelOrders(context.deps, ann(), { side: 'BUY' }, null)).toBe(1);
  expect((await context.read(purchase.id)).endedBy).toBe('OWNER');
  expect(
    await cancelOrders(context.deps, ann(), { orderType: 'LIMITED_SELL', marketType: 'BITCOIN_TOMAN' }, null),
  ).toBe(1);
  expect((await context.read(sale.id)).endedBy).toBe('OWNER');
});
