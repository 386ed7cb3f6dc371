import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';

let context: OrdersFixture;

beforeAll(async () => {
  context = await createOrdersFixture();
});
afterEach(async () => {
  await context.expectSound();
  await context.clear();
  await context.expectSound();
});
afterAll(() => context.close());

const UNIT = 1_000_000n;
const price = (millions: number) => (BigInt(millions) * UNIT).toString();
const MARKET = { marketType: 'BITCOIN_TOMAN' } as const;

async function rich(): Promise<Caller> {
  const caller = context.person();
  await Promise.all([context.give(caller, 'TOMAN', '100000000000'), context.give(caller, 'BITCOIN', '10')]);
  return caller;
}

async function tradeAt(millions: number): Promise<void> {
  const [maker, taker] = [await rich(), await rich()];
  await context.limit(maker, 'sell', '0.001', price(millions));
  await context.limit(taker, 'buy', '0.001', price(millions));
  await context.waitUntilSettled();
}

const read = (ids: string[]) => Promise.all(ids.map((id) => context.read(id)));
const idsOf = (orders: { id: string }[]) => orders.map(({ id }) => id);

const sale = (ann: Caller, more: object = {}) =>
  context.oco(ann, {
    ...MARKET,
    side: 'SELL',
    amount: '0.1',
    limit: { unitPrice: price(10_500) },
    stop: { trigger: { kind: 'STOP', price: price(9_500) } },
    ...more,
  });

describe('an OCO', () => {
  it('blocks once what both orders need; a partial fill of the limit order ends the stop', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const orders = await sale(ann);
    expect(orders.map(({ orderType, blocked, group }) => [orderType, blocked, group])).toEqual([
      ['LIMITED_SELL', '0.10000000', orders[0]?.group],
      ['MARKET_SELL', '0.00000000', orders[0]?.group],
    ]);
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(10_000_000n);
    await context.limit(ben, 'buy', '0.04', price(10_500));
    const [limit, stop] = await read(idsOf(orders));
    expect(limit).toMatchObject({ orderStatus: 'IS_OPEN', executedAmount: 4_000_000n, reserved: 6_000_000n });
    expect(stop).toMatchObject({ orderStatus: 'FINISHED_WITHOUT_TRANSACTION', endedBy: 'LINKED' });
    await tradeAt(9_400);
    expect((await read(idsOf(orders))).map(({ orderStatus }) => orderStatus)).toEqual([
      'IS_OPEN',
      'FINISHED_WITHOUT_TRANSACTION',
    ]);
  });

  it('becomes the stop alone once that triggers, with the same coins, also after a restart', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const orders = await sale(ann, {
      stop: { trigger: { kind: 'STOP', price: price(9_500) }, unitPrice: price(9_450) },
    });
    await context.restart();
    await context.limit(ben, 'buy', '0.03', price(9_460));
    await tradeAt(9_500);
    const [limit, stop] = await read(idsOf(orders));
    expect(limit).toMatchObject({
      orderStatus: 'FINISHED_WITHOUT_TRANSACTION',
      endedBy: 'LINKED',
      reserved: 0n,
    });
    expect(stop).toMatchObject({ orderStatus: 'IS_OPEN', executedAmount: 3_000_000n, reserved: 7_000_000n });
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(7_000_000n);
  });

  it('of purchases blocks what the more expensive one needs, and releases the rest when that one has ended', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const orders = await context.oco(ann, {
      ...MARKET,
      side: 'BUY',
      amount: '0.1',
      limit: { unitPrice: price(9_500) },
      stop: { trigger: { kind: 'STOP', price: price(10_500) }, unitPrice: price(10_600) },
    });
    expect(await context.balance(ann, 'TOMAN', 'blocked')).toBe(1_064_240_000n * UNIT);
    await context.limit(ben, 'sell', '0.04', price(9_500));
    const [limit, stop] = await read(idsOf(orders));
    expect(stop).toMatchObject({ endedBy: 'LINKED' });
    expect(limit?.reserved).toBe((570_000_000n + 2_280_000n) * UNIT);
    expect(await context.balance(ann, 'TOMAN', 'blocked')).toBe(limit?.reserved);
  });

  it('ends entirely when one of its orders is cancelled, and counts as two open orders', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    for (const n of [0, 1]) {
      const orders = await sale(ann);
      await context.cancel(ann, orders[n]?.id ?? '');
      const ends = (await read(idsOf(orders))).map(({ endedBy }) => endedBy);
      expect(ends).toEqual(n === 0 ? ['OWNER', 'LINKED'] : ['LINKED', 'OWNER']);
      expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(0n);
    }
    await sale(ann);
    expect(await context.cancelAll(ann)).toBe(2);
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(0n);
  });

  it('is refused when it would trade immediately, or when the cost of a purchase is unlimited', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    await context.limit(ben, 'buy', '0.01', price(9_900));
    const before = await context.snapshot();
    await expect(sale(ann, { limit: { unitPrice: price(9_900) } })).rejects.toThrow('POST_ONLY_WOULD_TAKE');
    await expect(sale(ann, { stop: { trigger: { kind: 'STOP', price: price(10_000) } } })).rejects.toThrow(
      'TRIGGER_ALREADY_REACHED',
    );
    await expect(sale(ann, { side: 'BUY', limit: { unitPrice: price(9_000) } })).rejects.toThrow(
      'BAD_REQUEST',
    );
    await expect(
      sale(ann, { stop: { trigger: { kind: 'TAKE_PROFIT', price: price(10_700) } } }),
    ).rejects.toThrow('BAD_REQUEST');
    await expect(sale(ann, { amount: '10.001' })).rejects.toThrow('Not Enough Balance');
    expect(await context.snapshot()).toEqual(before);
  });

  it('does not match an expired order that is still on the order book', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    await tradeAt(10_000);
    const over = (orderType: 'LIMITED_BUY' | 'LIMITED_SELL', millions: number) =>
      context.place(ben, {
        ...{ ...MARKET, orderType, amount: '0.01', unitPrice: price(millions), timeInForce: 'GTD' },
        validUntil: new Date(context.clock.now() + 1_000).toISOString(),
      });
    const bid = await over('LIMITED_BUY', 9_900);
    const ask = await over('LIMITED_SELL', 10_400);
    const atBid = () => sale(ann, { limit: { unitPrice: price(9_900) } });
    const market = () =>
      bracket(cid, {
        entry: { orderType: 'MARKET_BUY', totalPrice: '100000000' },
        takeProfit: { unitPrice: price(10_300) },
      });
    await expect(atBid()).rejects.toThrow('POST_ONLY_WOULD_TAKE');
    await expect(market()).rejects.toThrow('BAD_REQUEST');
    context.clock.advance(1_000);
    await context.limit(ben, 'sell', '0.05', price(10_010));
    expect((await read([bid.id, ask.id])).map(({ orderStatus }) => orderStatus)).toEqual([
      'IS_OPEN',
      'IS_OPEN',
    ]);
    // The bracket takes the cheaper of two asks; its profit price is above that and below the expired one.
    expect((await market())[0]?.executedAmount).not.toBe('0.00000000');
    expect((await atBid()).map(({ orderStatus }) => orderStatus)).toEqual(['IS_OPEN', 'IS_OPEN']);
    expect((await read([bid.id]))[0]).toMatchObject({ endedBy: 'EXPIRED', reserved: 0n });
    await context.restart();
    await context.endInTime();
  });

  it('has client order ids unique among open orders, and its limit order rests alone after the stop', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const stop = { trigger: { kind: 'STOP', price: price(9_500) }, clientOrderId: 'guard:1' };
    const limit = { unitPrice: price(10_500), clientOrderId: 'goal:1' };
    const orders = await sale(ann, { limit, stop });
    await context.restart();
    expect((await read(idsOf(orders))).map(({ manner }) => [manner.clientOrderId, manner.postOnly])).toEqual([
      ['goal:1', true],
      ['guard:1', false],
    ]);
    for (const other of [
      { limit },
      { stop },
      { limit: { ...limit, clientOrderId: 'one' }, stop: { ...stop, clientOrderId: 'one' } },
    ])
      await expect(sale(ann, other)).rejects.toThrow('CLIENT_ORDER_ID_IN_USE');
    await context.cancelOrderByClientId(ann, 'guard:1');
    expect((await read(idsOf(orders))).map(({ endedBy }) => endedBy)).toEqual(['LINKED', 'OWNER']);
    const [unnamed] = await sale(ann);
    await context.restart();
    expect(await context.cancel(ann, unnamed?.id ?? '')).toMatchObject({ postOnly: true, endedBy: 'OWNER' });
    expect((await sale(ann, { limit, stop })).map(({ clientOrderId }) => clientOrderId)).toEqual([
      'goal:1',
      'guard:1',
    ]);
  });

  it('and both its ends concurrently: exactly one of them happens', async () => {
    const [ann, ben] = [await rich(), await rich()];
    for (let round = 0; round < 8; round += 1) {
      await tradeAt(10_000);
      const orders = await sale(ann, { amount: '0.01' });
      await context.limit(ben, 'buy', '0.01', price(9_400));
      const acts = [
        () => context.limit(ben, 'buy', '0.01', price(10_500)),
        () => tradeAt(9_500),
        () => context.cancel(ann, orders[round % 2]?.id ?? ''),
      ];
      if (round % 3 === 1) acts.reverse();
      await Promise.allSettled(acts.map((act) => act()));
      await context.waitUntilSettled();
      const rows = await read(idsOf(orders));
      expect(rows.every(({ orderStatus }) => orderStatus !== 'IS_OPEN')).toBe(true);
      expect(rows.filter(({ executedAmount }) => executedAmount > 0n).length).toBeLessThanOrEqual(1);
      expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(0n);
      await context.cancelAll(ben);
    }
  });
});

const bracket = (ann: Caller, more: object = {}) =>
  context.bracket(ann, {
    ...MARKET,
    entry: { orderType: 'LIMITED_BUY', amount: '0.1', unitPrice: price(10_000) },
    takeProfit: { unitPrice: price(10_500) },
    stopLoss: { trigger: { price: price(9_500) } },
    ...more,
  });

describe('a bracket', () => {
  it('is dormant while its entry is open, blocks coins as they are bought, and activates when the entry is filled', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const orders = await bracket(ann);
    const ids = idsOf(orders);
    expect(orders.map(({ trigger }) => trigger?.kind ?? null)).toEqual([null, 'ENTRY', 'STOP']);
    await context.limit(ben, 'sell', '0.04', price(10_000));
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(4_000_000n);
    expect((await read(ids)).map(({ trigger }) => trigger?.state ?? null)).toEqual([
      null,
      'DORMANT',
      'DORMANT',
    ]);
    await context.expectSound();
    await context.restart();
    await context.limit(ben, 'sell', '0.06', price(10_000));
    await context.waitUntilSettled();
    expect((await read(ids)).map(({ trigger }) => trigger?.state ?? null)).toEqual([
      null,
      'FIRED',
      'WAITING',
    ]);
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(10_000_000n);
    await context.expectSound();
    await context.limit(ben, 'buy', '0.1', price(10_500));
    expect((await read(ids)).map(({ orderStatus }) => orderStatus)).toEqual([
      'IS_CLOSED',
      'IS_CLOSED',
      'FINISHED_WITHOUT_TRANSACTION',
    ]);
    expect(await context.balance(ann, 'BITCOIN')).toBe(1_000_000_000n);
  });

  it('sells what was bought when the price falls, also when the entry was cancelled', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const ids = idsOf(await bracket(ann));
    await context.limit(ben, 'sell', '0.04', price(10_000));
    await context.cancel(ann, ids[0] ?? '');
    await context.waitUntilSettled();
    expect((await read(ids)).map(({ amount }) => amount)).toEqual([10_000_000n, 4_000_000n, 4_000_000n]);
    await context.limit(ben, 'buy', '0.1', price(9_480));
    await tradeAt(9_500);
    expect((await read(ids)).map(({ executedAmount, endedBy }) => [executedAmount, endedBy])).toEqual([
      [4_000_000n, 'OWNER'],
      [0n, 'LINKED'],
      [4_000_000n, null],
    ]);
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(0n);
  });

  it('of a market order is active immediately, and ends with an entry that bought nothing', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    await context.limit(ben, 'sell', '0.05', price(10_010));
    const bought = await bracket(ann, { entry: { orderType: 'MARKET_BUY', totalPrice: '100000000' } });
    await context.waitUntilSettled();
    const rows = await read(idsOf(bought));
    expect(rows.map(({ trigger }) => trigger?.state ?? null)).toEqual([null, 'FIRED', 'WAITING']);
    expect(rows[1]?.reserved).toBe(rows[0]?.executedAmount);
    const nothing = idsOf(
      await bracket(ann, { entry: { orderType: 'LIMITED_BUY', amount: '0.1', unitPrice: price(9_900) } }),
    );
    await context.cancel(ann, nothing[0] ?? '');
    expect((await read(nothing)).map(({ endedBy }) => endedBy)).toEqual(['OWNER', 'LINKED', 'LINKED']);
    const remainingIds = idsOf(
      await bracket(ann, { entry: { orderType: 'LIMITED_BUY', amount: '0.1', unitPrice: price(9_900) } }),
    );
    await context.cancel(ann, remainingIds[2] ?? '');
    expect((await read(remainingIds)).map(({ endedBy }) => endedBy)).toEqual([null, 'LINKED', 'OWNER']);
  });

  it('is stopped immediately when the entry was filled on the way past its stop', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    await tradeAt(10_000);
    const ids = idsOf(await bracket(ann));
    await context.limit(cid, 'buy', '0.3', price(9_400));
    await context.limit(ben, 'sell', '0.2', price(9_400));
    await context.waitUntilSettled();
    expect((await read(ids)).map(({ executedAmount }) => executedAmount)).toEqual([
      10_000_000n,
      0n,
      10_000_000n,
    ]);
  });

  it('is refused when its exits are not on the two sides of the entry', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const before = await context.snapshot();
    await expect(bracket(ann, { takeProfit: { unitPrice: price(10_000) } })).rejects.toThrow('BAD_REQUEST');
    await expect(bracket(ann, { stopLoss: { trigger: { price: price(10_000) } } })).rejects.toThrow(
      'BAD_REQUEST',
    );
    await expect(bracket(ann, { takeProfit: { unitPrice: price(13_000) } })).rejects.toThrow(
      'PRICE_OUT_OF_BAND',
    );
    expect(await context.snapshot()).toEqual(before);
  });
});
