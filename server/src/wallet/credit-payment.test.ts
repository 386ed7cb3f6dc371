import { maskCard } from '@sarraf/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_URL, started, type WalletKit, walletKit } from '../../test/wallet.ts';
import { houseAccount } from '../ledger/index.ts';
import type { Paid, PaymentGateway, GatewayVerification } from './ports.ts';

const HOUR = 3_600_000;
const OTHER_CARD = '6219861034529007';

let kit: WalletKit;
beforeAll(async () => {
  kit = await walletKit();
});
afterEach(async () => {
  delete kit.faults.paidCard;
  delete kit.faults.paidAmount;
  kit.gateways.splice(0, 10, kit.bank);
  kit.outage.commands = 0;
  await kit.expectSoundBooks();
});
afterAll(() => kit.close());

async function begin(changes: Record<string, unknown> = {}) {
  const userId = kit.person();
  return { userId, ...started(await kit.deposit(userId, changes)) };
}

const comeBack = (authority: string, status = 'OK', on = kit.http) =>
  kit.comeBack(`${PUBLIC_URL}/api/payments/SANDBOX/return?Authority=${authority}&Status=${status}`, on);

/** The bank, with other words about what was paid. */
const telling = (changes: Partial<Paid>): PaymentGateway => ({
  ...kit.bank,
  async verify(payment): Promise<GatewayVerification> {
    const answer = await kit.bank.verify(payment);
    return answer.state === 'PAID' ? { ...answer, ...changes } : answer;
  },
});

describe('money that is not the person’s', () => {
  const suspense = () => kit.balance(houseAccount('TOMAN', 'suspense').owner, 'suspense');

  test.each([
    ['another card', OTHER_CARD],
    ['another card with the same mask', '6037990000007893'],
  ])('%s: to suspense, told honestly, once', async (_name, paidCard) => {
    const before = BigInt(await suspense());
    const { userId, id, authority } = await begin();
    kit.faults.paidCard = paidCard;
    const back = await kit.atBank(authority);
    await Promise.all([kit.comeBack(back), kit.comeBack(back, kit.http2), kit.comeBack(back)]);
    expect(await kit.payment(id)).toMatchObject({
      state: 'FAILED',
      reason: 'CARD_MISMATCH',
      cardNumber: maskCard(paidCard),
      trackingCode: expect.any(String),
    });
    expect(await kit.balance(userId)).toBe('0');
    expect(BigInt(await suspense()) - before).toBe(1_000_000n);
  });

  test.each([
    ['names no card', { cardMasked: null, cardHash: null }],
    ['names another card and no hash', { cardMasked: '621986******9007', cardHash: null }],
    ['hides the whole card', { cardMasked: '****************' }],
  ])('a gateway that %s proves nothing', async (_name, words) => {
    kit.gateways.splice(0, 1, telling(words));
    const { userId, id, authority } = await begin();
    await kit.comeBack(await kit.atBank(authority));
    expect(await kit.payment(id)).toMatchObject({ state: 'FAILED', reason: 'CARD_MISMATCH' });
    expect(await kit.balance(userId)).toBe('0');
  });

  test('the mask alone is enough where a gateway has no hash', async () => {
    kit.gateways.splice(0, 1, telling({ cardHash: null }));
    const { userId, authority } = await begin();
    await kit.comeBack(await kit.atBank(authority));
    expect(await kit.balance(userId)).toBe('1000000');
  });

  test('another amount is no payment of ours', async () => {
    const { userId, id, authority } = await begin();
    kit.faults.paidAmount = 1_000n;
    await kit.comeBack(await kit.atBank(authority));
    expect(await kit.payment(id)).toMatchObject({ state: 'FAILED', reason: 'AMOUNT_MISMATCH' });
    kit.clock.advance(HOUR);
    await kit.sweep();
    expect(await kit.balance(userId)).toBe('0');
  });

  test('cancelled, replaced, and both paid: the daily limit holds', async () => {
    const userId = kit.person();
    const first = started(await kit.deposit(userId, { amount: '25000000' }));
    await comeBack(first.authority, 'NOK');
    const second = started(await kit.deposit(userId, { amount: '25000000' }));
    await kit.comeBack(await kit.atBank(second.authority));
    await kit.comeBack(await kit.atBank(first.authority));
    expect(await kit.payment(first.id)).toMatchObject({ state: 'FAILED', reason: 'DAILY_LIMIT' });
    expect(await kit.balance(userId)).toBe('25000000');
  });

  test('taken up again by two servers, it is not counted twice', async () => {
    const { userId, authority } = await begin({ amount: '25000000' });
    await comeBack(authority, 'NOK');
    const back = await kit.atBank(authority);
    const gate = Promise.withResolvers<void>();
    let asked = 0;
    kit.gateways.splice(0, 1, {
      ...kit.bank,
      async verify(payment) {
        asked += 1;
        if (asked === 1) await gate.promise;
        return kit.bank.verify(payment);
      },
    });
    const late = kit.comeBack(back, kit.http2);
    await expect.poll(() => asked).toBe(1);
    // This one takes its place in the limit back, and finds the ledger away.
    kit.outage.commands = 1;
    await kit.comeBack(back);
    gate.resolve();
    await late;
    expect(await kit.balance(userId)).toBe('25000000');
  });
});

describe('what the gateway keeps', () => {
  const expense = async () => BigInt(await kit.balance('house', 'expense'));

  test('is an expense of the house', async () => {
    kit.gateways.splice(0, 1, telling({ costToman: 4_200n }));
    const before = await expense();
    const { userId, authority } = await begin();
    await kit.comeBack(await kit.atBank(authority));
    expect(await kit.balance(userId)).toBe('1000000');
    expect(before - (await expense())).toBe(4_200n);
  });

  test('is not believed when it eats the payment', async () => {
    kit.gateways.splice(0, 1, telling({ costToman: 1_000_000n }));
    const before = await expense();
    const { userId, authority } = await begin();
    await kit.comeBack(await kit.atBank(authority));
    expect(await kit.balance(userId)).toBe('1000000');
    expect(await expense()).toBe(before);
  });
});
