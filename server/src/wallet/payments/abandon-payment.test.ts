/** Payments that were left at the bank: their hold on the limit, resuming them, and abandoning them. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import type { PaymentGateway } from '../ports.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WHOLE_DAY = '25000000';

let context: WalletFixture;
beforeAll(async () => {
  context = await createWalletFixture();
});
afterEach(async () => {
  context.gateways.splice(0, 10, context.bank);
  await context.expectSoundBooks();
});
afterAll(() => context.close());

const begin = async (amount = WHOLE_DAY) => {
  const userId = context.person();
  return { userId, ...parseStartedPayment(await context.deposit(userId, { amount })) };
};
const terms = async (userId: string) =>
  (await context.call('GET', '/wallets/toman-terms', userId)).body.baseDTO;
const drop = (userId: string, id: string) => context.call('POST', `/payments/${id}/drop`, userId);
const again = async (userId: string) => (await context.deposit(userId, { amount: WHOLE_DAY })).json().message;
const comeBack = (authority: string, status = 'OK', on = context.http) =>
  context.returnFromBank(
    `${PUBLIC_URL}/api/payments/SANDBOX/return?Authority=${authority}&Status=${status}`,
    on,
  );
const OK = 'Deposit Request Created Successfully';

/** The bank's page was closed there, and the browser did not return. */
const endAtBank = (authority: string) => context.bank.decidePayment(authority, 'CANCEL');

test('an unpaid payment shows the amount it holds, its payment page, and when the limit is released', async () => {
  const { userId, id, authority } = await begin();
  const { leftToday, open } = await terms(userId);
  expect(leftToday).toBe('0');
  expect(open).toEqual([
    expect.objectContaining({
      id,
      amount: WHOLE_DAY,
      state: 'PENDING',
      stage: 'AT_BANK',
      redirectSite: `${PUBLIC_URL}/sandbox/bank/${authority}`,
      releasedAtDateTime: new Date(Date.parse(open[0].createdAtDateTime) + 30 * MINUTE).toISOString(),
    }),
  ]);
  await context.returnFromBank(await context.decideAtBank(authority));
  expect((await terms(userId)).open).toEqual([]);
  expect((await terms(context.person())).open).toEqual([]);
});

test('an unpaid payment releases the limit exactly at the stated time', async () => {
  const { userId } = await begin();
  context.clock.advance(30 * MINUTE - 1_000);
  await context.sweep();
  expect(await again(userId)).toBe('DAILY_LIMIT');
  context.clock.advance(1_000);
  await context.sweep();
  expect(await again(userId)).toBe(OK);
});

test('an unpaid payment is released long before when the bank reports that it is over', async () => {
  const { userId, id, authority } = await begin();
  await endAtBank(authority);
  context.clock.advance(2 * MINUTE + 1);
  await context.sweep();
  expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'CANCELLED' });
  expect(await again(userId)).toBe(OK);
});

describe('an abandoned payment', () => {
  test('that is over at the bank is released immediately', async () => {
    const { userId, id, authority } = await begin();
    await endAtBank(authority);
    expect(await drop(userId, id)).toMatchObject({
      status: 200,
      body: { baseDTO: { state: 'FAILED', reason: 'CANCELLED', stage: null, releasedAtDateTime: null } },
    });
    expect(await again(userId)).toBe(OK);
  });

  test('that is still open at the bank holds its amount until the stated time, and can be resumed', async () => {
    const { userId, id } = await begin();
    const { body } = await drop(userId, id);
    expect(body.baseDTO).toMatchObject({ state: 'PENDING', stage: 'DROPPED' });
    expect(body.baseDTO.redirectSite).toContain('/sandbox/bank/');
    expect(await again(userId)).toBe('DAILY_LIMIT');
    context.clock.advance(Date.parse(body.baseDTO.releasedAtDateTime) - context.clock.now());
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'CANCELLED' });
    expect(await again(userId)).toBe(OK);
  });

  test('that the bank ends a moment later is released within seconds', async () => {
    const { userId, id, authority } = await begin();
    await drop(userId, id);
    await endAtBank(authority);
    context.clock.advance(10_000);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'CANCELLED' });
  });

  test('credits an abandoned payment that the payer still pays before it expires', async () => {
    const { userId, id, authority } = await begin();
    await drop(userId, id);
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe(WHOLE_DAY);
  });

  test('that was paid before is credited, and the reply says so', async () => {
    const { userId, id, authority } = await begin();
    await context.decideAtBank(authority);
    expect((await drop(userId, id)).body.baseDTO).toMatchObject({ state: 'PAID', stage: null });
    expect((await drop(userId, id)).body.baseDTO).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe(WHOLE_DAY);
  });

  test('that is paid concurrently, on two servers, is credited once', async () => {
    const { userId, id, authority } = await begin();
    const back = await context.decideAtBank(authority);
    await Promise.all([
      drop(userId, id),
      context.returnFromBank(back, context.http2),
      comeBack(authority, 'NOK', context.http2),
      drop(userId, id),
      context.sweep(),
    ]);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe(WHOLE_DAY);
  });

  test('that the bank reported as unpaid a moment before it was paid is credited', async () => {
    const { userId, id, authority } = await begin();
    const gate = Promise.withResolvers<void>();
    const verify: PaymentGateway['verify'] = async (payment) => {
      const answer = await context.bank.verify(payment);
      if (answer.state === 'FAILED') await gate.promise;
      return answer;
    };
    context.gateways.splice(0, 1, { ...context.bank, verify });
    const dropping = drop(userId, id);
    await expect.poll(async () => (await context.readPayment(id)).stage).toBe('DROPPED');
    await context.returnFromBank(await context.decideAtBank(authority), context.http2);
    gate.resolve();
    await dropping;
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe(WHOLE_DAY);
  });

  // The bank ended it, our row is closed, and then the bank reports it as paid.
  describe('a bank that reports an ended payment as paid', () => {
    const takenBack = async () => {
      const payment = await begin();
      let isPaid = false;
      const verify: PaymentGateway['verify'] = async (request) => {
        if (request.authority !== payment.authority || isPaid) return context.bank.verify(request);
        return { state: 'FAILED', reason: 'NOT_PAID', over: true };
      };
      context.gateways.splice(0, 1, { ...context.bank, verify });
      await drop(payment.userId, payment.id);
      expect(await context.readPayment(payment.id)).toMatchObject({ state: 'FAILED' });
      return {
        ...payment,
        pay: async () => {
          isPaid = true;
          await context.returnFromBank(await context.decideAtBank(payment.authority));
        },
      };
    };

    test('has it credited, and it counts against the limit again', async () => {
      const { userId, id, pay } = await takenBack();
      await pay();
      expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
      expect(await context.balance(userId)).toBe(WHOLE_DAY);
      expect(await again(userId)).toBe('DAILY_LIMIT');
    });

    test('when the limit is used up since: the money goes to suspense and is refunded', async () => {
      const { userId, id, pay } = await takenBack();
      const next = parseStartedPayment(await context.deposit(userId, { amount: WHOLE_DAY }));
      await context.returnFromBank(await context.decideAtBank(next.authority));
      const before = BigInt(await context.balance('house', 'suspense'));
      await pay();
      expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'DAILY_LIMIT' });
      expect(await context.balance(userId)).toBe(WHOLE_DAY);
      expect(BigInt(await context.balance('house', 'suspense')) - before).toBe(BigInt(WHOLE_DAY));
    });
  });

  test('an abandoned payment is reported as being checked while the bank does not reply, and released when it does', async () => {
    const { userId, id } = await begin();
    let silent = true;
    const verify: PaymentGateway['verify'] = async () =>
      silent ? { state: 'UNKNOWN', reason: 'timeout' } : { state: 'FAILED', reason: 'NOT_PAID', over: true };
    context.gateways.splice(0, 1, { ...context.bank, verify });
    expect((await drop(userId, id)).body.baseDTO).toMatchObject({ state: 'PENDING', stage: 'DROPPED' });
    context.clock.advance(HOUR);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({
      state: 'PENDING',
      stage: 'CHECKING',
      redirectSite: null,
    });
    silent = false;
    context.clock.advance(HOUR);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED' });
  });

  test('abandoning another user’s payment, an unknown one, or one that is over changes nothing', async () => {
    const { userId, id, authority } = await begin();
    expect((await drop(context.person(), id)).status).toBe(404);
    expect((await drop(userId, randomUUID())).status).toBe(404);
    expect((await drop(userId, "1'; drop table payments")).status).toBe(404);
    expect(await context.readPayment(id)).toMatchObject({ stage: 'AT_BANK' });
    await comeBack(authority, 'NOK');
    expect((await drop(userId, id)).body.baseDTO).toMatchObject({ state: 'FAILED', reason: 'CANCELLED' });
  });
});
