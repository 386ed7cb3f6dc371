import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitForRoundTrips, watchStatements } from '../../../test/turns.ts';
import {
  CARD,
  createVerifiedCard,
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import type { PaymentGateway } from '../ports.ts';

const statements = watchStatements();
let context: WalletFixture;
beforeAll(async () => {
  context = await createWalletFixture();
});
afterEach(async () => {
  context.gateways.splice(1);
  await context.expectSoundBooks();
});
afterAll(() => context.close());

const codeOf = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
];

test("creates a deposit and returns the bank's page", async () => {
  const answer = await context.deposit(context.person(), { amount: 75_000 });
  expect(codeOf(answer)).toEqual([200, 'Deposit Request Created Successfully']);
  const { id, authority } = parseStartedPayment(answer);
  expect(answer.json().baseDTO.redirectSite).toBe(`${PUBLIC_URL}/sandbox/bank/${authority}`);
  expect(await context.bank.findPayment(authority)).toMatchObject({
    amountToman: 75_000n,
    state: 'OPEN',
    cardMasked: '6037-99**-****-7893',
    description: expect.stringMatching(/^واریز به صرافی نمونه /),
  });
  expect(await context.readPayment(id)).toMatchObject({
    id,
    amount: '75000',
    state: 'PENDING',
    gateway: 'SANDBOX',
    cardNumber: null,
    trackingCode: null,
    reason: null,
  });
});

test('requires a signed-in, verified user', async () => {
  const url = '/api/wallets/deposit-toman';
  expect((await context.http.app.inject({ method: 'POST', url, payload: {} })).statusCode).not.toBe(200);
  expect(codeOf(await context.deposit(`new:${context.person()}`))).toEqual([403, 'NOT_AUTHORIZED']);
});

describe('amounts of a deposit', () => {
  test.each([
    ['0', 400, 'UNACCEPTABLE_AMOUNT'],
    ['-5', 400, 'UNACCEPTABLE_AMOUNT'],
    ['1e6', 400, 'UNACCEPTABLE_AMOUNT'],
    ['100000.5', 400, 'AMOUNT_NOT_ALLOWED'],
    ['49999', 400, 'LOW_AMOUNT'],
    ['25000001', 400, 'AMOUNT_IS_HIGH'],
    ['50000', 200, 'Deposit Request Created Successfully'],
    ['۲۵۰۰۰۰۰۰', 200, 'Deposit Request Created Successfully'],
    [{ $gt: 1 }, 400, 'BAD_REQUEST'],
  ])('%s → %i %s', async (amount, status, message) => {
    expect(codeOf(await context.deposit(context.person(), { amount }))).toEqual([status, message]);
  });
});

describe('cards of a deposit', () => {
  const twin = '6037990000007893';
  test.each([
    ['whole', CARD, 200],
    ['grouped', '6037-9912-3456-7893', 200],
    ['Persian digits', '۶۰۳۷۹۹۱۲۳۴۵۶۷۸۹۳', 200],
    ['masked', '6037-99**-****-7893', 200],
    ["somebody else's", '6219861034529007', 400],
    ['nothing', '', 400],
  ])('%s', async (_name, cardNumber, status) => {
    const answer = await context.deposit(context.person(), { cardNumber });
    expect(answer.statusCode).toBe(status);
    if (status === 400) expect(answer.json().message).toBe('CARD_NOT_VERIFIED');
  });

  test('a mask that matches two of the user’s cards is refused, the full number is accepted', async () => {
    const userId = context.person();
    context.cards.set(userId, [createVerifiedCard(CARD), createVerifiedCard(twin)]);
    expect(codeOf(await context.deposit(userId, { cardNumber: '6037-99**-****-7893' }))).toEqual([
      400,
      'CARD_NOT_VERIFIED',
    ]);
    const { authority } = parseStartedPayment(await context.deposit(userId, { cardNumber: twin }));
    await context.returnFromBank(await context.decideAtBank(authority));
    expect(await context.balance(userId)).toBe('1000000');
  });
});

test('a gateway that is not switched on is refused', async () => {
  expect(codeOf(await context.deposit(context.person(), { paymentGateway: 'ZIBAL' }))).toEqual([
    503,
    'GATEWAY_UNAVAILABLE',
  ]);
  expect(codeOf(await context.deposit(context.person(), { paymentGateway: 'PAYIR' }))).toEqual([
    400,
    'BAD_REQUEST',
  ]);
});

test('the return page must be our own', async () => {
  const answer = await context.deposit(context.person(), { callBackURL: 'https://evil.example/' });
  expect(codeOf(answer)).toEqual([400, 'CALLBACK_NOT_ALLOWED']);
});

describe('daily deposit limit', () => {
  test.each([0, 1])('is not exceeded by concurrent requests, with %i made before', async (before) => {
    const userId = context.person();
    for (let i = 0; i < before; i += 1) await context.deposit(userId, { amount: '5000000' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        context.deposit(userId, { amount: '5000000' }, undefined, i % 2 ? context.http : context.http2),
      ),
    );
    expect(answers.filter((a) => a.statusCode === 200)).toHaveLength(5 - before);
    expect(answers.filter((a) => a.json().message === 'DAILY_LIMIT')).toHaveLength(7 + before);
    expect((await context.deposit(context.person(), { amount: '5000000' })).statusCode).toBe(200);
  });

  test('counts the last 24 hours without failed payments', async () => {
    const userId = context.person();
    const { authority } = parseStartedPayment(await context.deposit(userId, { amount: '25000000' }));
    expect(codeOf(await context.deposit(userId, { amount: '50000' }))).toEqual([409, 'DAILY_LIMIT']);
    await context.returnFromBank(await context.decideAtBank(authority, 'CANCEL'));
    const again = parseStartedPayment(await context.deposit(userId, { amount: '25000000' }));
    await context.returnFromBank(await context.decideAtBank(again.authority));
    expect(codeOf(await context.deposit(userId, { amount: '50000' }))).toEqual([409, 'DAILY_LIMIT']);
    context.clock.advance(24 * 3_600_000 + 1);
    expect((await context.deposit(userId, { amount: '25000000' })).statusCode).toBe(200);
  });
});

describe('idempotency of deposits', () => {
  const slowBank = (): PaymentGateway & { requests: number } => ({
    ...context.bank,
    name: 'ZIBAL',
    requests: 0,
    async request(request) {
      this.requests += 1;
      // Long enough for all to arrive.
      await waitForRoundTrips(context.db);
      return context.bank.request(request);
    },
  });

  test('ten concurrent requests on two servers create one payment and get equal replies', async () => {
    const bank = slowBank();
    context.gateways.push(bank);
    const userId = context.person();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        context.deposit(userId, { paymentGateway: 'ZIBAL' }, key, i % 2 ? context.http : context.http2),
      ),
    );
    expect(new Set(answers.map((a) => a.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((a) => a.body)).size).toBe(1);
    expect(bank.requests).toBe(1);
    const later = await context.deposit(userId, { paymentGateway: 'ZIBAL' }, key);
    expect(later.body).toBe(answers[0]?.body);
  });

  test('a repeat gets the first reply although the card was removed since', async () => {
    const userId = context.person();
    const key = randomUUID();
    const first = await context.deposit(userId, {}, key);
    context.cards.delete(userId);
    expect((await context.deposit(userId, {}, key)).body).toBe(first.body);
  });

  test('another body with the same key is refused; keys of another user are independent', async () => {
    const userId = context.person();
    const key = randomUUID();
    const first = await context.deposit(userId, {}, key);
    expect(codeOf(await context.deposit(userId, { amount: '60000' }, key))).toEqual([
      409,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    const other = await context.deposit(context.person(), { amount: '60000' }, key);
    expect(other.statusCode).toBe(200);
    expect(parseStartedPayment(other).id).not.toBe(parseStartedPayment(first).id);
  });

  test('a refused request leaves its key unused', async () => {
    const userId = context.person();
    const key = randomUUID();
    await context.deposit(userId, { amount: '25000000' });
    expect(codeOf(await context.deposit(userId, { amount: '50000' }, key))).toEqual([409, 'DAILY_LIMIT']);
    context.clock.advance(24 * 3_600_000 + 1);
    expect((await context.deposit(userId, { amount: '50000' }, key)).statusCode).toBe(200);
  });

  test('a failing gateway leaves a failed payment and releases the limit and the key', async () => {
    const userId = context.person();
    const key = randomUUID();
    context.faults.failedRequests = 1;
    // The second request has found the payment of the first.
    const waiting = statements.waitFor(/from payments where id = /);
    const bank = context.bank;
    context.gateways.push({
      ...bank,
      name: 'ZIBAL',
      request: (call) => waiting.then(() => bank.request(call)),
    });
    const body = { amount: '25000000', paymentGateway: 'ZIBAL' };
    const answers = await Promise.all([
      context.deposit(userId, body, key),
      context.deposit(userId, body, key, context.http2),
    ]);
    expect(answers.map(codeOf)).toEqual(Array(2).fill([503, 'GATEWAY_UNAVAILABLE']));
    const again = await context.deposit(userId, body, key);
    expect(again.statusCode).toBe(200);
  });

  test('a process that dies during the gateway call leaves a row that the sweep closes', async () => {
    const hanging: PaymentGateway = { ...context.bank, name: 'ZIBAL', request: () => new Promise(() => {}) };
    context.gateways.push(hanging);
    const userId = context.person();
    const key = randomUUID();
    void context.deposit(userId, { amount: '25000000', paymentGateway: 'ZIBAL' }, key).catch(() => {});
    const list = async () => {
      const answer = await context.http.app.inject({
        method: 'GET',
        url: '/api/wallets/deposit',
        headers: { authorization: `Bearer ${userId}` },
      });
      return answer.json().content;
    };
    await expect.poll(list).toHaveLength(1);
    expect(codeOf(await context.deposit(userId))).toEqual([409, 'DAILY_LIMIT']);
    context.clock.advance(3 * 60_000);
    await context.sweep();
    expect(await list()).toMatchObject([{ state: 'FAILED', isDone: false, message: 'GATEWAY_UNAVAILABLE' }]);
    context.gateways.splice(1, 1, { ...context.bank, name: 'ZIBAL' });
    const again = await context.deposit(userId, { amount: '25000000', paymentGateway: 'ZIBAL' }, key);
    expect(again.statusCode).toBe(200);
  });
});
