import { maskCard } from '@sarraf/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import { houseAccount } from '../../ledger/index.ts';
import type { GatewayVerification, PaidVerification, PaymentGateway } from '../ports.ts';

const HOUR = 3_600_000;
const OTHER_CARD = '6219861034529007';

let context: WalletFixture;
beforeAll(async () => {
  context = await createWalletFixture();
});
afterEach(async () => {
  delete context.faults.paidCard;
  delete context.faults.paidAmount;
  context.gateways.splice(0, 10, context.bank);
  context.outage.commands = 0;
  await context.expectSoundBooks();
});
afterAll(() => context.close());

async function begin(changes: Record<string, unknown> = {}) {
  const userId = context.person();
  return { userId, ...parseStartedPayment(await context.deposit(userId, changes)) };
}

const comeBack = (authority: string, status = 'OK', on = context.http) =>
  context.returnFromBank(
    `${PUBLIC_URL}/api/payments/SANDBOX/return?Authority=${authority}&Status=${status}`,
    on,
  );

/** A gateway that reports the paid payment with these changes. */
const telling = (changes: Partial<PaidVerification>): PaymentGateway => ({
  ...context.bank,
  async verify(payment): Promise<GatewayVerification> {
    const answer = await context.bank.verify(payment);
    return answer.state === 'PAID' ? { ...answer, ...changes } : answer;
  },
});

describe('a payment that may not be credited to the user', () => {
  const suspense = () => context.balance(houseAccount('TOMAN', 'suspense').owner, 'suspense');

  test.each([
    ['another card', OTHER_CARD],
    ['another card with the same mask', '6037990000007893'],
  ])('with %s goes to suspense, is reported to the user, and only once', async (_name, paidCard) => {
    const before = BigInt(await suspense());
    const { userId, id, authority } = await begin();
    context.faults.paidCard = paidCard;
    const back = await context.decideAtBank(authority);
    await Promise.all([
      context.returnFromBank(back),
      context.returnFromBank(back, context.http2),
      context.returnFromBank(back),
    ]);
    expect(await context.readPayment(id)).toMatchObject({
      state: 'FAILED',
      reason: 'CARD_MISMATCH',
      cardNumber: maskCard(paidCard),
      trackingCode: expect.any(String),
    });
    expect(await context.balance(userId)).toBe('0');
    expect(BigInt(await suspense()) - before).toBe(1_000_000n);
  });

  test('can be made with an unregistered card in the sandbox', async () => {
    const { userId, id, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority, 'PAY_OTHER_CARD'));
    expect(await context.readPayment(id)).toMatchObject({
      state: 'FAILED',
      reason: 'CARD_MISMATCH',
      cardNumber: maskCard('6273531000000001'),
    });
    expect(await context.balance(userId)).toBe('0');
  });

  test.each([
    ['names no card', { cardMasked: null, cardHash: null }],
    ['names another card and no hash', { cardMasked: '621986******9007', cardHash: null }],
    ['hides the whole card', { cardMasked: '****************' }],
  ])('is not credited when the gateway %s', async (_name, words) => {
    context.gateways.splice(0, 1, telling(words));
    const { userId, id, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'CARD_MISMATCH' });
    expect(await context.balance(userId)).toBe('0');
  });

  test('is credited by the mask alone where a gateway reports no hash', async () => {
    context.gateways.splice(0, 1, telling({ cardHash: null }));
    const { userId, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('of another amount is not accepted as ours', async () => {
    const { userId, id, authority } = await begin();
    context.faults.paidAmount = 1_000n;
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'AMOUNT_MISMATCH' });
    context.clock.advance(HOUR);
    await context.sweep();
    expect(await context.balance(userId)).toBe('0');
  });

  test('cancelled, replaced, and both paid: the daily limit holds', async () => {
    const userId = context.person();
    const first = parseStartedPayment(await context.deposit(userId, { amount: '25000000' }));
    await comeBack(first.authority, 'NOK');
    const second = parseStartedPayment(await context.deposit(userId, { amount: '25000000' }));
    await context.returnFromBank(await context.decideAtBank(second.authority));
    await context.returnFromBank(await context.decideAtBank(first.authority));
    expect(await context.readPayment(first.id)).toMatchObject({ state: 'FAILED', reason: 'DAILY_LIMIT' });
    expect(await context.balance(userId)).toBe('25000000');
  });

  test('resumed by two servers is not counted twice', async () => {
    const { userId, authority } = await begin({ amount: '25000000' });
    await comeBack(authority, 'NOK');
    const back = await context.decideAtBank(authority);
    const gate = Promise.withResolvers<void>();
    let requestCount = 0;
    context.gateways.splice(0, 1, {
      ...context.bank,
      async verify(payment) {
        requestCount += 1;
        if (requestCount === 1) await gate.promise;
        return context.bank.verify(payment);
      },
    });
    const late = context.returnFromBank(back, context.http2);
    await expect.poll(() => requestCount).toBe(1);
    // This one reserves in the limit again, and finds the ledger unavailable.
    context.outage.commands = 1;
    await context.returnFromBank(back);
    gate.resolve();
    await late;
    expect(await context.balance(userId)).toBe('25000000');
  });
});

describe('the fee that a gateway keeps', () => {
  const expense = async () => BigInt(await context.balance('house', 'expense'));

  test('is an expense of the house', async () => {
    context.gateways.splice(0, 1, telling({ costToman: 4_200n }));
    const before = await expense();
    const { userId, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.balance(userId)).toBe('1000000');
    expect(before - (await expense())).toBe(4_200n);
  });

  test('is rejected when it exceeds the payment', async () => {
    context.gateways.splice(0, 1, telling({ costToman: 1_000_000n }));
    const before = await expense();
    const { userId, authority } = await begin();
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.balance(userId)).toBe('1000000');
    expect(await expense()).toBe(before);
  });
});
