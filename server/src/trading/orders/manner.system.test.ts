import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrderBody, type OrdersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';
import { findByClientId } from '../store.ts';

let context: OrdersFixture;
let [ann, ben]: Caller[] = [];

const PRICE = '10000000000';
const HIGHER = '10010000000';
const HIGHEST = '10020000000';
const SELF_TRADES = ['NEWEST', 'OLDEST', 'BOTH'] as const;

beforeAll(async () => {
  context = await createOrdersFixture();
  [ann, ben] = await Promise.all([rich(), rich()]);
});
afterEach(async () => {
  await context.expectSound();
  await context.clear();
  for (const caller of [ann, ben]) await context.cancelAll(caller as Caller);
});
afterAll(() => context.close());

async function rich(): Promise<Caller> {
  const caller = context.person();
  await Promise.all([
    context.give(caller, 'TOMAN', '1000000000000'),
    context.give(caller, 'BITCOIN', '1000'),
  ]);
  return caller;
}
const annDoes = (): Caller => ann as Caller;
const benDoes = (): Caller => ben as Caller;

const order = (
  side: 'BUY' | 'SELL',
  amount: string,
  unitPrice: string,
  more: Partial<OrderBody> = {},
): OrderBody => ({
  marketType: 'BITCOIN_TOMAN',
  orderType: `LIMITED_${side}`,
  amount,
  unitPrice,
  ...more,
});
const market = (side: 'BUY' | 'SELL', amount: string, more: Partial<OrderBody> = {}): OrderBody => ({
  marketType: 'BITCOIN_TOMAN',
  orderType: `MARKET_${side}`,
  amount,
  ...more,
});
const soon = (seconds = 60) => new Date(context.clock.now() + seconds * 1_000).toISOString();

/** Expects this refusal, and that nothing has changed. */
async function expectRefusal(caller: Caller, body: OrderBody, code: string): Promise<void> {
  const before = await context.snapshot();
  await expect(context.place(caller, body)).rejects.toMatchObject({ code });
  expect(await context.snapshot()).toEqual(before);
}
const levelsOf = (side: 'buy' | 'sell') =>
  context.deps.exchange.findMarket('BITCOIN', 'TOMAN')?.book.listLevels(side, 10).length;

describe('an order that trades immediately (IOC)', () => {
  it('takes what is available and cancels the rest', async () => {
    await context.limit(annDoes(), 'sell', '0.1', PRICE);
    const ioc = await context.place(benDoes(), order('BUY', '0.3', PRICE, { timeInForce: 'IOC' }));
    expect(ioc).toMatchObject({
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      executedAmount: '0.10000000',
      endedBy: 'NO_LIQUIDITY',
      timeInForce: 'IOC',
      blocked: '0',
    });
    expect(levelsOf('buy')).toBe(0);
  });

  it('is refused when nothing is available', async () => {
    await context.limit(annDoes(), 'sell', '0.1', HIGHER);
    await expectRefusal(benDoes(), order('BUY', '0.3', PRICE, { timeInForce: 'IOC' }), 'NO_LIQUIDITY');
  });
});

describe('an order of all or nothing (FOK)', () => {
  it('is filled over several prices, or not at all', async () => {
    await context.limit(annDoes(), 'sell', '0.1', PRICE);
    await context.limit(annDoes(), 'sell', '0.1', HIGHER);
    const whole = { timeInForce: 'FOK' } as const;
    await expectRefusal(benDoes(), order('BUY', '0.2', PRICE, whole), 'FOK_NOT_FILLED');
    await expectRefusal(benDoes(), order('BUY', '0.21', HIGHER, whole), 'FOK_NOT_FILLED');
    await expectRefusal(benDoes(), market('BUY', '0.21', whole), 'FOK_NOT_FILLED');
    await expectRefusal(
      benDoes(),
      { marketType: 'BITCOIN_TOMAN', orderType: 'MARKET_BUY', totalPrice: '3000000000', ...whole },
      'FOK_NOT_FILLED',
    );
    const filled = await context.place(benDoes(), order('BUY', '0.2', HIGHER, whole));
    expect(filled).toMatchObject({ orderStatus: 'IS_CLOSED', endedBy: null, timeInForce: 'FOK' });
  });

  it('for a total is filled when the whole total is spent', async () => {
    await context.limit(annDoes(), 'sell', '1', PRICE);
    const filled = await context.place(benDoes(), {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'MARKET_BUY',
      totalPrice: '3000000000',
      timeInForce: 'FOK',
    });
    expect(filled).toMatchObject({ orderStatus: 'IS_CLOSED', executedPercent: 100 });
  });

  it.each(SELF_TRADES)('that meets an own order on its way, %s', async (selfTradePrevention) => {
    await context.limit(annDoes(), 'sell', '0.1', PRICE);
    const own = await context.limit(benDoes(), 'sell', '0.1', HIGHER);
    await context.limit(annDoes(), 'sell', '0.1', HIGHEST);
    const more = { timeInForce: 'FOK', selfTradePrevention } as const;
    await expectRefusal(benDoes(), order('BUY', '0.21', HIGHEST, more), 'FOK_NOT_FILLED');
    // There is enough before the own order.
    expect((await context.place(benDoes(), order('BUY', '0.05', HIGHEST, more))).orderStatus).toBe(
      'IS_CLOSED',
    );
    expect((await context.read(own.id)).orderStatus).toBe('IS_OPEN');
    if (selfTradePrevention !== 'OLDEST') {
      await expectRefusal(benDoes(), order('BUY', '0.1', HIGHEST, more), 'FOK_NOT_FILLED');
      return;
    }
    expect((await context.place(benDoes(), order('BUY', '0.15', HIGHEST, more))).orderStatus).toBe(
      'IS_CLOSED',
    );
    expect(await context.read(own.id)).toMatchObject({ endedBy: 'SELF_TRADE', reserved: 0n });
  });
});

describe('a post-only order', () => {
  it.each(SELF_TRADES)(
    'is refused when it would take, also when it would take an own order, %s',
    async (selfTradePrevention) => {
      const more = { postOnly: true, selfTradePrevention };
      await context.limit(annDoes(), 'sell', '0.1', PRICE);
      await expectRefusal(benDoes(), order('BUY', '0.1', PRICE, more), 'POST_ONLY_WOULD_TAKE');
      await expectRefusal(annDoes(), order('BUY', '0.1', PRICE, more), 'POST_ONLY_WOULD_TAKE');
      expect(await context.place(benDoes(), order('BUY', '0.1', '9990000000', more))).toMatchObject({
        orderStatus: 'IS_OPEN',
        postOnly: true,
        selfTradePrevention,
      });
    },
  );
});

describe('self-trade prevention between orders of one account', () => {
  async function wall(): Promise<string[]> {
    const first = await context.limit(annDoes(), 'sell', '0.1', PRICE);
    const own = await context.limit(benDoes(), 'sell', '0.2', HIGHER);
    const second = await context.limit(benDoes(), 'sell', '0.2', HIGHER);
    await context.limit(annDoes(), 'sell', '0.1', HIGHER);
    return [first, own, second].map(({ id }) => id);
  }
  const statusOf = async (id: string | undefined) => (await context.read(id as string)).orderStatus;

  it('NEWEST: the new order ends at the own one', async () => {
    const [, own] = await wall();
    const takerOrder = await context.place(benDoes(), order('BUY', '0.5', HIGHER));
    expect(takerOrder).toMatchObject({ executedAmount: '0.10000000', endedBy: 'SELF_TRADE' });
    expect(await statusOf(own)).toBe('IS_OPEN');
    await expectRefusal(benDoes(), order('BUY', '0.5', HIGHER), 'SELF_TRADE');
  });

  it('OLDEST: the resting own orders end, and the new order continues and rests', async () => {
    const [, own, second] = await wall();
    const free = await context.balance(benDoes(), 'BITCOIN', 'blocked');
    expect(free).toBe(40_000_000n);
    const takerOrder = await context.place(
      benDoes(),
      order('BUY', '0.5', HIGHER, { selfTradePrevention: 'OLDEST' }),
    );
    expect(takerOrder).toMatchObject({ executedAmount: '0.20000000', endedBy: null, orderStatus: 'IS_OPEN' });
    expect(await context.balance(benDoes(), 'BITCOIN', 'blocked')).toBe(0n);
    for (const id of [own, second]) expect(await statusOf(id)).toBe('FINISHED_WITHOUT_TRANSACTION');
  });

  it('BOTH: the first own order that is met ends, and so does the new one', async () => {
    const [, own, second] = await wall();
    const more = { selfTradePrevention: 'BOTH' } as const;
    const takerOrder = await context.place(benDoes(), order('BUY', '0.5', HIGHER, more));
    expect(takerOrder).toMatchObject({ executedAmount: '0.10000000', endedBy: 'SELF_TRADE' });
    expect(await statusOf(own)).toBe('FINISHED_WITHOUT_TRANSACTION');
    expect(await statusOf(second)).toBe('IS_OPEN');
    const nothing = await context.place(benDoes(), market('BUY', '0.5', more));
    expect(nothing).toMatchObject({
      orderStatus: 'FINISHED_WITHOUT_TRANSACTION',
      executedAmount: '0.00000000',
      endedBy: 'SELF_TRADE',
      unitPrice: '10010000000',
    });
    expect(await statusOf(second)).toBe('FINISHED_WITHOUT_TRANSACTION');
  });

  it('BOTH, for a total: the requested amount is what the total would have bought there', async () => {
    await context.limit(benDoes(), 'sell', '0.2', PRICE);
    const nothing = await context.place(benDoes(), {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'MARKET_BUY',
      totalPrice: '1004000000',
      selfTradePrevention: 'BOTH',
    });
    expect(nothing).toMatchObject({ amount: '0.10000000', executedAmount: '0.00000000', totalPrice: '0' });
  });
});

describe('an order with an expiry time (GTD)', () => {
  it('can be traded until its time, not at it, and ends soon after', async () => {
    const until = soon();
    const more = { timeInForce: 'GTD', validUntil: until } as const;
    const gtd = await context.place(annDoes(), order('SELL', '0.3', PRICE, more));
    expect(gtd).toMatchObject({ timeInForce: 'GTD', validUntil: until, orderStatus: 'IS_OPEN' });
    context.clock.advance(59_000);
    await context.place(benDoes(), order('BUY', '0.1', PRICE));
    expect((await context.read(gtd.id)).executedAmount).toBe(10_000_000n);
    context.clock.advance(1_000);
    await expectRefusal(benDoes(), market('BUY', '0.1'), 'NO_LIQUIDITY');
    await expectRefusal(benDoes(), order('BUY', '0.1', PRICE, { timeInForce: 'FOK' }), 'FOK_NOT_FILLED');
    await context.endInTime();
    expect(await context.read(gtd.id)).toMatchObject({
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      endedBy: 'EXPIRED',
      reserved: 0n,
    });
  });

  it('ends when it is in the way of another order that then rests at a crossing price', async () => {
    const gtd = await context.place(
      annDoes(),
      order('SELL', '0.3', PRICE, { timeInForce: 'GTD', validUntil: soon() }),
    );
    await context.limit(annDoes(), 'sell', '0.1', HIGHEST);
    context.clock.advance(60_000);
    const over = await context.place(benDoes(), order('BUY', '0.1', HIGHER, { postOnly: true }));
    expect(over).toMatchObject({ orderStatus: 'IS_OPEN', executedAmount: '0.00000000' });
    expect(await context.read(gtd.id)).toMatchObject({ endedBy: 'EXPIRED', executedAmount: 0n });
    expect(levelsOf('sell')).toBe(1);
  });

  it('no longer counts as the best price once it has expired', async () => {
    await context.place(
      annDoes(),
      order('SELL', '0.3', '9000000000', { timeInForce: 'GTD', validUntil: soon() }),
    );
    await context.limit(annDoes(), 'sell', '0.1', PRICE);
    context.clock.advance(60_000);
    // 5 % beyond 9 billion would be below the requested price now.
    const bought = await context.place(benDoes(), market('BUY', '0.1'));
    expect(bought).toMatchObject({ unitPrice: PRICE, executedAmount: '0.10000000' });
  });

  it('ends after a restart, too, and only then', async () => {
    const gtd = await context.place(
      annDoes(),
      order('SELL', '0.3', PRICE, { timeInForce: 'GTD', validUntil: soon() }),
    );
    const later = await context.place(
      annDoes(),
      order('SELL', '0.3', PRICE, { timeInForce: 'GTD', validUntil: soon(120) }),
    );
    await context.restart();
    await context.endInTime();
    expect((await context.read(gtd.id)).orderStatus).toBe('IS_OPEN');
    context.clock.advance(60_000);
    await context.endInTime();
    expect((await context.read(gtd.id)).endedBy).toBe('EXPIRED');
    expect((await context.read(later.id)).orderStatus).toBe('IS_OPEN');
  });

  it('needs a time in the future that is not too far away', async () => {
    for (const validUntil of [soon(0), soon(-1), soon(367 * 86_400), 'tomorrow'])
      await expectRefusal(
        annDoes(),
        order('SELL', '0.1', PRICE, { timeInForce: 'GTD', validUntil }),
        'BAD_REQUEST',
      );
  });
});

it.each<[string, Partial<OrderBody>]>([
  ['validUntil', { timeInForce: 'GTD' }],
  ['validUntil', { validUntil: '2999-01-01T00:00:00Z' }],
  ['postOnly', { postOnly: true, timeInForce: 'IOC' }],
  ['postOnly', { postOnly: true, orderType: 'MARKET_SELL' }],
  ['timeInForce', { orderType: 'MARKET_SELL', timeInForce: 'GTC' }],
  ['timeInForce', { orderType: 'MARKET_SELL', timeInForce: 'GTD', validUntil: '2999-01-01T00:00:00Z' }],
])('an order with a combination that is not allowed is refused, naming %s', async (field, more) => {
  await expect(context.place(annDoes(), order('SELL', '0.1', PRICE, more))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    errors: [field],
  });
});

describe('a client order id', () => {
  const createNamedOrder = (clientOrderId: string) => order('SELL', '0.1', PRICE, { clientOrderId });

  it('belongs to one open order at a time, also with concurrent requests', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => context.place(annDoes(), createNamedOrder('a-1'))),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CLIENT_ORDER_ID_IN_USE' });
    // Other people's ids are independent.
    await context.place(benDoes(), createNamedOrder('a-1'));
    await context.restart();
    await expectRefusal(annDoes(), createNamedOrder('a-1'), 'CLIENT_ORDER_ID_IN_USE');
    const cancelledOrder = await context.cancelOrderByClientId(annDoes(), 'a-1');
    expect(cancelledOrder).toMatchObject({ clientOrderId: 'a-1', endedBy: 'OWNER' });
    await expect(context.cancelOrderByClientId(annDoes(), 'a-1')).rejects.toMatchObject({
      code: 'ORDER_IS_CLOSED',
    });
    await expect(context.cancelOrderByClientId(annDoes(), 'a-2')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const again = await context.place(annDoes(), createNamedOrder('a-1'));
    expect(again.id).not.toBe(cancelledOrder.id);
    const find = async () => (await findByClientId(context.db, annDoes().userId, 'a-1'))?.id;
    expect(await find()).toBe(again.id);
    await context.cancel(annDoes(), again.id);
    expect(await find()).toBe(again.id);
  });
});
