import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../../test/orders.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { createCancelAllOrdersJob, enqueueCancelAllOrders } from '../book/cancel-all-orders-job.ts';

let context: OrdersFixture;

beforeAll(async () => {
  context = await createOrdersFixture();
});
afterEach(async () => {
  await context.clear();
  await context.expectSound();
});
afterAll(() => context.close());

const PRICE = '10000000000';

async function rich(): Promise<Caller> {
  const caller = context.person();
  await Promise.all([context.give(caller, 'TOMAN', '100000000000'), context.give(caller, 'BITCOIN', '10')]);
  return caller;
}

describe('cancelOrder', () => {
  it("releases the order's blocked money exactly once", async () => {
    const ann = await rich();
    const { id } = await context.limit(ann, 'buy', '0.1', PRICE);
    expect(await context.cancel(ann, id)).toMatchObject({
      orderStatus: 'FINISHED_WITHOUT_TRANSACTION',
      endedBy: 'OWNER',
      blocked: '0',
    });
    const before = await context.snapshot();
    await expect(context.cancel(ann, id)).rejects.toThrow('ORDER_IS_CLOSED');
    expect(await context.snapshot()).toEqual(before);
  });

  it("responds NOT_FOUND for another person's order", async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    const { id } = await context.limit(ann, 'sell', '0.1', PRICE);
    for (const wrong of [id, newId(), 'nothing', ''])
      await expect(context.cancel(ben, wrong)).rejects.toThrow('NOT_FOUND');
    expect((await context.read(id)).orderStatus).toBe('IS_OPEN');
  });

  it('returns the first reply when repeated with the same key', async () => {
    const ann = await rich();
    const { id } = await context.limit(ann, 'sell', '0.1', PRICE);
    const first = await context.cancel(ann, id, 'cancel-key-1');
    await context.restart();
    expect(await context.cancel(ann, id, 'cancel-key-1')).toEqual(first);
  });

  it('cancelling and filling an order concurrently: exactly one of them succeeds', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    let [cancelled, filled] = [0, 0];
    for (let round = 0; round < 30; round += 1) {
      const { id } = await context.limit(ann, 'sell', '0.01', PRICE);
      const both = [() => context.cancel(ann, id), () => context.limit(ben, 'buy', '0.01', PRICE)];
      if (round % 2 === 1) both.reverse();
      const answers = await Promise.allSettled(both.map((act) => act()));
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason.message).toBe('ORDER_IS_CLOSED');
      const { orderStatus } = await context.read(id);
      if (orderStatus === 'IS_CLOSED') filled += 1;
      else cancelled += 1;
      expect(['IS_CLOSED', 'FINISHED_WITHOUT_TRANSACTION']).toContain(orderStatus);
      await context.cancelAll(ben);
    }
    expect([cancelled, filled]).toEqual([15, 15]);
  });
});

describe('cancelOrders', () => {
  it('cancels the orders of one market, or all, each once', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.give(ann, 'TETHER', '1000');
    for (let n = 0; n < 5; n += 1) await context.limit(ann, 'sell', '0.01', `1000000000${n}`);
    await context.limit(ann, 'sell', '100', '100000', 'TETHER_TOMAN');
    await context.limit(ben, 'buy', '0.002', PRICE);
    await context.limit(ben, 'buy', '0.002', '9999999999');
    expect(await context.cancelAll(ann, 'BITCOIN_TOMAN', 'all-of-one')).toBe(5);
    const sequence = (await context.deps.exchange.findMarket('BITCOIN', 'TOMAN'))?.head.sequence;
    expect(await context.cancelAll(ann, 'BITCOIN_TOMAN', 'all-of-one')).toBe(5);
    expect(context.deps.exchange.findMarket('BITCOIN', 'TOMAN')?.head.sequence).toBe(sequence);
    expect(await Promise.all([context.cancelAll(ann), context.cancelAll(ann)])).toEqual(
      expect.arrayContaining([1, 0]),
    );
    expect(await context.balance(ann, 'TETHER', 'blocked')).toBe(0n);
    expect(context.deps.exchange.findMarket('BITCOIN', 'TOMAN')?.book.size).toBe(1);
    await expect(context.cancelAll(ann, 'GOLD_TOMAN')).rejects.toThrow('BAD_REQUEST');
  });

  it('continues when one command can not cancel them all', async () => {
    const marketer = context.person({ supervisor: true });
    await context.give(marketer, 'BITCOIN', '10');
    await Promise.all(Array.from({ length: 1_200 }, () => context.limit(marketer, 'sell', '0.001', PRICE)));
    expect(await context.cancelAll(marketer)).toBe(1_200);
    expect(await context.balance(marketer, 'BITCOIN', 'blocked')).toBe(0n);
  });

  it('a job cancels all orders of a blocked person, enqueued in the transaction that blocks them', async () => {
    const ann = await rich();
    const { id } = await context.limit(ann, 'sell', '0.01', PRICE);
    await context.db
      .transaction()
      .execute(async (tx) => {
        await enqueueCancelAllOrders(tx, ann.userId);
        throw new Error('undone');
      })
      .catch(() => {});
    const waiting = () =>
      sql<{ payload: { userId: string } }>`select payload from graphile_worker._private_jobs`.execute(
        context.db,
      );
    expect((await waiting()).rows).toEqual([]);
    await context.db.transaction().execute((tx) => enqueueCancelAllOrders(tx, ann.userId));
    const { rows } = await waiting();
    expect(rows).toHaveLength(2);
    const job = createCancelAllOrdersJob(context.deps);
    for (const { payload } of rows) await job.run(payload);
    expect(await context.read(id)).toMatchObject({
      orderStatus: 'FINISHED_WITHOUT_TRANSACTION',
      endedBy: 'EXCHANGE',
    });
  });
});

describe('concurrent requests on one balance', () => {
  it('orders, sales and holds get exactly what the balance covers', async () => {
    const ann = context.person();
    await context.give(ann, 'BITCOIN', '1');
    const acts = Array.from({ length: 200 }, (_, n) => {
      if (n % 3 === 0) return () => context.limit(ann, 'sell', '0.01', PRICE);
      if (n % 3 === 1) return () => context.quickSell(ann, '0.01');
      return () => context.hold(ann, 'BITCOIN', 1_000_000n);
    });
    const answers = await Promise.allSettled(acts.map((act) => act()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason.message).toBe('Not Enough Balance');
    expect(await context.balance(ann, 'BITCOIN')).toBe(0n);
    const sold = (await context.balance(ann, 'TOMAN')) / 99_600_000_000_000n;
    expect(await context.balance(ann, 'BITCOIN', 'blocked')).toBe((100n - sold) * 1_000_000n);
    expect(sold).toBeGreaterThan(20n);
  });

  it('requests with one key place one order', async () => {
    const [ann, ben] = await Promise.all([rich(), rich()]);
    await context.limit(ben, 'sell', '0.004', PRICE);
    const body = {
      marketType: 'BITCOIN_TOMAN',
      orderType: 'LIMITED_BUY',
      amount: '0.01',
      unitPrice: PRICE,
    } as const;
    const first = await Promise.all(
      Array.from({ length: 10 }, () => context.place(ann, body, 'one-key-for-all')),
    );
    await context.restart();
    const again = await Promise.all(
      Array.from({ length: 10 }, () => context.place(ann, body, 'one-key-for-all')),
    );
    expect(new Set([...first, ...again].map((order) => JSON.stringify(order))).size).toBe(1);
    expect(context.deps.exchange.findMarket('BITCOIN', 'TOMAN')?.book.size).toBe(1);
    await expect(context.place(ann, { ...body, amount: '0.02' }, 'one-key-for-all')).rejects.toThrow(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});

describe('the rate limit of an account', () => {
  it('refuses requests beyond the limit and allows them again a second later', async () => {
    const slow = await createOrdersFixture({ pace: 5 });
    const [ann, ben] = [slow.person(), slow.person()];
    await slow.give(ann, 'BITCOIN', '1');
    await slow.give(ben, 'BITCOIN', '1');
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => slow.limit(ann, 'sell', '0.001', PRICE)),
    );
    const refusals = answers.filter((answer) => answer.status === 'rejected');
    expect(refusals).toHaveLength(15);
    expect(refusals[0]?.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retryAfter: 1 } });
    expect((await slow.limit(ben, 'sell', '0.001', PRICE)).orderStatus).toBe('IS_OPEN');
    await expect(slow.cancelAll(ann)).rejects.toThrow('TOO_MANY_REQUESTS');
    slow.clock.advance(1_000);
    expect(await slow.cancelAll(ann)).toBe(5);
    await slow.expectSound();
    await slow.close();
  });
});

describe('a batch that fails', () => {
  it('leaves the order books as in the database, whatever was decided in it', async () => {
    const [ann, ben, cid] = await Promise.all([rich(), rich(), rich()]);
    await context.limit(ann, 'sell', '0.05', PRICE);
    const { id } = await context.limit(ann, 'sell', '0.05', '10000000001');
    const answers = await Promise.allSettled([
      context.limit(ben, 'buy', '0.02', PRICE),
      context.cancel(ann, id),
      context.breakBatch(),
      context.limit(ben, 'buy', '0.05', PRICE),
      context.limit(cid, 'sell', '0.01', PRICE),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    await context.cancelAll(context.person());
    await context.expectSound();
    expect(context.changes.map(({ sequence }) => sequence)).toEqual(
      context.changes.map((_, n) => (context.changes[0]?.sequence ?? 0) + n),
    );
  });

  it('loses no acknowledged order when a connection is cut', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, rich));
    let going = true;
    const acknowledged: string[] = [];
    const load = people.map(async (caller, n) => {
      for (let turn = 0; going; turn += 1) {
        const side = (turn + n) % 2 === 0 ? 'buy' : 'sell';
        const answer = await context
          .limit(caller, side, '0.0001', `1000000000${turn % 5}`)
          .catch((e) => e.message);
        if (typeof answer !== 'string') acknowledged.push(answer.id);
        else if (answer === 'SELF_TRADE') await context.cancelAll(caller).catch(() => 0);
        else expect(answer).toBe('SERVICE_UNAVAILABLE');
      }
    });
    for (let cut = 0; cut < 4; cut += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 50);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'sarraf-ledger' and datname = current_database()`.execute(context.db);
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before);
    going = false;
    await Promise.all(load);
    const { rows } = await sql<{
      count: bigint;
    }>`select count(*) from orders where id = any (${acknowledged})`.execute(context.db);
    expect(rows[0]?.count).toBe(BigInt(acknowledged.length));
  });
});
