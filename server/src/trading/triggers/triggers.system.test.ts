import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';
import { readOrder } from '../orders/read-order.ts';

let context: OrdersFixture;

beforeAll(async () => {
  context = await createOrdersFixture();
});
afterEach(async () => {
  await context.clear();
  await context.expectSound();
});
afterAll(() => context.close());

const TOMAN = 1_000_000n;
const M = 1_000_000n;

async function rich(more: Partial<Caller> = {}): Promise<Caller> {
  const caller = context.person(more);
  await Promise.all([context.give(caller, 'TOMAN', '100000000000'), context.give(caller, 'BITCOIN', '10')]);
  return caller;
}

/** Millions of Toman as text. */
const price = (millions: number) => (BigInt(millions) * M).toString();

/** Trades between two other people at a price. */
async function tradeAt(millions: number, amount = '0.001'): Promise<void> {
  const [maker, taker] = [await rich(), await rich()];
  await context.limit(maker, 'sell', amount, price(millions));
  expect(await context.limit(taker, 'buy', amount, price(millions))).toMatchObject({
    orderStatus: 'IS_CLOSED',
  });
  await context.waitUntilSettled();
}

/** Returns the stop prices of trailing stops, as their owner reads them. */
const trailsAt = (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { userId } = await context.read(id);
      return (await readOrder(context.db, userId, id, {})).baseDTO.trigger?.trailsAt;
    }),
  );
const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await context.read(id)).orderStatus));

describe('a stop order', () => {
  it('blocks what it may need, waits outside the order book, and sells at its price', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const placed = await context.stop(ann, 'sell', '0.1', price(9_500));
    expect(placed).toMatchObject({
      orderType: 'MARKET_SELL',
      orderStatus: 'IS_OPEN',
      blocked: '0.10000000',
      trigger: { kind: 'STOP', by: 'LAST', price: price(9_500), distance: null, triggeredAt: null },
      group: null,
      recurring: null,
    });
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(10_000_000n);
    await context.limit(ben, 'buy', '0.2', price(9_400));
    await tradeAt(9_600);
    expect((await context.read(placed.id)).orderStatus).toBe('IS_OPEN');
    await tradeAt(9_500);
    expect(await context.read(placed.id)).toMatchObject({
      orderStatus: 'IS_CLOSED',
      executedAmount: 10_000_000n,
      unitPrice: 9_400n * M * TOMAN,
      reserved: 0n,
      trigger: { state: 'FIRED' },
    });
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(0n);
  });

  it('with a limit becomes a limit order at that moment, behind the others of its price', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    await tradeAt(10_000);
    const stop = await context.stop(ann, 'buy', '0.1', price(10_500), { unitPrice: price(10_600) });
    expect(stop).toMatchObject({ orderType: 'LIMITED_BUY', blocked: '1064240000' });
    const earlier = await context.limit(ben, 'buy', '0.01', price(10_600));
    await context.limit(cid, 'sell', '0.004', price(10_600));
    await context.waitUntilSettled();
    expect((await context.read(stop.id)).trigger).toMatchObject({ state: 'FIRED' });
    await context.limit(cid, 'sell', '0.01', price(10_600));
    expect([
      (await context.read(earlier.id)).executedAmount,
      (await context.read(stop.id)).executedAmount,
    ]).toEqual([1_000_000n, 400_000n]);
    expect(await context.balance(ann, 'TOMAN', 'blocked')).toBe((await context.read(stop.id)).reserved);
  });

  it('takes the profit when the price goes the other way', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const sale = await context.stop(ann, 'sell', '0.01', '', {
      trigger: { kind: 'TAKE_PROFIT', price: price(10_400) },
    });
    const bargain = await context.stop(ann, 'buy', '0.01', '', {
      unitPrice: price(9_700),
      trigger: { kind: 'TAKE_PROFIT', price: price(9_700) },
    });
    await context.limit(ben, 'buy', '0.01', price(10_000));
    await tradeAt(10_400);
    expect(await statuses([sale.id, bargain.id])).toEqual(['IS_CLOSED', 'IS_OPEN']);
    await context.limit(ben, 'sell', '0.01', price(9_690));
    await tradeAt(9_700);
    expect(await statuses([bargain.id])).toEqual(['IS_CLOSED']);
  });

  it('buys for a total, or for an amount up to a price', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const byTotal = await context.place(ann, {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'MARKET_BUY',
      totalPrice: '10000000',
      trigger: { kind: 'STOP', price: price(10_200) },
    });
    const byAmount = await context.place(ann, {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'MARKET_BUY',
      amount: '0.01',
      unitPrice: price(10_250),
      trigger: { kind: 'STOP', price: price(10_200) },
    });
    expect([byTotal.blocked, byAmount.blocked]).toEqual(['10000000', '102910000']);
    await context.limit(ben, 'sell', '0.005', price(10_210));
    await context.limit(ben, 'sell', '0.005', price(10_260));
    const before = await context.balance(ann, 'TOMAN');
    await tradeAt(10_200);
    const [one, two] = [await context.read(byTotal.id), await context.read(byAmount.id)];
    expect(one).toMatchObject({ orderStatus: 'IS_CLOSED', amount: one.executedAmount });
    expect(one.total <= 10_000_000n * TOMAN && one.total > 9_900_000n * TOMAN).toBe(true);
    // Amounts beyond the named price are not bought.
    expect(two).toMatchObject({ orderStatus: 'FINISHED_WITH_TRANSACTION', endedBy: 'NO_LIQUIDITY' });
    expect(one.executedAmount + two.executedAmount).toBe(500_000n);
    expect(await context.balance(ann, 'TOMAN')).toBe(
      before + 10_000_000n * TOMAN + 102_910_000n * TOMAN - one.total - two.total,
    );
    expect(await context.balance(ann, 'TOMAN', 'blocked')).toBe(0n);
  });

  it('that matches nothing ends, and its blocked money is released', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const { id } = await context.stop(ann, 'sell', '0.1', price(9_900));
    await tradeAt(9_900);
    expect(await context.read(id)).toMatchObject({
      orderStatus: 'FINISHED_WITHOUT_TRANSACTION',
      endedBy: 'NO_LIQUIDITY',
      reserved: 0n,
    });
    expect(await context.balance(ann, 'BITCOIN')).toBe(1_000_000_000n);
  });

  it('does not trade with its owner', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    await context.limit(ann, 'buy', '0.01', price(9_950));
    const { id } = await context.stop(ann, 'sell', '0.1', price(9_960), { unitPrice: price(9_900) });
    await tradeAt(9_960);
    expect(await context.read(id)).toMatchObject({ endedBy: 'SELF_TRADE', reserved: 0n });
  });

  it('is triggered by trades that went past its price within one order', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    await tradeAt(10_000);
    const low = await context.stop(ann, 'sell', '0.01', price(9_950));
    await context.limit(ben, 'sell', '0.001', price(9_900));
    await context.limit(ben, 'sell', '0.001', price(10_100));
    await context.limit(ben, 'buy', '0.01', price(9_800));
    await context.limit(cid, 'buy', '0.002', price(10_100));
    await context.waitUntilSettled();
    expect(context.deps.exchange.findMarket('BITCOIN', 'TOMAN')?.head.lastPrice).toBe(9_800n * M * TOMAN);
    expect(await statuses([low.id])).toEqual(['IS_CLOSED']);
  });
});

describe('triggers by the reference price', () => {
  it('an order is checked once a second, whatever is traded', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await context.limit(ben, 'buy', '1', price(9_000));
    context.settings.references.set('BITCOIN_TOMAN', price(10_000));
    const { id } = await context.stop(ann, 'sell', '0.01', '', {
      trigger: { kind: 'STOP', by: 'REFERENCE', price: price(9_500) },
    });
    await tradeAt(9_400);
    context.beat();
    await context.waitUntilSettled();
    expect(await statuses([id])).toEqual(['IS_OPEN']);
    context.settings.references.set('BITCOIN_TOMAN', price(9_500));
    context.beat();
    await context.waitUntilSettled();
    expect((await context.read(id)).trigger).toMatchObject({ state: 'FIRED', by: 'REFERENCE' });
    context.settings.references.set('BITCOIN_TOMAN', null);
    await expect(
      context.stop(ann, 'sell', '0.01', '', {
        trigger: { kind: 'STOP', by: 'REFERENCE', price: price(9_000) },
      }),
    ).rejects.toThrow('MARKET_IS_NOT_ACTIVE');
    context.settings.references.set('BITCOIN_TOMAN', price(10_000));
  });

  it('a trailing stop remembers the best price it has seen through a restart', async () => {
    const ann = await rich();
    context.settings.references.set('BITCOIN_TOMAN', price(10_000));
    const trailing = { kind: 'TRAILING_STOP', by: 'REFERENCE', distance: price(500) } as const;
    const first = await context.stop(ann, 'sell', '0.01', '', { trigger: trailing });
    expect(first.trigger).toMatchObject({ price: price(9_500), distance: price(500) });
    for (const millions of [10_300, 10_100]) {
      context.settings.references.set('BITCOIN_TOMAN', price(millions));
      context.beat();
      await context.waitUntilSettled();
    }
    const second = await context.stop(ann, 'sell', '0.01', '', { trigger: trailing });
    await context.restart();
    context.settings.references.set('BITCOIN_TOMAN', price(9_800));
    context.beat();
    await context.waitUntilSettled();
    const states = await Promise.all(
      [first.id, second.id].map(async (id) => (await context.read(id)).trigger?.state),
    );
    expect(states).toEqual(['FIRED', 'WAITING']);
    context.settings.references.set('BITCOIN_TOMAN', price(10_000));
  });
});

describe('a trailing stop', () => {
  it('follows trades, and its best price is stored with the trade that changed it', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const { id, trigger } = await context.stop(ann, 'sell', '0.01', '', {
      trigger: { kind: 'TRAILING_STOP', distance: price(200) },
    });
    expect(trigger?.trailsAt).toBe(price(9_800));
    expect(await trailsAt([id])).toEqual([price(9_800)]);
    await tradeAt(10_150);
    await tradeAt(10_300);
    await tradeAt(10_200);
    // One placed now hasn't seen the best price of earlier ones.
    const later = await context.stop(ann, 'sell', '0.01', '', {
      trigger: { kind: 'TRAILING_STOP', distance: price(150) },
    });
    expect(await trailsAt([id, later.id])).toEqual([price(10_100), price(10_050)]);
    await tradeAt(10_250);
    expect(await trailsAt([id, later.id])).toEqual([price(10_100), price(10_100)]);
    await context.cancel(ann, later.id);
    expect(await trailsAt([later.id])).toEqual([null]);
    const { rows } = await sql<{ price: bigint }>`select price from trailing_extremes
      where coin = 'BITCOIN' and quote = 'TOMAN' and by_price = 'LAST' order by sequence`.execute(context.db);
    // The lower one was the best for orders placed after the higher one.
    expect(rows.map(({ price: best }) => best / M / TOMAN)).toEqual([10_300n, 10_250n]);
    await context.restart();
    await context.limit(ben, 'buy', '0.01', price(10_000));
    await tradeAt(10_101);
    expect(await statuses([id])).toEqual(['IS_OPEN']);
    await tradeAt(10_100);
    expect(await statuses([id])).toEqual(['IS_CLOSED']);
  });

  it('of a purchase follows downwards', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const { id } = await context.place(ann, {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'MARKET_BUY',
      totalPrice: '10000000',
      trigger: { kind: 'TRAILING_STOP', distance: price(100) },
    });
    expect(await trailsAt([id])).toEqual([price(10_100)]);
    await tradeAt(9_700);
    expect(await trailsAt([id])).toEqual([price(9_800)]);
    await context.limit(ben, 'sell', '0.01', price(9_850));
    await tradeAt(9_799);
    expect(await statuses([id])).toEqual(['IS_OPEN']);
    await tradeAt(9_800);
    expect(await statuses([id])).toEqual(['IS_CLOSED']);
  });
});

describe('placing a stop order', () => {
  it('is refused when its price is reached, is too far away, or the cost is unlimited', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const before = await context.snapshot();
    const expectRefusal = (more: Partial<Parameters<OrdersFixture['place']>[1]>, code: string) =>
      expect(
        context.place(ann, {
          marketType: 'BITCOIN_TOMAN',
          orderType: 'MARKET_SELL',
          amount: '0.01',
          ...more,
        }),
      ).rejects.toThrow(code);
    const stop = (millions: number) => ({ kind: 'STOP', price: price(millions) }) as const;
    await expectRefusal({ trigger: stop(10_000) }, 'TRIGGER_ALREADY_REACHED');
    await expectRefusal({ trigger: stop(10_100) }, 'TRIGGER_ALREADY_REACHED');
    await expectRefusal({ trigger: { kind: 'TAKE_PROFIT', price: price(9_999) } }, 'TRIGGER_ALREADY_REACHED');
    await expectRefusal(
      { orderType: 'MARKET_BUY', unitPrice: price(9_999), trigger: stop(9_999) },
      'TRIGGER_ALREADY_REACHED',
    );
    await expectRefusal({ trigger: stop(999) }, 'PRICE_OUT_OF_BAND');
    await expectRefusal(
      { orderType: 'LIMITED_SELL', unitPrice: price(7_000), trigger: stop(9_000) },
      'PRICE_OUT_OF_BAND',
    );
    await expectRefusal({ trigger: { kind: 'STOP', price: '9000000000.5' } }, 'AMOUNT_NOT_ALLOWED');
    await expectRefusal({ orderType: 'MARKET_BUY', trigger: stop(10_500) }, 'BAD_REQUEST');
    await expectRefusal({ trigger: { kind: 'STOP' } }, 'BAD_REQUEST');
    await expectRefusal({ trigger: { kind: 'TRAILING_STOP', price: price(9_000) } }, 'BAD_REQUEST');
    await expectRefusal({ trigger: { ...stop(9_000), distance: '5' } }, 'BAD_REQUEST');
    await expectRefusal(
      {
        orderType: 'LIMITED_SELL',
        unitPrice: price(9_000),
        trigger: { kind: 'TRAILING_STOP', distance: price(10) },
      },
      'BAD_REQUEST',
    );
    await expectRefusal({ amount: '11', trigger: stop(9_000) }, 'Not Enough Balance');
    await expectRefusal(
      { orderType: 'LIMITED_BUY', amount: '10', unitPrice: price(10_500), trigger: stop(10_500) },
      'NOT_ENOUGH_BALANCE_TOMAN',
    );
    await expectRefusal({ amount: '0.000001', trigger: stop(9_000) }, 'AMOUNT_NOT_ALLOWED');
    await expectRefusal({ amount: '0.00001', trigger: stop(9_000) }, 'AMOUNT_IS_LOW');
    const unverified = context.person({ authenticationType: 'IDENTIFIED' as Caller['authenticationType'] });
    await expect(
      context.stop(unverified, 'buy', '0.01', price(11_000), { unitPrice: price(11_000) }),
    ).rejects.toThrow('NOT_AUTHORIZED');
    expect(await context.snapshot()).toEqual(before);
  });

  it('returns the first reply when repeated with the same key', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const body = {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'MARKET_SELL',
      amount: '0.01',
      trigger: { kind: 'STOP', price: price(9_000) },
    } as const;
    const first = await context.place(ann, body, 'stop-key-1');
    await context.restart();
    expect(await context.place(ann, body, 'stop-key-1')).toEqual(first);
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(1_000_000n);
  });

  it('counts as an open order', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    await Promise.all(Array.from({ length: 200 }, () => context.stop(ann, 'sell', '0.001', price(9_000))));
    await expect(context.stop(ann, 'sell', '0.001', price(9_000))).rejects.toThrow('TOO_MANY_OPEN_ORDERS');
    expect(await context.cancelAll(ann)).toBe(200);
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(0n);
  });
});

describe('due orders', () => {
  it('are sent in the order of placing, including those that become due by them', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => rich()));
    await tradeAt(10_000);
    const ids: string[] = [];
    // The last order becomes due by the trades of the others.
    for (const [n, caller] of people.entries())
      ids.push(
        (await context.stop(caller, 'sell', '0.01', price(n === 11 ? 9_801 : 9_900 + ((n * 7) % 11)))).id,
      );
    const buyer = await rich();
    for (let n = 0; n < 24; n += 1) await context.limit(buyer, 'buy', '0.005', price(9_820 - n));
    await tradeAt(9_900);
    const { rows } = await sql<{ id: string }>`select o.id from orders o
      where o.id = any (${ids}::uuid[]) order by o.first_fill`.execute(context.db);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  it('wait while their market is paused or closed, and are sent afterwards', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const [one, two] = [
      await context.stop(ann, 'sell', '0.01', price(9_900)),
      await context.stop(ann, 'sell', '0.01', '', {
        trigger: { kind: 'STOP', by: 'REFERENCE', price: price(9_900) },
      }),
    ];
    await context.limit(ben, 'buy', '0.01', price(9_890));
    context.settings.references.set('BITCOIN_TOMAN', price(9_900));
    context.settings.paused.add('MARKET BITCOIN_TOMAN');
    context.beat();
    await context.deps.ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
    expect((await context.read(two.id)).trigger?.state).toBe('DUE');
    expect((await context.read(two.id)).orderStatus).toBe('IS_OPEN');
    await context.restart();
    expect((await context.read(two.id)).orderStatus).toBe('IS_OPEN');
    context.settings.paused.clear();
    context.beat();
    await context.waitUntilSettled();
    // The second one's trade triggers the first, too; there is nothing left to match.
    expect(await statuses([one.id, two.id])).toEqual(['FINISHED_WITHOUT_TRANSACTION', 'IS_CLOSED']);
    context.settings.references.set('BITCOIN_TOMAN', price(10_000));
  });

  it('and their concurrent cancellation: exactly one of them happens', async () => {
    const [ann, ben, cid, dan] = [await rich(), await rich(), await rich(), await rich()];
    const outcomeCounts = { cancelled: 0, sold: 0 };
    for (let round = 0; round < 24; round += 1) {
      await tradeAt(10_000);
      const { id } = await context.stop(ann, 'sell', '0.01', price(9_900));
      await context.limit(ben, 'buy', '0.02', price(9_890));
      await context.limit(cid, 'sell', '0.001', price(9_900));
      const trade = () => context.limit(dan, 'buy', '0.001', price(9_900));
      const cancel = () => context.cancel(ann, id);
      const acts = [() => [trade(), cancel()], () => [cancel(), trade()], () => [trade().then(cancel)]][
        round % 3
      ] as () => Promise<unknown>[];
      const answers = await Promise.allSettled(acts());
      await context.waitUntilSettled();
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason.message).toBe('ORDER_IS_CLOSED');
      const row = await context.read(id);
      const cancelled = row.endedBy === 'OWNER';
      expect(answers.every(({ status }) => status === 'fulfilled')).toBe(cancelled);
      expect(row.orderStatus).toBe(cancelled ? 'FINISHED_WITHOUT_TRANSACTION' : 'IS_CLOSED');
      outcomeCounts[cancelled ? 'cancelled' : 'sold'] += 1;
      for (const one of [ben, cid, dan]) await context.cancelAll(one);
    }
    expect(outcomeCounts.cancelled).toBeGreaterThanOrEqual(8);
    expect(outcomeCounts.cancelled + outcomeCounts.sold).toBe(24);
  });

  it('are not lost with a batch that fails', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const { id } = await context.stop(ann, 'sell', '0.01', price(9_900));
    await context.limit(ben, 'buy', '0.01', price(9_900));
    const cid = await rich();
    const [, broken] = await Promise.allSettled([
      context.limit(cid, 'sell', '0.001', price(9_900)),
      context.breakBatch(),
    ]);
    expect(broken.status).toBe('rejected');
    await context.waitUntilSettled();
    context.beat();
    await context.waitUntilSettled();
    expect(await context.read(id)).toMatchObject({ executedAmount: 900_000n, trigger: { state: 'FIRED' } });
  });
});
