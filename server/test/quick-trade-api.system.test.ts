/** Quick trades over HTTP against the whole server: valid ones, and that invalid input has no effect. */

import { computeReferralShare, parseDecimal } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Sarraf } from '../src/main.ts';
import { manualClock } from '../src/platform/clock.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { documentedMessage } from './documented.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort, readPublishedPrice, signIn } from './running-server.ts';
import { createStartedDatabase, type StartedDatabase } from './started-sandbox.ts';

let test: StartedDatabase;
let database: Database;
let sarraf: Sarraf;
let demo: string;
const clock = manualClock(Date.now());

beforeAll(async () => {
  test = await createStartedDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  const config = loadConfig({
    ...test.settings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
  });
  sarraf = await startReady(config, { clock });
  demo = await signIn(sarraf.url, 'demo@sarraf.test');
});

afterAll(async () => {
  await sarraf.stop();
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await test.drop();
});

const postTrade = (side: 'buy' | 'sell', body: object, more: { token?: string; key?: string } = {}) =>
  callServer(sarraf.url, 'POST', `/exchange/${side}`, { token: demo, ...more, body });

const readState = async () => {
  const { rows } =
    await sql`select (select count(*) from transfers) as transfers, (select count(*) from orders) as orders,
    (select count(*) from idempotency) as keys`.execute(database.db);
  return rows[0];
};

const readBalances = async (token = demo) =>
  (await callServer(sarraf.url, 'GET', '/wallets/customer-addresses', { token })).body;

describe('a quick trade over HTTP', () => {
  it('buys at the published price, shows it in wallet, orders and trades, and publishes it to the stream', async () => {
    const messages: { channel?: string; type?: string; data?: { coins?: string[]; number?: string } }[] = [];
    const socket = new WebSocket(`${sarraf.url.replace('http', 'ws')}/api/stream`);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.on('message', (raw) => messages.push(documentedMessage(raw)));
    socket.send(JSON.stringify({ op: 'auth', token: demo }));
    socket.send(JSON.stringify({ op: 'subscribe', channels: ['wallets', 'orders', 'prices'] }));
    await expect.poll(() => messages.filter(({ type }) => type === 'snapshot').length).toBe(3);

    const before = await readBalances();
    const unitPrice = await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy');
    const { status, body } = await postTrade('buy', {
      marketType: 'BITCOIN_TOMAN',
      amount: '0.001',
      unitPrice,
    });
    expect(status).toBe(200);
    const order = body.baseDTO;
    expect(order).toMatchObject({ orderType: 'EXCHANGE_BUY', amount: '0.00100000', unitPrice });
    expect(order.number).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    const after = await readBalances();
    expect(after.BITCOIN.credit).toBe('0.50100000');
    expect(BigInt(Math.round((before.TOMAN.credit - after.TOMAN.credit) * 1e6))).toBeGreaterThan(0n);
    for (const path of ['/orders?size=1', '/trades?size=1&type=OTC&destinationCoin=BITCOIN']) {
      expect((await callServer(sarraf.url, 'GET', path, { token: demo })).body.content[0]).toEqual(order);
    }
    expect((await callServer(sarraf.url, 'GET', '/trades?type=P2P', { token: demo })).body.content).toEqual(
      [],
    );
    // A request by page number gets the total.
    expect((await callServer(sarraf.url, 'GET', '/trades?page=1', { token: demo })).body.totalPages).toBe(1);
    await expect
      .poll(() => messages.filter(({ type }) => type === 'update').map(({ channel }) => channel))
      .toEqual(expect.arrayContaining(['orders', 'wallets']));
    expect(
      messages.find(({ channel, type }) => channel === 'orders' && type === 'update')?.data?.number,
    ).toBe(order.number);
    expect(
      messages.find(({ channel, type }) => channel === 'wallets' && type === 'update')?.data?.coins,
    ).toContain('TOMAN');
    socket.close();
  });

  it('lets one of 200 concurrent sells of a whole balance through, and replies equally to ten repeats of a key', async () => {
    const unitPrice = await readPublishedPrice(sarraf.url, 'TETHER', 'sell');
    const all = { marketType: 'TETHER_TOMAN', amount: '5000', unitPrice };
    const answers = await Promise.all(Array.from({ length: 200 }, () => postTrade('sell', all)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message))).toEqual(
      new Set(['Not Enough Balance']),
    );
    expect((await readBalances()).TETHER.credit).toBe('0.00');

    const back = {
      marketType: 'TETHER_TOMAN',
      amount: '100',
      unitPrice: await readPublishedPrice(sarraf.url, 'TETHER', 'buy'),
    };
    const same = await Promise.all(
      Array.from({ length: 10 }, () => postTrade('buy', back, { key: 'same-key-1' })),
    );
    expect(same.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(same.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await readBalances()).TETHER.credit).toBe('100.00');
    const other = await postTrade('buy', { ...back, amount: '101' }, { key: 'same-key-1' });
    expect(other).toMatchObject({ status: 409, body: { message: 'IDEMPOTENCY_KEY_REUSED' } });
  });
});

it('pays the inviter, from the code at sign-up to the balance', async () => {
  const { url } = sarraf;
  const inviter = (await callServer(url, 'GET', '/users/account', { token: demo })).body.baseDTO.referralCode;
  const email = 'invited@sarraf.test';
  await callServer(url, 'POST', '/users/register', {
    body: { email, password: 'Copper-River-48', referralCode: inviter, authenticationType: 'EMAIL' },
  });
  const [mail] = (await callServer(url, 'GET', `/sandbox/outbox?to=${email}`)).body;
  const { token } = (
    await callServer(url, 'POST', '/users/check-otp-code', { body: { email, code: mail.code } })
  ).body;
  await callServer(url, 'POST', '/sandbox/authorize', { token, body: {} });
  const [card] = (await callServer(url, 'GET', '/users/verified-bank-accounts', { token })).body.content;
  const deposit = await callServer(url, 'POST', '/wallets/deposit-toman', {
    token,
    body: {
      amount: '20000000',
      paymentGateway: 'SANDBOX',
      cardNumber: card.cardNumber,
      callBackURL: '/redirect-from-banks',
    },
  });
  const authority = deposit.body.baseDTO.redirectSite.split('/').at(-1);
  const reply = await callServer(url, 'POST', `/sandbox/bank/${authority}`, { body: { decision: 'PAY' } });
  await fetch(reply.body.baseDTO.redirectSite, { redirect: 'manual' });
  expect((await readBalances(token)).TOMAN.credit).toBe('20000000');

  const before = parseDecimal((await readBalances()).TOMAN.credit, 6) ?? 0n;
  const bought = await postTrade(
    'buy',
    {
      marketType: 'BITCOIN_TOMAN',
      amount: '0.001',
      unitPrice: await readPublishedPrice(url, 'BITCOIN', 'buy'),
    },
    { token },
  );
  const fee = parseDecimal(bought.body.baseDTO.wage, 6) ?? 0n;
  const after = parseDecimal((await readBalances()).TOMAN.credit, 6) ?? 0n;
  expect(fee).toBeGreaterThan(0n);
  expect(after - before).toBe(computeReferralShare(fee));
});

describe('invalid input has no effect', () => {
  const createValidTrade = async () => ({
    marketType: 'BITCOIN_TOMAN',
    amount: '0.001',
    unitPrice: await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy'),
  });

  const expectRefused = async (
    changes: object,
    status: number,
    message: string,
    more: { token?: string } = {},
  ) => {
    const before = await readState();
    const answer = await postTrade('buy', { ...(await createValidTrade()), ...changes }, more);
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
    expect(await readState()).toEqual(before);
    return answer.body;
  };

  it.each([
    ['negative', '-1'],
    ['zero', '0'],
    ['too long', '9'.repeat(40)],
    ['not a number', 'one'],
    ['19 decimals', '0.0000000000000000001'],
    ['exponent', '1e400'],
    ['Persian digits with junk', '۰٫۰۰۱؟'],
    ['with separators', '1,000'],
    ['a negative number', -1],
  ])('an amount that is %s', async (_name, amount) => {
    await expectRefused({ amount }, 400, 'UNACCEPTABLE_AMOUNT');
  });

  it('an amount below the minimum, above the maximum, off the steps, beyond the balance', async () => {
    await expectRefused({ amount: '0.00001' }, 400, 'AMOUNT_IS_LOW');
    await expectRefused({ amount: '2.1' }, 400, 'AMOUNT_IS_HIGH');
    await expectRefused({ amount: '1.9' }, 409, 'NOT_ENOUGH_BALANCE_TOMAN');
    const unitPrice = await readPublishedPrice(sarraf.url, 'DOGE_COIN', 'buy');
    await expectRefused(
      { marketType: 'DOGE_COIN_TOMAN', amount: '10.5', unitPrice },
      400,
      'AMOUNT_NOT_ALLOWED',
    );
  });

  it('unknown coins, Toman for Toman, missing and wrong fields', async () => {
    expect((await expectRefused({ marketType: 'GOLD_TOMAN' }, 400, 'BAD_REQUEST')).errors).toEqual([
      'marketType',
    ]);
    expect((await expectRefused({ marketType: 'TOMAN_TOMAN' }, 400, 'BAD_REQUEST')).errors).toEqual([
      'marketType',
    ]);
    expect((await expectRefused({ amount: null }, 400, 'BAD_REQUEST')).errors).toEqual(['amount']);
    expect((await expectRefused({ amount: undefined }, 400, 'BAD_REQUEST')).errors).toEqual(['amount']);
    expect((await expectRefused({ amount: ['1'] }, 400, 'BAD_REQUEST')).errors).toEqual(['amount']);
    expect((await expectRefused({ orderType: 'GIFT' }, 400, 'BAD_REQUEST')).errors).toEqual(['orderType']);
    const destinationWallet = '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx';
    expect((await expectRefused({ destinationWallet }, 400, 'BAD_REQUEST')).errors).toEqual(['code']);
  });

  it('an invented price, the price of the other side, a stale price', async () => {
    await expectRefused({ unitPrice: '1' }, 409, 'PRICE_CHANGED');
    const other = await readPublishedPrice(sarraf.url, 'BITCOIN', 'sell');
    const answer = await expectRefused({ unitPrice: other }, 409, 'PRICE_CHANGED');
    expect(answer.data.unitPrice).toMatch(/^\d+$/);
    const stale = await readPublishedPrice(sarraf.url, 'BITCOIN', 'buy');
    // Replaced by another, more than 10 s ago.
    for (let i = 0; i < 2; i += 1) {
      clock.advance(9_000);
      await expect
        .poll(() => readPublishedPrice(sarraf.url, 'BITCOIN', 'buy'), { timeout: 60_000 })
        .not.toBe(stale);
    }
    clock.advance(3_000);
    await expect
      .poll(() => readPublishedPrice(sarraf.url, 'BITCOIN', 'buy'), { timeout: 60_000 })
      .not.toBeNull();
    await expectRefused({ unitPrice: stale }, 409, 'PRICE_CHANGED');
  });

  it('users without permission', async () => {
    const maker = await signIn(sarraf.url, 'maker@sarraf.test');
    await expectRefused({}, 403, 'QUICK_TRADE_DISABLED_FOR_MARKETER', { token: maker });
    const fresh = await signIn(sarraf.url, 'new@sarraf.test');
    await expectRefused({}, 403, 'NOT_AUTHORIZED', { token: fresh });
    await expectRefused({}, 401, 'Invalid Token', { token: '' });
    await expectRefused({}, 401, 'Invalid Token', { token: 'forged' });
    await expectRefused({}, 401, 'Invalid Token', { token: 'A'.repeat(43) });
    const ended = await signIn(sarraf.url, 'demo@sarraf.test');
    await callServer(sarraf.url, 'POST', '/users/logout', { token: ended });
    await expectRefused({}, 401, 'Invalid Token', { token: ended });
  });

  it('bodies that are too large, not JSON, or with prototype pollution', async () => {
    const before = await readState();
    const sendTrade = (body: string, type = 'application/json') =>
      fetch(`${sarraf.url}/api/exchange/buy`, {
        method: 'POST',
        headers: { authorization: `Bearer ${demo}`, 'content-type': type },
        body,
      }).then(async (answer) => ({ status: answer.status, ...((await answer.json()) as object) }));
    expect(await sendTrade(JSON.stringify({ amount: 'x'.repeat(10_000_000) }))).toMatchObject({
      status: 'BAD_REQUEST',
      message: 'PAYLOAD_TOO_LARGE',
    });
    expect(await sendTrade('{"amount":')).toMatchObject({ message: 'BAD_REQUEST' });
    expect(await sendTrade('{"__proto__":{"supervisor":true}}')).toMatchObject({ message: 'BAD_REQUEST' });
    expect(await sendTrade('amount=1', 'application/x-www-form-urlencoded')).toMatchObject({
      message: 'BAD_REQUEST',
    });
    expect(await readState()).toEqual(before);
  });

  it('reveals no internals of the server, and sets its security headers on every response', async () => {
    const answer = await fetch(`${sarraf.url}/api/nothing/here`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ status: 'NOT_FOUND', message: 'NOT_FOUND', errors: [] });
    const csp = answer.headers.get('content-security-policy') ?? '';
    expect(csp).toContain("default-src 'none'");
    expect(csp).not.toContain('unsafe');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('returns the numbers of customers and trades and their value at both endpoints, above the minimum set by staff', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where level <> 'SUPERVISOR'`.execute(database.db);
  await sql`update trade_totals set trades = 1234, toman_value = 5678900000000`.execute(database.db);
  // The result is cached for five seconds.
  clock.advance(5_000);
  const figures = { userCount: rows[0]?.count ?? 0, tradesAmount: 1234, tradesValue: '5678900' };
  expect(figures.userCount).toBeGreaterThanOrEqual(5);
  const readAllPages = async (expected: object) => {
    for (const path of ['/trades/crypto-info', '/trades/market-info-home']) {
      const { status, body } = await callServer(sarraf.url, 'GET', path);
      expect([status, body.baseDTO]).toEqual([200, expected]);
    }
  };
  const hidden = { userCount: null, tradesAmount: null, tradesValue: null };
  for (const [minUsers, minTrades, expected] of [
    [figures.userCount, 1234, figures],
    [figures.userCount, 1235, hidden],
    [figures.userCount + 1, 0, hidden],
  ] as const) {
    await sql`update public_statistics set min_users = ${minUsers}, min_trades = ${minTrades}`.execute(
      database.db,
    );
    clock.advance(5_000);
    await readAllPages(expected);
  }
});
