import { randomUUID } from 'node:crypto';
import { ALL_ASSETS, type Asset } from '@sarraf/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOpenOrder } from '../../test/open-order.ts';
import { fundAccount } from '../../test/seed.ts';
import { createWalletFixture, parseStartedPayment, type WalletFixture } from '../../test/wallet.ts';
import { userAccount } from '../ledger/index.ts';

let context: WalletFixture;
beforeAll(async () => {
  context = await createWalletFixture();
});
afterAll(async () => {
  await context.expectSoundBooks();
  await context.close();
});

const get = (url: string, userId: string) =>
  context.http.app.inject({
    method: 'GET',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${userId}` },
  });

async function fund(userId: string, asset: Asset, spendable: bigint, blocked = 0n): Promise<void> {
  if (spendable > 0n) await fundAccount(context.writer, userAccount(userId, asset), spendable);
  if (blocked > 0n) await addOpenOrder({ db: context.db, ledger: context.writer }, userId, asset, blocked);
}

describe('reading balances', () => {
  test('returns all coins in display order, empty ones with zeros', async () => {
    const answer = await get('/wallets/customer-addresses', context.person());
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(ALL_ASSETS);
    expect(Object.keys(answer.json()).slice(0, 4)).toEqual(['TOMAN', 'TETHER', 'BITCOIN', 'ETHEREUM']);
    expect(answer.json().BITCOIN).toEqual({
      credit: '0.00000000',
      blockedCredit: '0.00000000',
      totalBalance: '0.00000000',
      wholePriceOfCredit: '0',
    });
    expect(answer.json().EOS.wholePriceOfCredit).toBeNull();
  });

  test('returns spendable, blocked and total amounts, and their value in Toman', async () => {
    const userId = context.person();
    await fund(userId, 'BITCOIN', 150_000n, 50_000n);
    await fund(userId, 'TOMAN', 12_500_000_000n);
    await fund(context.person(), 'BITCOIN', 1n);
    const answer = await get('/wallets/customer-addresses?coins=BITCOIN,TOMAN&walletType=P2P', userId);
    expect(answer.json()).toEqual({
      TOMAN: { credit: '12500', blockedCredit: '0', totalBalance: '12500', wholePriceOfCredit: '12500' },
      // The context prices every smallest unit at two.
      BITCOIN: {
        credit: '0.00150000',
        blockedCredit: '0.00050000',
        totalBalance: '0.00200000',
        wholePriceOfCredit: '0.4',
      },
    });
    const [toman] = await context.balancesOf(userId);
    expect(toman).toEqual({
      asset: 'TOMAN',
      spendable: 12_500_000_000n,
      blocked: 0n,
      total: 12_500_000_000n,
      tomanValue: 12_500_000_000n,
    });
  });

  test('refuses an unknown coin, a visitor, and unverified users', async () => {
    const userId = context.person();
    const unknown = await get('/wallets/customer-addresses?coins=BITCOIN,constructor', userId);
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'You Dont Have This Coin Wallet']);
    expect((await get('/wallets/customer-addresses?walletType=X', userId)).statusCode).toBe(400);
    expect((await get('/wallets/customer-addresses', `new:${userId}`)).statusCode).toBe(403);
    expect(
      (await context.http.app.inject({ method: 'GET', url: '/api/wallets/customer-addresses' })).statusCode,
    ).toBe(401);
  });
});

describe('listing deposits', () => {
  test('returns only the user’s own, newest first, by cursor and by page', async () => {
    const userId = context.person();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1)
      ids.unshift(parseStartedPayment(await context.deposit(userId, { amount: 50_000 + i })).id);
    await context.deposit(context.person());
    const idsOf = (answer: { json(): { content: { id: string }[] } }) =>
      answer.json().content.map((row) => row.id);
    const first = await get('/wallets/deposit?size=2&relatedCoin=TOMAN', userId);
    const second = await get(`/wallets/deposit?size=2&cursor=${first.json().nextCursor}`, userId);
    const third = await get(`/wallets/deposit?size=2&cursor=${second.json().nextCursor}`, userId);
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(ids);
    expect(third.json().nextCursor).toBeNull();
    expect(idsOf(await get('/wallets/deposit?size=2&page=2', userId))).toEqual(ids.slice(2, 4));
    expect(first.json().content[0]).toEqual({
      id: ids[0],
      amount: '50004',
      bankAccount: '6037-99**-****-7893',
      createdAtDateTime: new Date(context.clock.now()).toISOString(),
      message: 'PENDING',
      isDone: false,
      state: 'PENDING',
      relatedCoin: 'TOMAN',
    });
  });

  test('returns ten per page by default', async () => {
    const userId = context.person();
    for (let i = 0; i < 11; i += 1) await context.deposit(userId, { amount: 50_000 + i });
    const first = (await get('/wallets/deposit?relatedCoin=TOMAN', userId)).json();
    expect(first.content).toHaveLength(10);
    const rest = (await get(`/wallets/deposit?relatedCoin=TOMAN&cursor=${first.nextCursor}`, userId)).json();
    expect(rest.content).toMatchObject([{ amount: '50000' }]);
  });

  test('includes their outcome', async () => {
    const userId = context.person();
    const payment = parseStartedPayment(await context.deposit(userId));
    await context.returnFromBank(await context.decideAtBank(payment.authority));
    const cancelled = parseStartedPayment(await context.deposit(userId));
    await context.returnFromBank(await context.decideAtBank(cancelled.authority, 'CANCEL'));
    expect((await get('/wallets/deposit', userId)).json().content).toMatchObject([
      { id: cancelled.id, isDone: false, state: 'FAILED', message: 'CANCELLED' },
      { id: payment.id, isDone: true, state: 'PAID', message: 'PAID' },
    ]);
  });

  test('returns none for other coins; unknown coins and cursors are refused', async () => {
    const userId = context.person();
    await context.deposit(userId);
    expect((await get('/wallets/deposit?excludedRelatedCoin=TOMAN', userId)).json().content).toEqual([]);
    expect((await get('/wallets/deposit?relatedCoin=BITCOIN', userId)).json().content).toEqual([]);
    expect((await get('/wallets/deposit?relatedCoin=GOLD', userId)).json().errors).toEqual(['relatedCoin']);
    expect((await get('/wallets/deposit?excludedRelatedCoin=DASH', userId)).json().errors).toEqual([
      'excludedRelatedCoin',
    ]);
    expect((await get('/wallets/deposit?cursor=1', userId)).statusCode).toBe(400);
    expect((await get('/wallets/deposit', `new:${userId}`)).statusCode).toBe(403);
  });
});

test('a payment can be read by its random id alone', async () => {
  const pay = (id: string) => context.http.app.inject({ method: 'GET', url: `/api/payments/${id}` });
  for (const id of [randomUUID(), '1', "'; drop table payments", '%00']) {
    expect((await pay(encodeURIComponent(id))).statusCode, id).toBe(404);
  }
});

describe('the sandbox bank page', () => {
  const bank = (method: 'GET' | 'POST', authority: string, payload?: object) =>
    context.http.app.inject({ method, url: `/api/sandbox/bank/${authority}`, ...(payload && { payload }) });

  test('shows a payment, pays it once, and returns where to go next', async () => {
    const { authority } = parseStartedPayment(await context.deposit(context.person()));
    expect((await bank('GET', authority)).json().baseDTO).toMatchObject({
      authority,
      amount: '1000000',
      cardNumber: '6037-99**-****-7893',
      state: 'OPEN',
    });
    const reply = await bank('POST', authority, { decision: 'PAY' });
    expect(reply.json().baseDTO.redirectSite).toMatch(
      /\/api\/payments\/SANDBOX\/return\?Authority=S[0-9a-f]{35}&Status=OK$/,
    );
    expect((await bank('POST', authority, { decision: 'CANCEL' })).statusCode).toBe(409);
    expect((await bank('GET', authority)).json().baseDTO.state).toBe('PAID');
  });

  test('responds NOT_FOUND to unknown payments', async () => {
    expect((await bank('GET', 'S0')).statusCode).toBe(404);
    expect((await bank('POST', 'S0', { decision: 'PAY' })).statusCode).toBe(404);
    expect((await bank('POST', 'S0', { decision: 'STEAL' })).statusCode).toBe(400);
  });
});
