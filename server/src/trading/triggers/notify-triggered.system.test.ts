import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReferralFixture, type ReferralFixture } from '../../../test/referral.ts';
import type { Notice } from '../../messaging/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { createTriggerNotifier, notifyTriggered } from './notify-triggered.ts';

let context: ReferralFixture;
let messages: { userId: string | null; notice: Notice }[] = [];
beforeAll(async () => {
  context = await createReferralFixture();
});
afterEach(async () => {
  await context.orders.clear();
  await context.orders.expectSound();
  await notifyTriggered(deps());
  expect(await countUnnotified()).toBe(0);
  messages = [];
});
afterAll(() => context.close());

const deps = () => ({
  db: context.db,
  people: context.identity.people,
  notifyAll: async (_tx: unknown, notices: readonly { to: { userId: string | null }; notice: Notice }[]) => {
    messages.push(...notices.map(({ to, notice }) => ({ userId: to.userId, notice })));
  },
});
async function countUnnotified(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from order_outcomes`.execute(
    context.db,
  );
  return rows[0]?.n ?? 0;
}
async function rich(more: Parameters<ReferralFixture['person']>[0] = {}): Promise<Caller> {
  const person = await context.person(more);
  await context.orders.give(person, 'TOMAN', '100000000000');
  await context.orders.give(person, 'BITCOIN', '10');
  return person;
}
/** Millions of Toman as text. */
const price = (millions: number) => (BigInt(millions) * 1_000_000n).toString();
async function tradeAt(millions: number): Promise<void> {
  const [maker, taker] = [await rich(), await rich()];
  await context.orders.limit(maker, 'sell', '0.001', price(millions));
  await context.orders.limit(taker, 'buy', '0.001', price(millions));
  await context.orders.waitUntilSettled();
}
/** Returns the notices that a person has got so far. */
async function toldOf({ userId }: Caller): Promise<Notice[]> {
  while (await notifyTriggered(deps(), 2));
  return messages.filter((one) => one.userId === userId).map(({ notice }) => notice);
}
const sale = (ann: Caller, more: object = {}) =>
  context.orders.oco(ann, {
    marketType: 'BITCOIN_TOMAN',
    side: 'SELL',
    amount: '0.1',
    limit: { unitPrice: price(10_500) },
    stop: { trigger: { kind: 'STOP', price: price(9_500) } },
    ...more,
  });
const bracket = (ann: Caller) =>
  context.orders.bracket(ann, {
    marketType: 'BITCOIN_TOMAN',
    entry: { orderType: 'LIMITED_BUY', amount: '0.1', unitPrice: price(10_000) },
    takeProfit: { unitPrice: price(10_500) },
    stopLoss: { trigger: { price: price(9_500) } },
  });

describe('notices to the owner of a stop', () => {
  it('are sent once, with the trigger and its outcome, however many jobs run however often', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const { id } = await context.orders.stop(ann, 'sell', '0.1', price(9_500));
    await context.orders.limit(ben, 'buy', '0.2', price(9_400));
    expect(await toldOf(ann)).toEqual([]);
    await tradeAt(9_500);
    // The first job fails to commit; then several run concurrently.
    const failing = { ...deps(), notifyAll: () => Promise.reject(new Error('database away')) };
    await expect(notifyTriggered(failing)).rejects.toThrow('database away');
    expect(await createTriggerNotifier(deps()).waitingSince()).not.toBeNull();
    await Promise.all([notifyTriggered(deps(), 1), notifyTriggered(deps(), 1), notifyTriggered(deps())]);
    expect(await toldOf(ann)).toEqual([
      {
        kind: 'ORDER_TRIGGERED',
        order: id,
        trigger: 'STOP',
        side: 'sell',
        coin: 'BITCOIN',
        quote: 'TOMAN',
        amount: '0.10000000',
        executed: '0.10000000',
        total: '936240000',
        outcome: 'FILLED',
        endedBy: null,
        linked: false,
      },
    ]);
    expect(await toldOf(ben)).toEqual([]);
    expect(await createTriggerNotifier(deps()).waitingSince()).toBeNull();
  });

  it('say whether it matched nothing, a part, or rests, as of that moment, also after a restart', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const none = await context.orders.stop(ann, 'sell', '0.1', price(9_900));
    await tradeAt(9_900);
    const part = await context.orders.stop(ann, 'sell', '0.1', '', {
      trigger: { kind: 'TRAILING_STOP', distance: price(100) },
    });
    const bid = await context.orders.limit(ben, 'buy', '0.03', price(9_750));
    await tradeAt(9_800);
    await context.orders.cancel(ben, bid.id).catch(() => null);
    const rests = await context.orders.stop(ann, 'buy', '0.1', price(10_100), { unitPrice: price(10_150) });
    await tradeAt(10_100);
    await context.orders.restart();
    // Later changes are not part of the notice.
    await context.orders.limit(ben, 'sell', '0.1', price(10_150));
    const about = (await toldOf(ann)).map((notice) =>
      notice.kind === 'ORDER_TRIGGERED'
        ? [notice.order, notice.trigger, notice.outcome, notice.executed, notice.endedBy]
        : notice,
    );
    expect(about).toEqual([
      [none.id, 'STOP', 'NOTHING', '0.00000000', 'NO_LIQUIDITY'],
      [part.id, 'TRAILING_STOP', 'PARTLY', '0.03000000', 'NO_LIQUIDITY'],
      [rests.id, 'STOP', 'WAITS', '0.00000000', null],
    ]);
  });

  it('are not sent when they cancelled it, or to market makers', async () => {
    const [ann, maker] = [await rich(), await rich({ level: 'SUPERVISOR' })];
    await tradeAt(10_000);
    const { id } = await context.orders.stop(ann, 'sell', '0.1', price(9_500));
    await context.orders.stop(maker, 'sell', '0.1', price(9_500));
    await context.orders.cancel(ann, id);
    await tradeAt(9_500);
    expect(await countUnnotified()).toBe(1);
    expect([await toldOf(ann), await toldOf(maker)]).toEqual([[], []]);
  });
});

describe('notices to the owner of a group', () => {
  it('name the order that triggered, and say that the other ended', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const [, stop] = await sale(ann);
    await tradeAt(9_500);
    expect(await toldOf(ann)).toMatchObject([
      { kind: 'ORDER_TRIGGERED', order: stop?.id, outcome: 'NOTHING', linked: true },
    ]);
  });

  it('name a stop that ended because the limit order traded, and nothing that the owner cancelled', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const [, stop] = await sale(ann);
    await context.orders.limit(ben, 'buy', '0.01', price(10_500));
    await context.orders.limit(ben, 'buy', '0.01', price(10_500));
    expect(await toldOf(ann)).toEqual([
      {
        kind: 'ORDER_LINKED',
        order: stop?.id,
        trigger: 'STOP',
        side: 'sell',
        coin: 'BITCOIN',
        quote: 'TOMAN',
        amount: '0.10000000',
      },
    ]);
    for (const n of [0, 1]) await context.orders.cancel(ann, (await sale(ann))[n]?.id ?? '');
    const [entry] = await bracket(ann);
    await context.orders.cancel(ann, entry?.id ?? '');
    expect((await toldOf(ann)).length).toBe(1);
  });

  it("name a bracket's sale that was sent to the order book, and the stop that the sale ends", async () => {
    const [ann, ben] = [await rich(), await rich()];
    await tradeAt(10_000);
    const [, profit, stop] = await bracket(ann);
    await context.orders.limit(ben, 'sell', '0.1', price(10_000));
    await context.orders.waitUntilSettled();
    expect(await toldOf(ann)).toMatchObject([
      { kind: 'ORDER_TRIGGERED', order: profit?.id, trigger: 'ENTRY', outcome: 'WAITS', linked: false },
    ]);
    await context.orders.limit(ben, 'buy', '0.1', price(10_500));
    expect((await toldOf(ann)).slice(1)).toMatchObject([
      { kind: 'ORDER_LINKED', order: stop?.id, trigger: 'STOP' },
    ]);
  });

  it('are sent once for a bracket that ended untraded with its entry, and not by its owner', async () => {
    const ann = await rich();
    await tradeAt(10_000);
    const [entry, , stop] = await bracket(ann);
    // It meets an order of its owner, and gives way.
    await context.orders.place(ann, {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'LIMITED_SELL',
      amount: '0.01',
      unitPrice: price(10_000),
      selfTradePrevention: 'OLDEST',
    });
    expect((await context.orders.read(entry?.id ?? '')).endedBy).toBe('SELF_TRADE');
    expect(await toldOf(ann)).toMatchObject([{ kind: 'ORDER_LINKED', order: stop?.id, trigger: 'STOP' }]);
  });
});
