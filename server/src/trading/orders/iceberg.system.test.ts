import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrderBody, type OrdersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';
import { readBookState } from '../book/read-book.ts';

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

const PRICE = '10000000000';
const COIN = 100_000_000n;

async function rich(): Promise<Caller> {
  const caller = context.person();
  await Promise.all([context.give(caller, 'TOMAN', '100000000000'), context.give(caller, 'BITCOIN', '10')]);
  return caller;
}

/** Sells one coin, displaying a tenth of it at a time, unless overridden. */
const hiding = (caller: Caller, more: Partial<OrderBody> = {}) =>
  context.place(caller, {
    marketType: 'BITCOIN_TOMAN',
    orderType: 'LIMITED_SELL',
    amount: '1',
    unitPrice: PRICE,
    displayAmount: '0.1',
    ...more,
  });

/** Publicly displayed ask amount at the price, in hundredths of a coin. */
async function readDisplayedAmount(): Promise<bigint> {
  const { levels } = await readBookState(context.db, 'BITCOIN', 'TOMAN');
  return (levels.find(({ side }) => side === 'sell')?.amount ?? 0n) / (COIN / 100n);
}

/** Returns the same amount, from the published changes. */
const sumPublishedChanges = (): bigint =>
  context.changes
    .flatMap(({ levels }) => levels)
    .filter(({ side }) => side === 'sell')
    .reduce((sum, { delta }) => sum + delta, 0n) /
  (COIN / 100n);

describe('an order with a display amount (iceberg)', () => {
  it('displays a slice, blocks the whole amount, and shows the next slice behind the others of its price', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    const large = await hiding(ann);
    expect(large).toMatchObject({
      orderStatus: 'IS_OPEN',
      blocked: '1.00000000',
      displayAmount: '0.10000000',
      shownAmount: '0.10000000',
    });
    const other = await context.limit(ben, 'sell', '0.05', PRICE);
    expect([other.displayAmount, other.shownAmount]).toEqual([null, null]);
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([15n, 15n]);
    await context.limit(cid, 'buy', '0.1', PRICE);
    // The slice is gone, and the other order comes first now, also after a restart.
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([15n, 15n]);
    await context.restart();
    await context.limit(cid, 'buy', '0.04', PRICE);
    expect((await context.read(other.id)).executedAmount).toBe(4_000_000n);
    // More can be bought than is displayed.
    const taker = await context.limit(cid, 'buy', '0.25', PRICE);
    expect(taker.orderStatus).toBe('IS_CLOSED');
    expect(await context.read(large.id)).toMatchObject({
      executedAmount: 34_000_000n,
      reserved: 66_000_000n,
      manner: { slices: { display: 10_000_000n, displayedAmount: 6_000_000n } },
    });
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([6n, 6n]);
    const { rows } = await sql<{ amount: bigint }>`select amount from fills where taker_order = ${taker.id}
      order by number`.execute(context.db);
    expect(rows.map(({ amount }) => amount)).toEqual([1_000_000n, 24_000_000n]);
  });

  it('takes what it meets like any other order, and hides part of the remainder', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await context.limit(ben, 'buy', '0.35', PRICE);
    const large = await hiding(ann, { displayAmount: '0.4' });
    expect(large).toMatchObject({ executedAmount: '0.35000000', shownAmount: '0.40000000' });
    await context.limit(ben, 'buy', '0.4', PRICE);
    // The last slice is the whole remainder.
    expect((await context.read(large.id)).manner.slices).toMatchObject({ displayedAmount: 25_000_000n });
    await context.limit(ben, 'buy', '0.25', PRICE);
    expect(await context.read(large.id)).toMatchObject({ orderStatus: 'IS_CLOSED', reserved: 0n });
    expect(await readDisplayedAmount()).toBe(0n);
  });

  it('keeps its priority when reduced, hidden parts first, and stays hidden when replaced', async () => {
    const [ann, ben] = [await rich(), await rich()];
    const large = await hiding(ann);
    await context.limit(ben, 'buy', '0.03', PRICE);
    expect(await context.replace(ann, large.id, { amount: '0.5' })).toMatchObject({
      id: large.id,
      shownAmount: '0.07000000',
      blocked: '0.47000000',
    });
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([7n, 7n]);
    expect(await context.replace(ann, large.id, { amount: '0.06' })).toMatchObject({
      shownAmount: '0.03000000',
    });
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([3n, 3n]);
    const dearer = await context.replace(ann, large.id, { amount: '1', unitPrice: '10010000000' });
    expect(dearer).toMatchObject({
      replaces: large.id,
      amount: '0.97000000',
      displayAmount: '0.10000000',
      shownAmount: '0.10000000',
    });
    // An order no larger than a slice hides nothing.
    const last = await context.replace(ann, dearer.id, { amount: '0.1', unitPrice: PRICE });
    expect(last).toMatchObject({ displayAmount: null, shownAmount: null });
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([10n, 10n]);
  });

  it('removes its displayed amount from the order book when cancelled, and releases all its blocked money', async () => {
    const [ann, ben] = [await rich(), await rich()];
    const large = await hiding(ann, { postOnly: true, clientOrderId: 'ice' });
    await context.limit(ben, 'buy', '0.12', PRICE);
    expect(await context.cancelOrderByClientId(ann, 'ice')).toMatchObject({
      id: large.id,
      executedAmount: '0.12000000',
      blocked: '0.00000000',
      displayAmount: '0.10000000',
      shownAmount: null,
    });
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([0n, 0n]);
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe(0n);
  });

  it('expires at its time, and gives way to an own order, with its hidden part', async () => {
    const [ann, ben] = [await rich(), await rich()];
    const validUntil = new Date(context.clock.now() + 60_000).toISOString();
    const timed = await hiding(ann, { timeInForce: 'GTD', validUntil });
    const own = await hiding(ben, { unitPrice: '10010000000' });
    context.clock.advance(60_000);
    await context.place(ben, {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'LIMITED_BUY',
      amount: '0.2',
      unitPrice: '10010000000',
      selfTradePrevention: 'OLDEST',
    });
    expect([(await context.read(timed.id)).endedBy, (await context.read(own.id)).endedBy]).toEqual([
      'EXPIRED',
      'SELF_TRADE',
    ]);
    expect([await readDisplayedAmount(), sumPublishedChanges()]).toEqual([0n, 0n]);
  });

  it('is refused when it can not hide a part, or would hide too much', async () => {
    const ann = await rich();
    await context.limit(await rich(), 'buy', '1', '9000000000');
    const before = await context.snapshot();
    for (const [more, code] of [
      [{ timeInForce: 'IOC' }, 'BAD_REQUEST'],
      [{ timeInForce: 'FOK' }, 'BAD_REQUEST'],
      [{ orderType: 'MARKET_SELL' }, 'BAD_REQUEST'],
      [{ trigger: { kind: 'STOP', price: '8500000000' } }, 'BAD_REQUEST'],
      [{ displayAmount: '1' }, 'BAD_REQUEST'],
      [{ displayAmount: '0' }, 'UNACCEPTABLE_AMOUNT'],
      [{ displayAmount: '0.100001' }, 'AMOUNT_NOT_ALLOWED'],
      // The minimum is a hundredth of the order, and the market's minimum.
      [{ displayAmount: '0.00999' }, 'DISPLAY_IS_LOW'],
      [{ amount: '0.0002', displayAmount: '0.00001', unitPrice: '9500000000' }, 'DISPLAY_IS_LOW'],
    ] as [Partial<OrderBody>, string][])
      await expect(hiding(ann, more), JSON.stringify(more)).rejects.toThrow(code);
    expect(await context.snapshot()).toEqual(before);
    expect(await hiding(ann, { displayAmount: '0.01' })).toMatchObject({ shownAmount: '0.01000000' });
  });

  it('concurrent takers, cancels and database failures: nothing is lost or displayed twice', async () => {
    const [ann, ben, cid] = [await rich(), await rich(), await rich()];
    for (let round = 0; round < 4; round += 1) {
      const [one, two] = [
        await hiding(ann, { displayAmount: '0.05' }),
        await hiding(ben, { displayAmount: '0.03' }),
      ];
      const takers = Array.from({ length: 12 }, (_, n) =>
        context.limit(cid, 'buy', (0.01 * (1 + (n % 5))).toFixed(2), PRICE),
      );
      const others = [
        round % 2 === 0 ? context.cancel(ann, one.id) : context.replace(ben, two.id, { amount: '0.9' }),
        context.breakBatch(),
      ];
      await Promise.allSettled([...takers, ...others]);
      await context.restart();
      await context.expectSound();
      expect(await readDisplayedAmount()).toBe(sumPublishedChanges());
      await context.cancelAll(ann);
      await context.cancelAll(ben);
      await context.cancelAll(cid);
    }
  });
});
