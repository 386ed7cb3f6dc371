import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReferralFixture, type ReferralFixture } from '../../../test/referral.ts';
import { pollUntil } from '../../../test/waiting.ts';
import type { Notice } from '../../messaging/index.ts';
import type { Caller } from '../../platform/http/http.ts';
import { runFollowers } from '../../platform/jobs/follow.ts';
import { createLog } from '../../platform/log.ts';
import { createFillNotifier, notifyFilledOrders } from './notify-filled.ts';

const PRICE = '10000000000';

let context: ReferralFixture;
let messages: { userId: string | null; notice: Notice }[] = [];
beforeAll(async () => {
  context = await createReferralFixture();
});
afterEach(async () => {
  await context.orders.clear();
  await notifyFilledOrders(deps());
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
const rich = async (more: Parameters<ReferralFixture['person']>[0] = {}) => {
  const person = await context.person(more);
  await context.orders.give(person, 'TOMAN', '1000000000');
  await context.orders.give(person, 'BITCOIN', '1');
  return person;
};
const of = ({ userId }: Caller) =>
  messages.filter((one) => one.userId === userId).map(({ notice }) => notice);

describe('the notice for a resting order that was filled', () => {
  it('is sent once, whatever the number of its fills and of runs of the job', async () => {
    const [ann, ben] = [await rich(), await rich()];
    const { id } = await context.orders.limit(ann, 'sell', '0.03', PRICE);
    for (let i = 0; i < 3; i += 1) {
      await context.orders.limit(ben, 'buy', '0.01', PRICE);
      if (i === 1) await notifyFilledOrders(deps());
    }
    expect(messages).toEqual([]);
    await Promise.all([
      notifyFilledOrders(deps(), 1),
      notifyFilledOrders(deps(), 1),
      notifyFilledOrders(deps()),
    ]);
    await notifyFilledOrders(deps());
    expect(of(ann)).toEqual([
      {
        kind: 'ORDER_FILLED',
        order: id,
        side: 'sell',
        coin: 'BITCOIN',
        quote: 'TOMAN',
        amount: '0.03000000',
        total: '298800000',
      },
    ]);
    // The taker got the reply immediately.
    expect(of(ben)).toEqual([]);
  });

  it('is not sent while a part of the order rests, when it is cancelled, or to market makers', async () => {
    const [ann, maker, ben] = [await rich(), await rich({ level: 'SUPERVISOR' }), await rich()];
    const order = await context.orders.limit(ann, 'sell', '0.02', PRICE);
    await context.orders.limit(ben, 'buy', '0.01', PRICE);
    await notifyFilledOrders(deps());
    await context.orders.cancel(ann, order.id);
    await context.orders.limit(maker, 'sell', '0.01', PRICE);
    await context.orders.limit(ben, 'buy', '0.01', PRICE);
    await notifyFilledOrders(deps());
    expect(messages).toEqual([]);
  });

  it('is sent again when the transaction that sent it did not commit', async () => {
    const [ann, ben] = [await rich(), await rich()];
    await context.orders.limit(ann, 'buy', '0.01', PRICE);
    await context.orders.limit(ben, 'sell', '0.01', PRICE);
    const failing = { ...deps(), notifyAll: () => Promise.reject(new Error('database away')) };
    await expect(notifyFilledOrders(failing)).rejects.toThrow('database away');
    await notifyFilledOrders(deps());
    expect(of(ann)).toMatchObject([{ side: 'buy', amount: '0.01000000', total: '100400000' }]);
  });

  it('is sent soon after, without a manual run of the job', async () => {
    const following = runFollowers([createFillNotifier(deps())], {
      pace: { restAfter: () => 0 },
      mayWork: () => true,
      log: createLog('silent'),
    });
    const [ann, ben] = [await rich(), await rich()];
    await context.orders.limit(ann, 'sell', '0.01', PRICE);
    await context.orders.limit(ben, 'buy', '0.01', PRICE);
    await pollUntil(async () => of(ann).length === 1, 60_000);
    await following.stop();
  });

  it('the job reads only the markets when nothing was filled', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from market_heads h
      left join fills_told t on t.coin = h.coin and t.quote = h.quote
      where h.fill > coalesce(t.fill, 0)`.execute(context.db);
    expect(rows[0]?.n).toBe(0);
  });
});
