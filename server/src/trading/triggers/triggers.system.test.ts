import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OrdersFixture, ordersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';
import { readOrder } from '../orders/read-order.ts';

let context: OrdersFixture;

beforeAll(async () => {
  context = await ordersFixture();
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

/** Has somebody buy from somebody at a price. */
async function tradeAt(millions: number, amount = '0.001'): Promise<void> {
  const [maker, taker] = [await rich(), await rich()];
  await context.limit(maker, 'sell', amount, price(millions));
  expect(await context.limit(taker, 'buy', amount, price(millions))).toMatchObject({
    orderStatus: 'IS_CLOSED',
  });
  await context.settled();
}

/** Where trailing stops stand, as their owner reads it. */
const trailsAt = (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { userId } = await context.read(id);
      return (await readOrder(context.db, userId, id, {})).baseDTO.trigger?.trailsAt;
    }),
  );
const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await context.read(id)).orderStatus));

describe('a stop', () => {
  it('blocks what it may need, waits outside the book, and sells at its price', async () => {
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

  it('with a limit becomes a limit order at that moment, and waits behind those of its price', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    await tradeAt(10_000);
    const stop = await context.stop(ann, 'buy', '0.1', price(10_500), { unitPrice: price(10_600) });
    expect(stop).toMatchObject({ orderType: 'LIMITED_BUY', blocked: '1064240000' });
    const earlier = await context.limit(ben, 'buy', '0.01', price(10_600));
    await context.limit(cid, 'sell', '0.004', price(10_600));
    await context.settled();
    expect((await context.read(stop.id)).trigger).toMatchObject({ state: 'FIRED' });
    await context.limit(cid, 'sell', '0.01', price(10_600));
    expect([
      (await context.read(earlier.id)).executedAmount,
      (await context.read(stop.id)).executedAmount,
    ]).toEqual([1_000_000n, 400_000n]);
    expect(await context.balance(ann, 'TOMAN', 'blocked')).toBe((await context.read(stop.id)).reserved);
  });

  it('takes the profit on the other way', async () => {
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
    // What lies beyond the price that it named is left.
    expect(two).toMatchObject({ orderStatus: 'FINISHED_WITH_TRANSACTION', endedBy: 'NO_LIQUIDITY' });
    expect(one.executedAmount + two.executedAmount).toBe(500_000n);
    expect(await context.balance(ann, 'TOMAN')).toBe(
      before + 10_000_000n * TOMAN + 102_910_000n * TOMAN - one.total - two.total,
    );
    expect(await context.balance(ann, 'TOMAN', 'blocked')).toBe(0n);
  });

  it('that finds nobody ends, and what was blocked for it is free', async () => {
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

  it('is found by trades that went past its price within one order', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    await tradeAt(10_000);
    const low = await context.stop(ann, 'sell', '0.01', price(9_950));
    await context.limit(ben, 'sell', '0.001', price(9_900));
    await context.limit(ben, 'sell', '0.001', price(10_100));
    await context.limit(ben, 'buy', '0.01', price(9_800));
    await context.limit(cid, 'buy', '0.002', price(10_100));
    await context.settled();
    expect(context.deps.exchange.market('BITCOIN', 'TOMAN')?.head.lastPrice).toBe(9_800n * M * TOMAN);
    expect(await statuses([low.id])).toEqual(['IS_CLOSED']);
  });
});

describe('by the reference price', () => {
  it('an order is judged once a second, whatever is traded', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await context.limit(ben, 'buy', '1', price(9_000));
    context.given.references.set('BITCOIN_TOMAN', price(10_000));
    const { id } = await context.stop(ann, 'sell', '0.01', '', {
      trigger: { kind: 'STOP', by: 'REFERENCE', price: price(9_500) },
    });
    await tradeAt(9_400);
    context.beat();
    await context.settled();
    expect(await statuses([id])).toEqual(['IS_OPEN']);
    context.given.references.set('BITCOIN_TOMAN', price(9_500));
    context.beat();
    await context.settled();
    expect((await context.read(id)).trigger).toMatchObject({ state: 'FIRED', by: 'REFERENCE' });
    context.given.references.set('BITCOIN_TOMAN', null);
    await expect(
      context.stop(ann, 'sell', '0.01', '', {
        trigger: { kind: 'STOP', by: 'REFERENCE', price: price(9_000) },
      }),
    ).rejects.toThrow('MARKET_IS_NOT_ACTIVE');
    context.given.references.set('BITCOIN_TOMAN', price(10_000));
  });

  it('a trailing stop keeps the best it has seen through a restart', async () => {
    const ann = await rich();
    context.given.references.set('BITCOIN_TOMAN', price(10_000));
    const trailing = { kind: 'TRAILING_STOP', by: 'REFERENCE', distance: price(500) } as const;
    const first = await context.stop(ann, 'sell', '0.01', '', { trigger: trailing });
    expect(first.trigger).toMatchObject({ price: price(9_500), distance: price(500) });
    for (const millions of [10_300, 10_100]) {
      context.given.references.set('BITCOIN_TOMAN', price(millions));
      context.beat();
      await context.settled();
    }
    const second = await context.stop(ann, 'sell', '0.01', '', { trigger: trailing });
    await context.restart();
    context.given.references.set('BITCOIN_TOMAN', price(9_800));
    context.beat();
    await context.settled();
    const states = await Promise.all(
      [first.id, second.id].map(async (id) => (await context.read(id)).trigger?.state),
    );
    expect(states).toEqual(['FIRED', 'WAITING']);
    context.given.references.set('BITCOIN_TOMAN', price(10_000));
  });
});

describe('a trailing stop', () => {
  it('follows trades, and is written down with what moved it', async () => {
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
    // One placed now hasn't seen the best price of those before it.
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
    // The lower one was the best for whoever came after the higher.
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

describe('placing one', () => {
  it('is refused where its price is reached, lies too far off, or what it may cost has no end', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const before = await context.snapshot();
    const refused = (more: Partial<Parameters<OrdersFixture['place']>[1]>, code: string) =>
      expect(
        context.place(ann, {
          marketType: 'BITCOIN_TOMAN',
          orderType: 'MARKET_SELL',
          amount: '0.01',
          ...more,
        }),
      ).rejects.toThrow(code);
    const stop = (millions: number) => ({ kind: 'STOP', price: price(millions) }) as const;
    await refused({ trigger: stop(10_000) }, 'TRIGGER_ALREADY_REACHED');
    await refused({ trigger: stop(10_100) }, 'TRIGGER_ALREADY_REACHED');
    await refused({ trigger: { kind: 'TAKE_PROFIT', price: price(9_999) } }, 'TRIGGER_ALREADY_REACHED');
    await refused(
      { orderType: 'MARKET_BUY', unitPrice: price(9_999), trigger: stop(9_999) },
      'TRIGGER_ALREADY_REACHED',
    );
    await refused({ trigger: stop(999) }, 'PRICE_OUT_OF_BAND');
    await refused(
      { orderType: 'LIMITED_SELL', unitPrice: price(7_000), trigger: stop(9_000) },
      'PRICE_OUT_OF_BAND',
    );
    await refused({ trigger: { kind: 'STOP', price: '9000000000.5' } }, 'AMOUNT_NOT_ALLOWED');
    await refused({ orderType: 'MARKET_BUY', trigger: stop(10_500) }, 'BAD_REQUEST');
    await refused({ trigger: { kind: 'STOP' } }, 'BAD_REQUEST');
    await refused({ trigger: { kind: 'TRAILING_STOP', price: price(9_000) } }, 'BAD_REQUEST');
    await refused({ trigger: { ...stop(9_000), distance: '5' } }, 'BAD_REQUEST');
    await refused(
      {
        orderType: 'LIMITED_SELL',
        unitPrice: price(9_000),
        trigger: { kind: 'TRAILING_STOP', distance: price(10) },
      },
      'BAD_REQUEST',
    );
    await refused({ amount: '11', trigger: stop(9_000) }, 'Not Enough Balance');
    await refused(
      { orderType: 'LIMITED_BUY', amount: '10', unitPrice: price(10_500), trigger: stop(10_500) },
      'NOT_ENOUGH_BALANCE_TOMAN',
    );
    await refused({ amount: '0.000001', trigger: stop(9_000) }, 'AMOUNT_NOT_ALLOWED');
    await refused({ amount: '0.00001', trigger: stop(9_000) }, 'AMOUNT_IS_LOW');
    const unverified = context.person({ authenticationType: 'IDENTIFIED' as Caller['authenticationType'] });
    await expect(
      context.stop(unverified, 'buy', '0.01', price(11_000), { unitPrice: price(11_000) }),
    ).rejects.toThrow('NOT_AUTHORIZED');
    expect(await context.snapshot()).toEqual(before);
  });

  it('answers a repeat with its key as it did before', async () => {
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

describe('what is due', () => {
  it('comes in the order in which it was placed, also what became due by it', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => rich()));
    await tradeAt(10_000);
    const ids: string[] = [];
    // The last becomes due by what the others trade.
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

  it('waits while its market is paused or closed, and comes when that is over', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const [one, two] = [
      await context.stop(ann, 'sell', '0.01', price(9_900)),
      await context.stop(ann, 'sell', '0.01', '', {
        trigger: { kind: 'STOP', by: 'REFERENCE', price: price(9_900) },
      }),
    ];
    await context.limit(ben, 'buy', '0.01', price(9_890));
    context.given.references.set('BITCOIN_TOMAN', price(9_900));
    context.given.paused.add('MARKET BITCOIN_TOMAN');
    context.beat();
    await context.deps.ledger.submit({ accounts: [], decide: () => ({ transfers: [], reply: '' }) });
    expect((await context.read(two.id)).trigger?.state).toBe('DUE');
    expect((await context.read(two.id)).orderStatus).toBe('IS_OPEN');
    await context.restart();
    expect((await context.read(two.id)).orderStatus).toBe('IS_OPEN');
    context.given.paused.clear();
    context.beat();
    await context.settled();
    // By what the second traded, the first has its turn, too; nobody is left for it.
    expect(await statuses([one.id, two.id])).toEqual(['FINISHED_WITHOUT_TRANSACTION', 'IS_CLOSED']);
    context.given.references.set('BITCOIN_TOMAN', price(10_000));
  });

  it('and its cancel at the same moment: one of them has it', async () => {
    const [ann, ben, cid, dan] = [await rich(), await rich(), await rich(), await rich()];
    const found = { cancelled: 0, sold: 0 };
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
      await context.settled();
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason.message).toBe('ORDER_IS_CLOSED');
      const row = await context.read(id);
      const cancelled = row.endedBy === 'OWNER';
      expect(answers.every(({ status }) => status === 'fulfilled')).toBe(cancelled);
      expect(row.orderStatus).toBe(cancelled ? 'FINISHED_WITHOUT_TRANSACTION' : 'IS_CLOSED');
      found[cancelled ? 'cancelled' : 'sold'] += 1;
      for (const one of [ben, cid, dan]) await context.cancelAll(one);
    }
    expect(found.cancelled).toBeGreaterThanOrEqual(8);
    expect(found.cancelled + found.sold).toBe(24);
  });

  it('is not lost with a batch that fails', async () => {
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
    await context.settled();
    context.beat();
    await context.settled();
    expect(await context.read(id)).toMatchObject({ executedAmount: 900_000n, trigger: { state: 'FIRED' } });
  });
});
