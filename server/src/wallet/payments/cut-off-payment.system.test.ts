/** Payments whose gateway disconnects, or does not reply, during a request. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import { MERCHANT, ZarinpalSimulator } from '../../../test/zarinpal.ts';
import { createZarinpal } from '../../providers/gateways/zarinpal.ts';

const simulator = new ZarinpalSimulator();
let context: WalletFixture;
beforeAll(async () => {
  const baseUrl = await simulator.start();
  context = await createWalletFixture();
  // Without the list of unverified payments, so that the watch's own schedule is tested.
  const { listUnverified: _, ...zarinpal } = createZarinpal({ fetch, merchantId: MERCHANT, baseUrl });
  context.gateways.splice(0, 1, zarinpal);
});
afterEach(async () => {
  simulator.resumeReplies();
  simulator.fault = null;
  await context.expectSoundBooks();
});
afterAll(async () => {
  simulator.stop();
  await context.close();
});

const SECOND = 1_000;
const body = { paymentGateway: 'ZARINPAL', amount: '25000000' };
const begin = async () => {
  const userId = context.person();
  return { userId, ...parseStartedPayment(await context.deposit(userId, body)) };
};
const comeBack = (authority: string, on = context.http) =>
  context.returnFromBank(`${PUBLIC_URL}/api/payments/ZARINPAL/return?Authority=${authority}&Status=OK`, on);

describe('the gateway does not reply when the payment is requested', () => {
  test('the payment and each repeat of its key are reported as being checked, and continue to its page once it replies', async () => {
    simulator.silentAt.add('request');
    const userId = context.person();
    const key = randomUUID();
    const first = await context.deposit(userId, body, key);
    const id = first.json().baseDTO.id;
    expect(first.json()).toMatchObject({
      status: 'OK',
      message: 'Deposit Is Being Checked',
      baseDTO: { id, redirectSite: null },
    });
    // The first request has waited already, so a repeat doesn't.
    context.clock.advance(3 * SECOND);
    const repeats = await Promise.all([
      context.deposit(userId, body, key),
      context.deposit(userId, body, key, context.http2),
    ]);
    expect(repeats.map((answer) => [answer.statusCode, answer.body])).toEqual(
      Array(2).fill([200, first.body]),
    );
    expect(await context.readPayment(id)).toMatchObject({
      state: 'PENDING',
      stage: 'CHECKING',
      redirectSite: null,
    });
    simulator.resumeReplies();
    await expect.poll(() => context.readPayment(id)).toMatchObject({ state: 'PENDING', stage: 'AT_BANK' });
    const { redirectSite } = await context.readPayment(id);
    expect(redirectSite).toMatch(/\/pg\/StartPay\/A/);
    expect((await context.deposit(userId, body, key)).json().baseDTO).toEqual({ id, redirectSite });
  });

  test('and the process dies: a repeat starts again without waiting, and a late reply changes nothing', async () => {
    const dying = { ...(context.gateways[0] as (typeof context.gateways)[0]) };
    const late = Promise.withResolvers<Awaited<ReturnType<typeof dying.request>>>();
    const [living] = context.gateways.splice(0, 1, { ...dying, request: () => late.promise });
    const userId = context.person();
    const key = randomUUID();
    const first = await context.deposit(userId, body, key);
    context.gateways.splice(0, 1, living as typeof dying);
    context.clock.advance(11 * SECOND);
    const again = await context.deposit(userId, body, key);
    expect(again.json().baseDTO.redirectSite).toMatch(/\/pg\/StartPay\/A/);
    expect(await context.readPayment(first.json().baseDTO.id)).toMatchObject({
      state: 'FAILED',
      reason: 'GATEWAY_UNAVAILABLE',
    });
    late.reject(new Error('reset'));
    await new Promise((resolve) => setImmediate(resolve));
    expect((await context.deposit(userId, body, key)).body).toBe(again.body);
  });

  test('and the connection is reset: it fails immediately, and the limit is free', async () => {
    simulator.fault = 'reset';
    const userId = context.person();
    const answer = await context.deposit(userId, body, randomUUID());
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'GATEWAY_UNAVAILABLE']);
    expect((await context.deposit(userId, body)).statusCode).toBe(200);
  });
});

describe('the gateway does not reply when the payer is back', () => {
  test('the payer is shown that the payment is being checked; it is polled within ten seconds and credited once', async () => {
    const { userId, id, authority } = await begin();
    simulator.pay(authority);
    simulator.silentAt.add('verify');
    expect(await comeBack(authority)).toContain(`payment=${id}`);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING', stage: 'CHECKING' });
    // No transaction waits for the gateway.
    const { rows } = await sql`select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(context.db);
    expect(rows).toEqual([]);
    simulator.resumeReplies();
    context.clock.advance(10 * SECOND);
    await Promise.all([
      context.sweep(),
      comeBack(authority),
      comeBack(authority, context.http2),
      context.sweep(),
    ]);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID', stage: null });
    expect(await context.balance(userId)).toBe('25000000');
  });

  test.each(['reset', 'html'] as const)('%s: it is polled again within ten seconds', async (fault) => {
    const { userId, id, authority } = await begin();
    simulator.pay(authority);
    simulator.fault = fault;
    await comeBack(authority);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING', stage: 'CHECKING' });
    context.clock.advance(10 * SECOND);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe('25000000');
  });

  test('for a long time: it is polled at growing intervals', async () => {
    const requests: string[] = [];
    const [real] = context.gateways.splice(0, 1, {
      ...(context.gateways[0] as (typeof context.gateways)[0]),
      async verify(payment) {
        requests.push(payment.authority);
        return { state: 'UNKNOWN', reason: 'timeout' };
      },
    });
    const { authority } = await begin();
    await comeBack(authority);
    const times = () => requests.filter((each) => each === authority).length;
    const inEach: number[] = [];
    for (const step of [2, 20, 200]) {
      const before = times();
      for (let i = 0; i < 30; i += 1) {
        context.clock.advance(step * SECOND);
        await context.jobs.find(({ name }) => name === 'sweep-payments')?.run({});
      }
      inEach.push(times() - before);
    }
    context.gateways.splice(0, 1, real as (typeof context.gateways)[0]);
    for (const each of inEach) {
      expect(each).toBeGreaterThan(1);
      expect(each).toBeLessThan(8);
    }
  });
});
