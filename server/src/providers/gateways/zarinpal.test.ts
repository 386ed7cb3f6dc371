import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  CARD,
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import { createPaidReply, createRefusal, MERCHANT, ZarinpalSimulator } from '../../../test/zarinpal.ts';
import {
  buildZarinpalRequest,
  createZarinpal,
  parseAuthority,
  parseUnverified,
  readZarinpalVerification,
} from './zarinpal.ts';

const AUTHORITY = 'A0000000000000000000000000000wwOGYpd';
const HASH = createHash('sha256').update(CARD).digest('hex');
const REQUEST = {
  amountToman: 50_000n,
  callbackUrl: `${PUBLIC_URL}/api/payments/ZARINPAL/return`,
  description: 'واریز',
  card: CARD,
  orderId: '018f0000-0000-7000-8000-000000000001',
};

describe('recorded replies', () => {
  test('a request states its currency, the card and whole numbers only', () => {
    expect(buildZarinpalRequest({ ...REQUEST, mobile: '09121234567' })).toEqual({
      amount: 50_000,
      currency: 'IRT',
      description: 'واریز',
      callback_url: REQUEST.callbackUrl,
      metadata: { order_id: REQUEST.orderId, card_pan: CARD, mobile: '09121234567' },
    });
  });

  test('parses the authority of an accepted request', () => {
    const data = { code: 100, message: 'Success', authority: AUTHORITY, fee_type: 'Merchant', fee: 100 };
    expect(parseAuthority({ data, errors: [] })).toBe(AUTHORITY);
    expect(parseAuthority({ data: { ...data, code: '100' }, errors: null })).toBe(AUTHORITY);
  });

  test.each([
    [createRefusal(-9, 'The input params invalid, validation error.')],
    [createRefusal(-11, 'Terminal is not active, please contact our support team.')],
    [{ data: [], errors: [{ code: -12, message: 'To many attempts, please try again later.' }] }],
    [{ data: { code: 100, authority: 'A1' }, errors: [] }],
    [{ data: { code: 100, authority: `${AUTHORITY.slice(0, -4)}/../` }, errors: [] }],
    [{ data: { code: 101, authority: AUTHORITY }, errors: [] }],
    [{ data: [], errors: [] }],
    [[]],
    ['OK'],
    [null],
  ])('throws on a request that was not accepted: %j', (reply) => {
    expect(() => parseAuthority(reply)).toThrow('zarinpal');
  });

  test.each([100, 101])('parses a verified payment, code %i', (code) => {
    expect(readZarinpalVerification(createPaidReply(code))).toEqual({
      state: 'PAID',
      reference: '201',
      cardMasked: '603799******7893',
      cardHash: HASH,
      costToman: 500n,
    });
  });

  test('parses one whose fee the payer paid, without card or with a fee that is not a whole number', () => {
    expect(readZarinpalVerification(createPaidReply(100, { fee_type: 'Payer' }))).toMatchObject({
      costToman: 0n,
    });
    expect(readZarinpalVerification(createPaidReply(100, { fee: 0.5 }))).toMatchObject({ costToman: 0n });
    expect(readZarinpalVerification(createPaidReply(100, { fee: -5 }))).toMatchObject({ costToman: 0n });
    expect(readZarinpalVerification(createPaidReply(100, { card_pan: '', card_hash: null }))).toMatchObject({
      state: 'PAID',
      cardMasked: null,
      cardHash: null,
    });
  });

  test.each([
    [-50, 'Session is not valid, amounts values is not the same.', 'AMOUNT_MISMATCH'],
    [-51, 'Session is not valid, session is not active paid try.', 'NOT_PAID'],
    [-53, 'Session is not this merchant_id session', 'GATEWAY_REFUSED'],
    [-54, 'Invalid authority.', 'GATEWAY_REFUSED'],
  ])('code %i means that there is no money', (code, message, reason) => {
    expect(readZarinpalVerification(createRefusal(code, message))).toEqual({ state: 'FAILED', reason });
    expect(readZarinpalVerification({ data: {}, errors: { code, message } })).toEqual({
      state: 'FAILED',
      reason,
    });
  });

  test.each([-9, -10, -11, -12, -15, -52, -999, 0, 99])('code %i decides nothing', (code) => {
    expect(readZarinpalVerification(createRefusal(code, '')).state).toBe('UNKNOWN');
  });

  test('an error takes precedence over data', () => {
    const { data } = createPaidReply(100);
    expect(readZarinpalVerification({ data, errors: { code: -51 } })).toEqual({
      state: 'FAILED',
      reason: 'NOT_PAID',
    });
  });

  test('parses a payment that is paid but not verified', () => {
    const entry = {
      amount: 50_500,
      callback_url: 'https://x.test',
      referer: '/',
      date: '2020-07-01 17:33:25',
    };
    const data = {
      code: '100',
      message: 'Success',
      authorities: [{ authority: AUTHORITY, ...entry }, { authority: 5 }, null],
    };
    expect(parseUnverified({ data })).toEqual([AUTHORITY]);
    expect(parseUnverified({ data: { code: 100, message: 'Success', authorities: [] }, errors: [] })).toEqual(
      [],
    );
  });
});

describe('Zarinpal against a simulator', () => {
  const simulator = new ZarinpalSimulator();
  let baseUrl = '';
  let context: WalletFixture;
  beforeAll(async () => {
    baseUrl = await simulator.start();
    context = await createWalletFixture();
    context.gateways.push(createZarinpal({ fetch, merchantId: MERCHANT, baseUrl, timeoutMs: 1_000 }));
  });
  afterEach(() => context.expectSoundBooks());
  afterAll(async () => {
    simulator.stop();
    await context.close();
  });

  const gateway = () => createZarinpal({ fetch, merchantId: MERCHANT, baseUrl, timeoutMs: 1_000 });
  const begin = async () => {
    const userId = context.person();
    const answer = await context.deposit(userId, { paymentGateway: 'ZARINPAL' });
    return { userId, site: answer.json().baseDTO.redirectSite as string, ...parseStartedPayment(answer) };
  };
  const comeBack = (authority: string, status: string) =>
    context.returnFromBank(
      `${PUBLIC_URL}/api/payments/ZARINPAL/return?Authority=${authority}&Status=${status}`,
    );

  test('requests, verifies once, and gets 101 for a second verification', async () => {
    const { authority, redirectUrl } = await gateway().request(REQUEST);
    expect(redirectUrl).toBe(`${baseUrl}/pg/StartPay/${authority}`);
    const payment = { authority, amountToman: REQUEST.amountToman };
    expect(await gateway().verify(payment)).toEqual({ state: 'FAILED', reason: 'NOT_PAID' });
    simulator.pay(authority);
    expect(await gateway().listUnverified?.()).toContain(authority);
    expect(await gateway().verify({ ...payment, amountToman: 1_000n })).toEqual({
      state: 'FAILED',
      reason: 'AMOUNT_MISMATCH',
    });
    const first = await gateway().verify(payment);
    expect(first).toMatchObject({ state: 'PAID', cardHash: HASH, costToman: 500n });
    expect(await gateway().verify(payment)).toEqual(first);
    expect(await gateway().listUnverified?.()).not.toContain(authority);
    expect(await gateway().verify({ ...payment, authority: AUTHORITY })).toEqual({
      state: 'FAILED',
      reason: 'GATEWAY_REFUSED',
    });
  });

  test('distinguishes a payer still on the page from an ended session by its inquiry', async () => {
    const { authority } = await gateway().request(REQUEST);
    const payment = { authority, amountToman: REQUEST.amountToman };
    simulator.fail(authority);
    expect(await gateway().verify(payment)).toEqual({ state: 'FAILED', reason: 'NOT_PAID', over: true });
    // A failed inquiry leaves it open.
    simulator.silentAt.add('inquiry');
    expect(await gateway().verify(payment)).toEqual({ state: 'FAILED', reason: 'NOT_PAID' });
    simulator.resumeReplies();
  });

  test('reveals nothing about the payment to another merchant', async () => {
    const stranger = createZarinpal({ fetch, merchantId: MERCHANT.replace('1', '2'), baseUrl });
    await expect(stranger.request(REQUEST)).rejects.toThrow('code -10');
    expect((await stranger.verify({ authority: AUTHORITY, amountToman: 1n })).state).toBe('UNKNOWN');
  });

  test.each(['hang', 'html', 'redirect', 'reset'] as const)(
    'returns an unknown outcome for %s',
    async (fault) => {
      const { authority } = await gateway().request(REQUEST);
      simulator.pay(authority);
      simulator.fault = fault;
      const payment = { authority, amountToman: REQUEST.amountToman };
      expect((await gateway().verify(payment)).state).toBe('UNKNOWN');
      expect((await gateway().verify(payment)).state).toBe('PAID');
      simulator.fault = fault;
      await expect(gateway().request(REQUEST)).rejects.toThrow();
      expect(simulator.paths.every((path) => path.startsWith('/pg/v4/'))).toBe(true);
    },
  );

  test('credits a deposit from the request to the end, with its fee', async () => {
    const { userId, id, site, authority } = await begin();
    expect(site).toBe(`${baseUrl}/pg/StartPay/${authority}`);
    expect(simulator.sessions.get(authority)).toMatchObject({
      amount: 1_000_000,
      currency: 'IRT',
      card: CARD,
    });
    simulator.pay(authority);
    await comeBack(authority, 'OK');
    const ref = String(simulator.sessions.get(authority)?.ref);
    expect(await context.readPayment(id)).toMatchObject({
      state: 'PAID',
      gateway: 'ZARINPAL',
      trackingCode: ref,
    });
    expect(await context.balance(userId)).toBe('1000000');
    expect(await context.balance('house', 'expense')).toBe('-500');
    expect(await context.balance('outside:ZARINPAL', 'outside')).toBe('-999500');
  });

  test('credits once if the verification times out, then returns 101', async () => {
    const { userId, id, authority } = await begin();
    simulator.pay(authority);
    simulator.fault = 'hang';
    await comeBack(authority, 'OK');
    expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING' });
    expect(simulator.sessions.get(authority)?.state).toBe('VERIFIED');
    await Promise.all([comeBack(authority, 'OK'), comeBack(authority, 'OK')]);
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits by the sweep on 101 if interrupted between verification and credit', async () => {
    const { userId, authority } = await begin();
    simulator.pay(authority);
    context.outage.commands = 1;
    await comeBack(authority, 'OK');
    expect(await context.balance(userId)).toBe('0');
    context.clock.advance(180_000);
    await context.sweep();
    expect(await context.balance(userId)).toBe('1000000');
  });

  describe('a payment by another card', () => {
    const payByOther = async () => {
      const payment = await begin();
      simulator.pay(payment.authority, '6219861034529007');
      return payment;
    };
    const suspense = () => context.balance('house', 'suspense');
    afterEach(() => {
      simulator.reversals = null;
      simulator.resumeReplies();
    });

    test('is reversed immediately after its verification names the card, and is never in suspense', async () => {
      const { userId, id, authority } = await payByOther();
      await Promise.all([comeBack(authority, 'OK'), comeBack(authority, 'OK')]);
      await context.sweep();
      expect(await context.readPayment(id)).toMatchObject({
        ...{ state: 'FAILED', reason: 'CARD_MISMATCH', refund: null },
      });
      expect(simulator.sessions.get(authority)?.state).toBe('REVERSED');
      expect([await context.balance(userId), await suspense()]).toEqual(['0', '0']);
    });

    test('is queried again if the reply to the reversal was lost', async () => {
      const { id, authority } = await payByOther();
      simulator.silentAt.add('reverse');
      await comeBack(authority, 'OK');
      expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'CARD_MISMATCH' });
      expect(await suspense()).toBe('0');
    });

    test('is unknown, not booked, and closed later while neither call is answered', async () => {
      const { id, authority } = await payByOther();
      simulator.silentAt.add('reverse').add('inquiry');
      await comeBack(authority, 'OK');
      expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING' });
      simulator.resumeReplies();
      await comeBack(authority, 'OK');
      expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', refund: null });
      expect(await suspense()).toBe('0');
    });

    test('is left open by a code for troubles of the gateway', async () => {
      const { id, authority } = await payByOther();
      simulator.reversals = -12;
      await comeBack(authority, 'OK');
      expect(await context.readPayment(id)).toMatchObject({ state: 'PENDING' });
      simulator.reversals = null;
      await comeBack(authority, 'OK');
      expect(simulator.sessions.get(authority)?.state).toBe('REVERSED');
      expect(await suspense()).toBe('0');
    });

    test.each([-60, -61, -62, -63])('is ours to return if the reversal is refused with %i', async (code) => {
      const before = await suspense();
      const { id, authority } = await payByOther();
      simulator.reversals = code;
      await comeBack(authority, 'OK');
      expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', refund: 'WAITING' });
      expect(Number.parseInt(await suspense(), 10)).toBe(Number.parseInt(before, 10) + 1_000_000);
    });
  });

  test('a request that times out starts nothing', async () => {
    const userId = context.person();
    simulator.fault = 'hang';
    const answer = await context.deposit(userId, { paymentGateway: 'ZARINPAL', amount: '25000000' });
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'GATEWAY_UNAVAILABLE']);
    expect(
      (await context.deposit(userId, { paymentGateway: 'ZARINPAL', amount: '25000000' })).statusCode,
    ).toBe(200);
  });
});
