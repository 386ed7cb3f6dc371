/**
 * F06, F11: concurrent requests for one wallet's money, one payment reported in several ways, two servers on one
 * database.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchReadiness } from './pair.ts';
import { createIntent, type Product, parseUnits, showLogOfFailed, startProduct } from './product.ts';
import { callServer, findFreePort, readPublishedPrice, startServer } from './running-server.ts';
import { pollUntil } from './waiting.ts';

const REQUESTS = 200;

let t: Product;
showLogOfFailed(() => t);
beforeAll(async () => {
  t = await startProduct();
});
afterAll(async () => {
  await t.close();
});

it(`lets one of ${REQUESTS} withdrawals and ${REQUESTS} sales of a whole balance succeed`, async () => {
  const by = await t.customer();
  const all = '0.8';
  await t.fund(by, 'LITE_COIN', all);
  const intent = createIntent('LITE_COIN', all);
  const proved: { token: string; code: string }[] = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const token = await t.newSession(by);
    proved.push({ token, code: await t.codeFor(by, intent, token) });
  }
  const unitPrice = await readPublishedPrice(t.url, 'LITE_COIN', 'sell');
  const sale = { marketType: 'LITE_COIN_TOMAN', amount: all, unitPrice };
  const requestPairs = proved.map(({ token, code }) => [
    t.request(by, intent, code, { token }),
    callServer(t.url, 'POST', '/exchange/sell', { token, key: randomUUID(), body: sale }),
  ]);
  const answers = await Promise.all(requestPairs.map((both) => Promise.all(both)));
  const listRefusals = (which: number) =>
    answers.flatMap((both) => {
      const { status = 0, body } = both[which] ?? {};
      return status === 200 ? [] : [body.message];
    });
  const [ofWithdrawals, ofSales] = [listRefusals(0), listRefusals(1)];
  expect(ofWithdrawals.length + ofSales.length).toBe(2 * REQUESTS - 1);
  expect(new Set(ofWithdrawals)).toEqual(new Set(['Not Enough Balance']));
  // A price is valid for ten seconds, in which a busy machine doesn't handle all of them.
  expect(new Set(ofSales.filter((message) => message !== 'PRICE_CHANGED'))).toEqual(
    new Set(['Not Enough Balance']),
  );
  const { rows } = await sql<{ withdrawals: number; orders: number; sales: number }>`select
    (select count(*)::int from withdrawals where user_id = ${by.id}) as withdrawals,
    (select count(*)::int from outgoing where user_id = ${by.id}) as orders,
    (select count(*)::int from orders where user_id = ${by.id}) as sales`.execute(t.db);
  const { withdrawals = 0, orders = 0, sales = 0 } = rows[0] ?? {};
  expect([withdrawals + sales, orders]).toEqual([1, withdrawals]);
  expect(await t.balance(by.id, 'LITE_COIN')).toBe(0n);
  expect((await t.balance(by.id, 'TOMAN')) > 0n).toBe(sales === 1);
});

it('makes one withdrawal for a request that is sent 40 times concurrently, with equal replies', async () => {
  const by = await t.customer();
  await t.fund(by, 'ETHEREUM', '0.5');
  const intent = createIntent('ETHEREUM', '0.01');
  const code = await t.codeFor(by, intent);
  const key = randomUUID();
  const same = await Promise.all(Array.from({ length: 40 }, () => t.request(by, intent, code, { key })));
  expect(new Set(same.map(({ body }) => body.baseDTO?.id)).size).toBe(1);
  expect(same.every(({ status }) => status === 200)).toBe(true);
  // The code is used up for every caller and every key.
  const others = await Promise.all(Array.from({ length: 40 }, () => t.request(by, intent, code)));
  expect(others.map(({ status }) => status === 200)).not.toContain(true);
  expect(await t.balance(by.id, 'ETHEREUM')).toBe(parseUnits('ETHEREUM', '0.49'));
});

it('credits a payment once that the scanner finds while its owner requests a check 30 times', async () => {
  const by = await t.customer();
  const txid = await t.pay(by, 'LITE_COIN', '0.7');
  const checkTransaction = () =>
    t.get(by, `/wallets/check-confirmed-transaction?relatedCoin=LITE_COIN&tokenType=LITE_COIN&txid=${txid}`);
  const readScannedHeight = async () => {
    const { rows } = await sql<{ height: string }>`select height::text from chain_cursors
      where chain = 'LITE_COIN'`.execute(t.db);
    return BigInt(rows[0]?.height ?? -1);
  };
  for (let block = 0; block < 10; block += 1) {
    const before = await readScannedHeight();
    const claims = await Promise.all([
      checkTransaction(),
      checkTransaction(),
      t.mine('LITE_COIN', 1),
      checkTransaction(),
    ]);
    expect(claims.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await pollUntil(async () => (await readScannedHeight()) > before, 60_000);
  }
  await pollUntil(async () => (await checkTransaction()).body.baseDTO.transactionIsDone, 60_000);
  expect(await t.balance(by.id, 'LITE_COIN')).toBe(parseUnits('LITE_COIN', '0.7'));
});

it('credits and pays once while a second server takes over from a frozen one that resumes later', async () => {
  const by = await t.customer();
  await t.fund(by, 'LITE_COIN', '2');
  const { WITH_SIGNER: _, ...settings } = t.settings;
  const second = await startServer({ ...settings, PORT: String(await findFreePort()) });
  const mineOnSecond = (count: number) =>
    callServer(second.url, 'POST', '/sandbox/chains/LITE_COIN/blocks', { body: { count } });
  const isWriter = async (url: string) => (await fetchReadiness({ url }))?.writer;
  const expected = parseUnits('LITE_COIN', '2.2');
  const isDepositCredited = async () => (await t.balance(by.id, 'LITE_COIN')) === expected;
  try {
    await t.withdraw(by, createIntent('LITE_COIN', '0.3'));
    await t.pay(by, 'LITE_COIN', '0.5');
    t.server?.child.kill('SIGSTOP');
    await pollUntil(async () => (await isWriter(second.url)) === true, 60_000);
    await mineOnSecond(3);
    t.server?.child.kill('SIGCONT');
    // It resumes, and learns that the other server is the ledger writer now.
    await pollUntil(async () => (await isWriter(t.url)) === false, 60_000);
    await mineOnSecond(6);
    await pollUntil(isDepositCredited, 60_000);
  } finally {
    t.server?.child.kill('SIGCONT');
    await second.kill('SIGKILL');
  }
  // The first one is the ledger writer again.
  await pollUntil(async () => (await isWriter(t.url)) === true, 60_000);
  expect(await isDepositCredited()).toBe(true);
});

it('satisfies every law afterwards', async () => {
  await t.untilRest();
  await t.expectSound();
});
