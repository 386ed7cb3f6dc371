import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrderBody, type OrdersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';

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
const PRICE = '10000000000';

/** A person with enough of every asset. */
async function rich(more: Partial<Caller> = {}): Promise<Caller> {
  const caller = context.person(more);
  await Promise.all([
    context.give(caller, 'TOMAN', '100000000000'),
    context.give(caller, 'BITCOIN', '10'),
    context.give(caller, 'TETHER', '1000000'),
  ]);
  return caller;
}

describe('a limit order', () => {
  it('rests with its money blocked, is filled in parts at its own price, and pays its fee once', async () => {
    const [ann, ben] = [context.person(), context.person()];
    await context.give(ann, 'TOMAN', '1004000000');
    await context.give(ben, 'BITCOIN', '1');
    const placed = await context.limit(ann, 'buy', '0.1', PRICE);
    expect(placed).toMatchObject({
      orderType: 'LIMITED_BUY',
      orderStatus: 'IS_OPEN',
      amount: '0.10000000',
      executedAmount: '0.00000000',
      wholePrice: '1000000000',
      blocked: '1004000000',
      wage: '0',
      endedBy: null,
    });
    expect(await context.balance(ann, 'TOMAN')).toBe(0n);
    const sold = await context.limit(ben, 'sell', '0.04', '9900000000');
    expect(sold).toMatchObject({
      orderStatus: 'IS_CLOSED',
      executedPrice: '400000000',
      wage: '1600000',
      totalPrice: '398400000',
      blocked: '0.00000000',
    });
    expect(await context.balance(ann, 'BITCOIN')).toBe(4_000_000n);
    expect(await context.balance(ann, 'TOMAN', 'blocked')).toBe(602_400_000n * TOMAN);
    const cancelled = await context.cancel(ann, placed.id);
    expect(cancelled).toMatchObject({
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      endedBy: 'OWNER',
      executedPercent: 40,
      totalPrice: '401600000',
    });
    expect(await context.balance(ann, 'TOMAN')).toBe(602_400_000n * TOMAN);
  });

  it('takes the best price first and the earlier of equal orders, and rests with the remainder', async () => {
    const [ann, ben, cid, dan] = await Promise.all([rich(), rich(), rich(), rich()]);
    const late = await context.limit(ann, 'sell', '0.01', '10000000002');
    const first = await context.limit(ben, 'sell', '0.02', '10000000001');
    const second = await context.limit(cid, 'sell', '0.02', '10000000001');
    const takerOrder = await context.limit(dan, 'buy', '0.03', '10000000001');
    expect(takerOrder).toMatchObject({ orderStatus: 'IS_CLOSED', executedPrice: '300000000.03' });
    const state = async (id: string) => (await context.read(id)).executedAmount;
    expect([await state(first.id), await state(second.id), await state(late.id)]).toEqual([
      2_000_000n,
      1_000_000n,
      0n,
    ]);
    const more = await context.limit(dan, 'buy', '0.05', '10000000001');
    expect(more).toMatchObject({ orderStatus: 'IS_OPEN', executedPercent: 20 });
    // The remainder is blocked at the limit; the saving on the traded part was never blocked again.
    expect(more.blocked).toBe('401600000.04016');
  });

  it("trades at the maker's price, also when its own is better", async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ann, 'sell', '0.01', '9500000000');
    const bought = await context.limit(ben, 'buy', '0.01', '10500000000');
    expect(bought).toMatchObject({
      orderStatus: 'IS_CLOSED',
      unitPrice: '10500000000',
      executedPrice: '95000000',
      totalPrice: '95380000',
    });
    expect(await context.balance(ben, 'TOMAN')).toBe((100_000_000_000n - 95_380_000n) * TOMAN);
  });

  it('gets the rounding remainders of its blocked money back once it is filled', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    const tetherBefore = await context.balance(ann, 'TETHER');
    const waits = await context.limit(ann, 'buy', '0.0101', '100000.01', 'BITCOIN_TETHER');
    // Each part is worth 101.0000101 Tether, which is truncated to six digits; the whole is worth 1,010.000101.
    for (let part = 0; part < 10; part += 1)
      await context.limit(ben, 'sell', '0.00101', '100000.01', 'BITCOIN_TETHER');
    const filled = await context.read(waits.id);
    expect(filled).toMatchObject({ orderStatus: 'IS_CLOSED', notional: 1_010_000_100n, reserved: 0n });
    expect(await context.balance(ann, 'TETHER', 'blocked')).toBe(0n);
    expect(await context.balance(ann, 'TETHER')).toBe(tetherBefore - filled.notional - filled.fee);
  });

  it('pays the inviters of both sides a share of the fees', async () => {
    const [host, guide] = [context.person(), context.person()];
    const [ann, ben] = await Promise.all([
      rich({ inviterId: host.userId }),
      rich({ inviterId: guide.userId }),
    ]);
    await context.limit(ann, 'buy', '0.01', PRICE);
    await context.restart();
    await context.limit(ben, 'sell', '0.01', PRICE);
    // 0.4 % of 100,000,000, and 30 % of it.
    expect(await context.balance(host, 'TOMAN')).toBe(120_000n * TOMAN);
    expect(await context.balance(guide, 'TOMAN')).toBe(120_000n * TOMAN);
  });

  it('pays the fee of the level it was placed with', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    const getFeeRate = context.deps.getFeeRate;
    await context.limit(ann, 'buy', '0.02', PRICE);
    context.deps.getFeeRate = () => 1_000n;
    const sold = await context.limit(ben, 'sell', '0.02', PRICE);
    context.deps.getFeeRate = getFeeRate;
    expect(sold.wage).toBe('200000');
    expect(await context.balance(ann, 'TOMAN')).toBe((100_000_000_000n - 200_800_000n) * TOMAN);
  });

  it('a person whose profile change is in review may sell, but not buy', async () => {
    const ann = await rich({ authenticationType: 'INFORMATION_CHANGED_PENDING' });
    await expect(context.limit(ann, 'buy', '0.01', PRICE)).rejects.toThrow('NOT_AUTHORIZED');
    expect((await context.limit(ann, 'sell', '0.01', PRICE)).orderStatus).toBe('IS_OPEN');
  });
});

describe('an order that would trade against an order of the same person', () => {
  it('is refused when that order is the first it meets', async () => {
    const ann = await rich();
    await context.limit(ann, 'sell', '0.01', PRICE);
    const before = await context.snapshot();
    await expect(context.limit(ann, 'buy', '0.01', PRICE)).rejects.toThrow('SELF_TRADE');
    expect(await context.snapshot()).toEqual(before);
  });

  it('cancels the rest of an order that would trade against an order of the same person', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ben, 'sell', '0.01', '9999999999');
    const own = await context.limit(ann, 'sell', '0.01', PRICE);
    const bought = await context.limit(ann, 'buy', '0.03', PRICE);
    expect(bought).toMatchObject({
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      endedBy: 'SELF_TRADE',
      executedAmount: '0.01000000',
      blocked: '0',
    });
    expect((await context.read(own.id)).orderStatus).toBe('IS_OPEN');
  });
});

describe('a market order', () => {
  const market = (caller: Caller, orderType: 'MARKET_BUY' | 'MARKET_SELL', more: object) =>
    context.place(caller, { marketType: 'BITCOIN_TOMAN', orderType, ...more });

  it('takes up to 5 % beyond the best price; the rest is cancelled', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ann, 'sell', '0.01', PRICE);
    await context.limit(ann, 'sell', '0.01', '10500000000');
    await context.limit(ann, 'sell', '0.01', '10500000001');
    const bought = await market(ben, 'MARKET_BUY', { amount: '0.03' });
    expect(bought).toMatchObject({
      orderStatus: 'FINISHED_WITH_TRANSACTION',
      endedBy: 'NO_LIQUIDITY',
      amount: '0.03000000',
      executedAmount: '0.02000000',
      unitPrice: '10250000000',
      blocked: '0',
    });
    const all = await market(ben, 'MARKET_BUY', { amount: '0.01', unitPrice: '11000000000' });
    expect(all).toMatchObject({ orderStatus: 'IS_CLOSED', endedBy: null, unitPrice: '10500000001' });
  });

  it('may name the worst price that it accepts', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ann, 'buy', '0.01', PRICE);
    await context.limit(ann, 'buy', '0.01', '9999999999');
    const sold = await market(ben, 'MARKET_SELL', { amount: '0.02', unitPrice: PRICE });
    expect(sold).toMatchObject({ executedAmount: '0.01000000', endedBy: 'NO_LIQUIDITY' });
  });

  it('buys for a total and never spends more', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ann, 'sell', '0.004', '9999999999');
    await context.limit(ann, 'sell', '5', PRICE);
    const bought = await market(ben, 'MARKET_BUY', { totalPrice: '1000000000' });
    // 0.00001 BTC is worth 100,000 Toman: one more lot would cost more than the total.
    expect(bought).toMatchObject({
      orderStatus: 'IS_CLOSED',
      endedBy: null,
      amount: bought.executedAmount,
      executedPercent: 100,
      executedAmount: '0.09960000',
      totalPrice: '999983999.995984',
    });
  });

  it('is refused when the other side is empty, and changes nothing', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ann, 'sell', '0.01', PRICE);
    const before = await context.snapshot();
    const cases = [
      [ben, 'MARKET_SELL', { amount: '0.01' }, 'NO_LIQUIDITY'],
      [ben, 'MARKET_BUY', { amount: '0.01', unitPrice: '9999999999' }, 'NO_LIQUIDITY'],
      [ben, 'MARKET_BUY', {}, 'UNACCEPTABLE_AMOUNT'],
      [ben, 'MARKET_BUY', { totalPrice: '99999' }, 'AMOUNT_IS_LOW'],
      [ben, 'MARKET_BUY', { totalPrice: '999999999999999999' }, 'AMOUNT_IS_HIGH'],
      [ben, 'MARKET_BUY', { amount: '0.000001' }, 'AMOUNT_NOT_ALLOWED'],
      [ben, 'MARKET_BUY', { amount: '0.01', unitPrice: '12000000001' }, 'PRICE_OUT_OF_BAND'],
      [ben, 'MARKET_SELL', { amount: '11' }, 'Not Enough Balance'],
      [ann, 'MARKET_BUY', { amount: '0.01' }, 'SELF_TRADE'],
    ] as const;
    for (const [caller, orderType, more, code] of cases)
      await expect(market(caller, orderType, more)).rejects.toThrow(code);
    expect(await context.snapshot()).toEqual(before);
  });

  it('is refused when the match costs more than the balance', async () => {
    const [ann, ben] = [await rich(), context.person()];
    await context.give(ben, 'TOMAN', '100399999');
    await context.limit(ann, 'sell', '0.01', PRICE);
    await expect(market(ben, 'MARKET_BUY', { amount: '0.01' })).rejects.toThrow('NOT_ENOUGH_BALANCE_TOMAN');
    await context.give(ben, 'TOMAN', '1');
    expect((await market(ben, 'MARKET_BUY', { amount: '0.01' })).orderStatus).toBe('IS_CLOSED');
    expect(await context.balance(ben, 'TOMAN')).toBe(0n);
  });
});

describe('placeOrder with invalid input', () => {
  const base = {
    marketType: 'BITCOIN_TOMAN',
    orderType: 'LIMITED_BUY',
    amount: '0.01',
    unitPrice: PRICE,
  } as const;

  it.each([
    ['an unknown market', { marketType: 'GOLD_TOMAN' }, 'BAD_REQUEST'],
    ['a market against itself', { marketType: 'TETHER_TETHER' }, 'BAD_REQUEST'],
    ['a market without any price', { marketType: 'EOS_TOMAN', amount: '1' }, 'MARKET_IS_NOT_ACTIVE'],
    ['no price', { unitPrice: undefined }, 'BAD_REQUEST'],
    ['a price of zero', { unitPrice: '0' }, 'BAD_REQUEST'],
    ['a negative price', { unitPrice: '-5' }, 'BAD_REQUEST'],
    ['a price off the tick', { unitPrice: '10000000000.5' }, 'AMOUNT_NOT_ALLOWED'],
    ['no amount', { amount: undefined }, 'UNACCEPTABLE_AMOUNT'],
    ['an amount of zero', { amount: '0' }, 'UNACCEPTABLE_AMOUNT'],
    ['an invalid amount', { amount: '1e-2' }, 'UNACCEPTABLE_AMOUNT'],
    ['an amount finer than a coin', { amount: '0.000000001' }, 'UNACCEPTABLE_AMOUNT'],
    ['an amount off the lot', { amount: '0.010001' }, 'AMOUNT_NOT_ALLOWED'],
    ['a value below the minimum', { amount: '0.00001', unitPrice: '9999999999' }, 'AMOUNT_IS_LOW'],
    ['an amount above the maximum', { amount: '1001' }, 'AMOUNT_IS_HIGH'],
    ['an order above the balance', { amount: '10' }, 'NOT_ENOUGH_BALANCE_TOMAN'],
    ['a sale above the balance', { orderType: 'LIMITED_SELL', amount: '11' }, 'Not Enough Balance'],
    ['a price above the band', { unitPrice: '12000000001' }, 'PRICE_OUT_OF_BAND'],
    ['a price below the band', { unitPrice: '7999999999' }, 'PRICE_OUT_OF_BAND'],
  ] as const)('%s is refused and changes nothing', async (_name, more, code) => {
    const ann = await rich();
    const before = await context.snapshot();
    await expect(context.place(ann, { ...base, ...more } as OrderBody)).rejects.toMatchObject({ code });
    expect(await context.snapshot()).toEqual(before);
    expect(context.changes).toEqual([]);
  });

  it('names the price band in its refusal', async () => {
    const ann = await rich();
    await expect(context.place(ann, { ...base, unitPrice: '1' })).rejects.toMatchObject({
      code: 'AMOUNT_IS_LOW',
    });
    await expect(context.place(ann, { ...base, amount: '1', unitPrice: '7000000000' })).rejects.toMatchObject(
      {
        data: { low: '8000000000', high: '12000000000' },
      },
    );
  });

  it('validates against the last price when there is no reference, and is refused without either', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ann, 'buy', '0.01', '11000000000');
    await context.limit(ben, 'sell', '0.01', '11000000000');
    context.settings.references.set('BITCOIN_TOMAN', null);
    await expect(context.limit(ann, 'buy', '0.01', '8799999999')).rejects.toThrow('PRICE_OUT_OF_BAND');
    await context.limit(ann, 'buy', '0.01', '8800000000');
    await expect(context.limit(ann, 'buy', '10', '1000000', 'ETHEREUM_TOMAN')).rejects.toThrow(
      'MARKET_IS_NOT_ACTIVE',
    );
    context.settings.references.set('BITCOIN_TOMAN', PRICE);
  });
});

describe('rules on placing orders', () => {
  it('orders can be cancelled, but not placed, outside trading hours', async () => {
    const ann = await rich();
    const { id } = await context.limit(ann, 'sell', '0.01', PRICE);
    context.settings.opensAt = new Date('2026-12-01T06:30:00Z');
    await expect(context.limit(ann, 'sell', '0.01', PRICE)).rejects.toMatchObject({
      code: 'TRADING_CLOSED',
      data: { opensAt: '2026-12-01T06:30:00.000Z' },
    });
    context.settings.terms.set('BITCOIN_TOMAN', null);
    expect((await context.cancel(ann, id)).orderStatus).toBe('FINISHED_WITHOUT_TRANSACTION');
  });

  it.each([
    ['MARKET', 'BITCOIN_TETHER'],
    ['COIN', 'BITCOIN'],
    ['COIN', 'TETHER'],
  ])('%s %s: a pause closes its markets alone, and orders can still be cancelled', async (scope, name) => {
    const ann = await rich();
    const { id } = await context.limit(ann, 'sell', '0.01', '100000', 'BITCOIN_TETHER');
    context.settings.paused.add(`${scope} ${name}`);
    const again = () => context.limit(ann, 'sell', '0.01', '100000', 'BITCOIN_TETHER');
    await expect(again()).rejects.toMatchObject({ code: 'PAUSED', data: { scope, name } });
    await context.limit(ann, 'buy', '100', '20000', 'DOGE_COIN_TOMAN');
    expect((await context.cancel(ann, id)).orderStatus).toBe('FINISHED_WITHOUT_TRANSACTION');
    context.settings.paused.clear();
    await again();
  });

  it('the Tether purchase limit counts the full requested amount, and the open orders', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    context.settings.rules = { ...context.settings.rules, stablecoinPerYear: 100n * TOMAN };
    const buy = (amount: string) => context.limit(ann, 'buy', amount, '100000', 'TETHER_TOMAN');
    const first = await buy('60');
    await expect(buy('40.01')).rejects.toMatchObject({ code: 'STABLECOIN_LIMIT', data: { left: '40.00' } });
    await context.limit(ben, 'sell', '10', '100000', 'TETHER_TOMAN');
    await expect(buy('40.01')).rejects.toThrow('STABLECOIN_LIMIT');
    await context.cancel(ann, first.id);
    await expect(buy('90.01')).rejects.toMatchObject({ data: { left: '90.00' } });
    const both = await Promise.allSettled([buy('60'), buy('60')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('the Tether holding limit counts everything that open orders may bring', async () => {
    const ann = context.person();
    await context.give(ann, 'TOMAN', '100000000');
    await context.give(ann, 'BITCOIN', '1');
    context.settings.rules = { ...context.settings.rules, stablecoinHolding: 200n * TOMAN };
    await context.limit(ann, 'buy', '50', '100000', 'TETHER_TOMAN');
    await context.limit(ann, 'sell', '0.001', '100000', 'BITCOIN_TETHER');
    await expect(context.limit(ann, 'buy', '50.01', '100000', 'TETHER_TOMAN')).rejects.toMatchObject({
      code: 'STABLECOIN_LIMIT',
      data: { left: '50.00' },
    });
    await context.limit(ann, 'buy', '50', '100000', 'TETHER_TOMAN');
  });

  it('the number of open orders is limited', async () => {
    const ann = await rich();
    const orders = await Promise.all(
      Array.from({ length: 200 }, () => context.limit(ann, 'sell', '0.0001', PRICE)),
    );
    await expect(context.limit(ann, 'sell', '0.0001', PRICE)).rejects.toMatchObject({
      code: 'TOO_MANY_OPEN_ORDERS',
      data: { most: 200 },
    });
    await context.cancel(ann, orders[0]?.id ?? '');
    await context.limit(ann, 'sell', '0.0001', PRICE);
    const marketer = await rich({ supervisor: true });
    await Promise.all(Array.from({ length: 210 }, () => context.limit(marketer, 'sell', '0.0001', PRICE)));
  });
});

describe('the increments of a market', () => {
  it('may become finer or coarser while orders rest', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    context.settings.terms.set('BITCOIN_TOMAN', { tick: 1_000n * TOMAN, lot: 10_000n });
    const coarse = await context.limit(ann, 'sell', '0.01', '10000001000');
    await context.limit(ann, 'sell', '0.01', '10000002000');
    context.settings.terms.set('BITCOIN_TOMAN', { tick: TOMAN / 2n, lot: 1_000n });
    await context.limit(ben, 'sell', '0.00011', '10000000999.5');
    await context.expectSound();
    context.settings.terms.set('BITCOIN_TOMAN', { tick: 3_000n * TOMAN, lot: 10_000n });
    const bought = await context
      .limit(ben, 'buy', '0.01', '10000001000')
      .catch((error: Error) => error.message);
    expect(bought).toBe('AMOUNT_NOT_ALLOWED');
    await context.expectSound();
    const cid = await rich();
    const takerOrder = await context.limit(cid, 'buy', '0.01', '10000005000');
    expect(takerOrder).toMatchObject({ orderStatus: 'IS_CLOSED' });
    expect((await context.read(coarse.id)).executedAmount).toBe(989_000n);
  });
});
