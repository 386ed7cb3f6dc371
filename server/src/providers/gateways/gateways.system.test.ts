/** Tests Vandar, Zibal and Jibit against simulators, from the request to the credit. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createCardHash,
  type GatewaySimulator,
  JIBIT_KEYS,
  JibitSimulator,
  VANDAR_KEY,
  VandarSimulator,
  ZIBAL_MERCHANT,
  ZibalSimulator,
} from '../../../test/gateways.ts';
import { CARD, createWalletFixture, PUBLIC_URL, type WalletFixture } from '../../../test/wallet.ts';
import type { PaymentGateway } from '../../wallet/ports.ts';
import { createJibit } from './jibit.ts';
import { createVandar } from './vandar.ts';
import { createZibal } from './zibal.ts';

const REQUEST = {
  amountToman: 50_000n,
  callbackUrl: `${PUBLIC_URL}/api/payments/X/return`,
  description: 'واریز',
  card: CARD,
  orderId: '018f0000-0000-7000-8000-000000000001',
};
const timeoutMs = 1_000;

const VENDORS = [
  {
    name: 'VANDAR' as const,
    simulator: () => new VandarSimulator(),
    gateway: (baseUrl: string) => createVandar({ fetch, apiKey: VANDAR_KEY, baseUrl, timeoutMs }),
    stranger: (baseUrl: string) => createVandar({ fetch, apiKey: 'x'.repeat(40), baseUrl, timeoutMs }),
    unknownAuthority: '0123456789abcdef0123',
    asks: 'transaction',
    // Vandar reports an abandoned payment like one whose payer is still on the gateway's page.
    tellsEnd: false,
    hash: true,
    cost: 500n,
  },
  {
    name: 'ZIBAL' as const,
    simulator: () => new ZibalSimulator(),
    gateway: (baseUrl: string) => createZibal({ fetch, merchant: ZIBAL_MERCHANT, baseUrl, timeoutMs }),
    stranger: (baseUrl: string) => createZibal({ fetch, merchant: 'somebody', baseUrl, timeoutMs }),
    unknownAuthority: '42',
    asks: 'inquiry',
    tellsEnd: true,
    hash: true,
    cost: 0n,
  },
  {
    name: 'JIBIT' as const,
    simulator: () => new JibitSimulator(),
    gateway: (baseUrl: string) => createJibit({ fetch, ...JIBIT_KEYS, baseUrl, timeoutMs }),
    stranger: (baseUrl: string) =>
      createJibit({ fetch, ...JIBIT_KEYS, secretKey: 'wrong', baseUrl, timeoutMs }),
    unknownAuthority: '42',
    asks: 'purchases',
    tellsEnd: true,
    hash: false,
    cost: 0n,
  },
];

describe.each(VENDORS)('$name', (vendor) => {
  const simulator: GatewaySimulator = vendor.simulator();
  let baseUrl = '';
  let gateway: PaymentGateway;
  let context: WalletFixture;
  beforeAll(async () => {
    baseUrl = await simulator.start();
    if (simulator instanceof JibitSimulator) simulator.page = baseUrl;
    gateway = vendor.gateway(baseUrl);
    context = await createWalletFixture();
    context.gateways.push(gateway);
  });
  afterEach(() => context.expectSoundBooks());
  afterAll(async () => {
    simulator.stop();
    await context.close();
  });

  const begin = async (amount = '1000000', userId = context.person()) => {
    const answer = await context.deposit(userId, { paymentGateway: vendor.name, amount });
    expect(answer.statusCode).toBe(200);
    const { id, redirectSite } = answer.json().baseDTO;
    const authority = [...simulator.sessions.keys()].at(-1) ?? '';
    return { userId, id: id as string, site: redirectSite as string, authority };
  };
  /** Sends the browser back as the vendor's page does: Jibit posts a form. */
  const comeBack = async (authority: string, isPaid = true): Promise<string> => {
    const fields = simulator.returnUrlData(authority, isPaid);
    const url = `/api/payments/${vendor.name}/return`;
    const text = new URLSearchParams(fields).toString();
    const answer = await context.http.app.inject(
      vendor.name === 'JIBIT'
        ? {
            method: 'POST',
            url,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            payload: text,
          }
        : { method: 'GET', url: `${url}?${text}` },
    );
    expect([302, 303]).toContain(answer.statusCode);
    return String(answer.headers.location);
  };
  const verify = (authority: string, amountToman = REQUEST.amountToman) =>
    gateway.verify({ authority, amountToman });

  test('requests the amount in Rial and the one card', async () => {
    const { authority, redirectUrl } = await gateway.request(REQUEST);
    expect(redirectUrl).toContain(authority);
    expect(simulator.sessions.get(authority)).toMatchObject({
      amount: 500_000,
      card: CARD,
      callback: REQUEST.callbackUrl,
      state: 'OPEN',
    });
  });

  test('is verified once, and returns the same when verified again', async () => {
    const { authority } = await gateway.request(REQUEST);
    expect(await verify(authority)).toEqual({ state: 'FAILED', reason: 'NOT_PAID' });
    simulator.pay(authority);
    const first = await verify(authority);
    expect(first).toMatchObject({
      state: 'PAID',
      cardMasked: '603799******7893',
      cardHash: vendor.hash ? createCardHash(CARD).toLowerCase() : null,
      costToman: vendor.cost,
    });
    expect(simulator.sessions.get(authority)?.state).toBe('VERIFIED');
    expect(await verify(authority)).toEqual(first);
  });

  test('refuses money of another amount', async () => {
    const { authority } = await gateway.request(REQUEST);
    simulator.pay(authority, { charged: 50_000 });
    expect(await verify(authority)).toEqual({ state: 'FAILED', reason: 'AMOUNT_MISMATCH' });
    expect(simulator.sessions.get(authority)?.state).toBe('PAID');
  });

  test('reports FAILED for a payment that failed, and for an unknown one', async () => {
    const { authority } = await gateway.request(REQUEST);
    simulator.fail(authority);
    // Final, if it distinguishes this from a payer who is still on the page.
    expect(await verify(authority)).toEqual({
      state: 'FAILED',
      reason: 'NOT_PAID',
      ...(vendor.tellsEnd && { over: true }),
    });
    expect((await verify(vendor.unknownAuthority)).state).toBe('FAILED');
  });

  test('refuses other merchants’ keys without revealing the payment', async () => {
    const stranger = vendor.stranger(baseUrl);
    await expect(stranger.request(REQUEST)).rejects.toThrow();
    const { authority } = await gateway.request(REQUEST);
    simulator.pay(authority);
    const answer = await stranger.verify({ authority, amountToman: REQUEST.amountToman });
    expect(answer.state).toBe('UNKNOWN');
    expect(simulator.sessions.get(authority)?.state).toBe('PAID');
  });

  test.each(['hang', 'html', 'redirect', 'reset'] as const)(
    'returns an unknown outcome for %s',
    async (kind) => {
      const { authority } = await gateway.request(REQUEST);
      simulator.pay(authority);
      for (const step of [vendor.asks, 'verify']) {
        simulator.fault = { of: step, kind };
        const answer = await verify(authority);
        // Jibit's second query finds it verified although the reply to the verification was lost.
        expect(['UNKNOWN', 'PAID']).toContain(answer.state);
        if (step === vendor.asks) expect(answer.state).toBe('UNKNOWN');
      }
      expect((await verify(authority)).state).toBe('PAID');
      simulator.fault = { of: '', kind };
      await expect(gateway.request(REQUEST)).rejects.toThrow();
      expect(simulator.asked.every((path) => !path.includes('elsewhere'))).toBe(true);
    },
  );

  test('credits a deposit from the request to the end', async () => {
    const { userId, id, site, authority } = await begin();
    expect(site).toContain(authority);
    expect(simulator.sessions.get(authority)).toMatchObject({ amount: 10_000_000, card: CARD });
    simulator.pay(authority);
    expect(await comeBack(authority)).toBe(`${PUBLIC_URL}/redirect-from-banks?from=wallet&payment=${id}`);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID', gateway: vendor.name });
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits once when the browser returns twice concurrently', async () => {
    const { userId, authority } = await begin();
    simulator.pay(authority);
    await Promise.all([comeBack(authority), comeBack(authority), comeBack(authority)]);
    await comeBack(authority);
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits later, once, if the reply to the verification was lost', async () => {
    const { userId, id, authority } = await begin();
    simulator.pay(authority);
    simulator.fault = { of: 'verify', kind: 'hang' };
    await comeBack(authority);
    expect(simulator.sessions.get(authority)?.state).toBe('VERIFIED');
    await Promise.all([comeBack(authority), comeBack(authority)]);
    expect(await context.readPayment(id)).toMatchObject({ state: 'PAID' });
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits by the gateway’s state when the browser returns NOK, then OK', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority, false);
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'CANCELLED' });
    simulator.pay(authority);
    await comeBack(authority, false);
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('credits nothing when the browser returns OK without a payment', async () => {
    const { userId, id, authority } = await begin();
    await comeBack(authority);
    expect(await context.readPayment(id)).toMatchObject({ state: 'FAILED', reason: 'NOT_PAID' });
    expect(await context.balance(userId)).toBe('0');
  });

  test('credits the owner only for another user’s authority, and nothing for an unknown one', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    simulator.pay(theirs.authority);
    await comeBack(theirs.authority);
    await comeBack(vendor.unknownAuthority);
    expect(await context.balance(mine.userId)).toBe('0');
    expect(await context.balance(theirs.userId)).toBe('1000000');
  });

  test('leaves money of another card unverified, so that the gateway returns it', async () => {
    const { userId, id, authority } = await begin();
    simulator.pay(authority, { card: '6219861034529007' });
    await comeBack(authority);
    await context.sweep();
    expect(await context.readPayment(id)).toMatchObject({
      ...{ state: 'FAILED', reason: 'CARD_MISMATCH', refund: null },
    });
    expect(simulator.sessions.get(authority)?.state).toBe('PAID');
    expect([await context.balance(userId), await context.balance('house', 'suspense')]).toEqual(['0', '0']);
  });

  test('leaves a payment above the day’s limit, whose reservation had expired, unverified too', async () => {
    const first = await begin('25000000');
    await comeBack(first.authority, false);
    const second = await begin('25000000', first.userId);
    simulator.pay(second.authority);
    await comeBack(second.authority);
    simulator.pay(first.authority);
    await comeBack(first.authority);
    await context.sweep();
    expect(simulator.sessions.get(first.authority)?.state).toBe('PAID');
    expect(await context.readPayment(first.id)).toMatchObject({ state: 'FAILED', refund: null });
    expect([await context.balance(first.userId), await context.balance('house', 'suspense')]).toEqual([
      '25000000',
      '0',
    ]);
  });

  test('credits by the sweep if the browser never returns', async () => {
    const { userId, authority } = await begin();
    simulator.pay(authority);
    context.clock.advance(3 * 60_000);
    await context.sweep();
    expect(await context.balance(userId)).toBe('1000000');
  });

  test('starts nothing if the request times out, and releases the limit', async () => {
    const userId = context.person();
    simulator.fault = { of: vendor.name === 'JIBIT' ? 'purchases' : '', kind: 'hang' };
    const depositRequest = { paymentGateway: vendor.name, amount: '25000000' };
    const answer = await context.deposit(userId, depositRequest);
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'GATEWAY_UNAVAILABLE']);
    expect((await context.deposit(userId, depositRequest)).statusCode).toBe(200);
  });
});

describe('tokens of Jibit', () => {
  const simulator = new JibitSimulator();
  let baseUrl = '';
  beforeAll(async () => {
    baseUrl = await simulator.start();
    simulator.page = baseUrl;
  });
  afterAll(() => simulator.stop());
  const gateway = () => createJibit({ fetch, ...JIBIT_KEYS, baseUrl, timeoutMs });

  test('are requested once for concurrent calls, refreshed once, and requested again if the refresh token expired', async () => {
    const jibit = gateway();
    await Promise.all(Array.from({ length: 5 }, () => jibit.request(REQUEST)));
    expect(simulator.given).toEqual({ fresh: 1, refreshed: 0 });
    simulator.expireTokens();
    await Promise.all(Array.from({ length: 5 }, () => jibit.request(REQUEST)));
    expect(simulator.given).toEqual({ fresh: 1, refreshed: 1 });
    simulator.expireTokens(true);
    await jibit.request(REQUEST);
    expect(simulator.given).toEqual({ fresh: 2, refreshed: 1 });
  });

  test('are requested again after a failure', async () => {
    const jibit = gateway();
    simulator.fault = { of: 'tokens', kind: 'html' };
    await expect(jibit.request(REQUEST)).rejects.toThrow('without JSON');
    await expect(jibit.request(REQUEST)).resolves.toMatchObject({
      redirectUrl: expect.stringContaining(baseUrl),
    });
  });

  test('a purchase keeps all digits of its number, and a foreign payment page is refused', async () => {
    const { authority } = await gateway().request(REQUEST);
    expect(simulator.sessions.has(authority)).toBe(true);
    simulator.page = 'https://evil.test';
    await expect(gateway().request(REQUEST)).rejects.toThrow('foreign page');
  });
});

test('a form body is accepted where a bank posts one, and nowhere else', async () => {
  const context = await createWalletFixture();
  const posted = (url: string, payload: string) =>
    context.http.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Bearer ${context.person()}`,
      },
      payload,
    });
  expect((await posted('/api/payments/JIBIT/return', 'purchaseId=1')).statusCode).toBe(303);
  expect((await posted('/api/payments/JIBIT/return', `a=${'x'.repeat(20_000)}`)).statusCode).toBe(413);
  const other = await posted('/api/wallets/deposit-toman', 'amount=1000000');
  expect([other.statusCode, other.json().message]).toEqual([400, 'BAD_REQUEST']);
  await context.close();
});
