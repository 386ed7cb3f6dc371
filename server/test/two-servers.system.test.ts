/** Two server processes on one database: either one serves all requests, one is the ledger writer. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFailedPayments } from './failed-payments.ts';
import { checkInvariants } from './invariants.ts';
import { hasNats } from './nats.ts';
import { inOwnersTransaction } from './owner.ts';
import { fetchReadiness, openStreamClient, type Pair, type PairedServer, startPair } from './pair.ts';
import { callServer, readPublishedPrice, signIn } from './running-server.ts';
import { repeatUntilSettled } from './traders.ts';

/** So long that waiting for its end is noticeable. */
const LEASE_MS = 6_000;
const CODES = 20;

describe.skipIf(!hasNats())('two servers', () => {
  let pair: Pair;
  let a: PairedServer;
  let b: PairedServer;
  let demo: string;
  let keys = 0;

  beforeAll(async () => {
    pair = await startPair({ leaseMs: LEASE_MS, env: { RATE_CODE: String(CODES) } });
    ({ a, b } = pair);
    demo = await signIn(b.url, 'demo@sarraf.test');
  });
  afterAll(async () => {
    try {
      if (pair) expect(await checkInvariants(pair.database.db)).toBeNull();
    } finally {
      await pair?.stop();
    }
  });

  const createKey = () => {
    keys += 1;
    return `two-servers-${keys}`;
  };
  const readWallet = async (half: PairedServer, coin: string) =>
    (await callServer(half.url, 'GET', `/wallets/customer-addresses?coins=${coin}`, { token: demo })).body[
      coin
    ].credit;
  /** The price of the server that has one: the reader halts without updates from the writer. */
  const findPrice = async (side: 'buy' | 'sell' = 'buy'): Promise<string> => {
    for (const { url, server } of [a, b]) {
      const publishedPrice = server && (await readPublishedPrice(url, 'BITCOIN', side).catch(() => null));
      if (publishedPrice) return publishedPrice;
    }
    throw new Error('nobody shows a price');
  };
  const buyCoins = async (half: PairedServer, amount = '0.0001', key = createKey()) => {
    const unitPrice = await findPrice();
    const body = { marketType: 'BITCOIN_TOMAN', amount, unitPrice };
    return callServer(half.url, 'POST', '/exchange/buy', { token: demo, key, body });
  };
  const isWriter = async (half: PairedServer) => (await fetchReadiness(half))?.writer === true;
  const isReader = async (half: PairedServer) => (await fetchReadiness(half))?.forwarding === true;
  const soon = { timeout: 60_000, interval: 50 };

  it('are both ready, one as the writer', async () => {
    expect(await fetchReadiness(a)).toEqual({ status: 200, database: true, writer: true, forwarding: false });
    await expect
      .poll(() => fetchReadiness(b), soon)
      .toEqual({
        status: 200,
        database: true,
        writer: false,
        forwarding: true,
      });
  });

  it('show the same prices, those of the writer', async () => {
    const readBothPrices = async () =>
      Promise.all([a, b].map(({ url }) => readPublishedPrice(url, 'BITCOIN', 'buy')));
    await expect.poll(async () => new Set(await readBothPrices()).size, soon).toBe(1);
    expect((await readBothPrices())[0]).toMatch(/^\d+/);
  });

  it('trade, whichever is called, and publish the result on both', async () => {
    const [onA, onB] = [a, b].map((half) => openStreamClient(half, ['orders', 'wallets'], demo));
    await expect.poll(() => [onA, onB].map((each) => each?.received.length), soon).toEqual([2, 2]);
    const before = await readWallet(b, 'BITCOIN');
    const bought = await buyCoins(b);
    expect(bought).toMatchObject({ status: 200, body: { baseDTO: { orderType: 'EXCHANGE_BUY' } } });
    expect(Number.parseFloat(await readWallet(b, 'BITCOIN')) - Number.parseFloat(before)).toBeCloseTo(
      0.0001,
      8,
    );
    const { body } = await callServer(b.url, 'GET', '/orders?size=1', { token: demo });
    expect(body.content).toEqual([bought.body.baseDTO]);
    for (const each of [onA, onB]) {
      await expect
        .poll(() => each?.of('orders', 'update').map(({ data }) => data), soon)
        .toEqual([bought.body.baseDTO]);
      await expect.poll(() => each?.of('wallets', 'update')[0]?.data.coins, soon).toContain('BITCOIN');
      each?.close();
    }
  });

  it('reply once to a key, whichever is called again', async () => {
    const unitPrice = await findPrice();
    const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice };
    const key = createKey();
    const sendRequest = ({ url }: PairedServer, more = {}) =>
      callServer(url, 'POST', '/exchange/buy', { token: demo, key, body: { ...body, ...more } });
    const answers = await Promise.all([sendRequest(b), sendRequest(a), sendRequest(b), sendRequest(b)]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(200);
    expect(await sendRequest(b, { amount: '0.0002' })).toMatchObject({
      status: 409,
      body: { message: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  it('share the rate limits of an address', async () => {
    const sendResendCall = async ({ url }: PairedServer) =>
      (await callServer(url, 'POST', '/users/resend-otp-code', { body: {} })).status;
    for (let i = 0; i < CODES; i += 1) expect(await sendResendCall(i % 2 === 0 ? a : b)).toBe(400);
    for (const half of [a, b]) {
      let requestCount = 0;
      const repeatCall = () => {
        requestCount += 1;
        return sendResendCall(half);
      };
      // It learns of the other's uses a moment later; by its own count alone it would accept ten more.
      await expect.poll(repeatCall, { ...soon, interval: 300 }).toBe(429);
      expect(requestCount).toBeLessThan(CODES / 2);
    }
  });

  it('refuse in the same way', async () => {
    const good = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice: await findPrice() };
    for (const body of [
      { ...good, amount: '-1' },
      { ...good, amount: '0.00000001' },
      { ...good, amount: '900' },
      { ...good, marketType: 'NOTHING_TOMAN' },
      { ...good, unitPrice: '1' },
      { ...good, amount: { not: 'a number' } },
      {},
    ]) {
      const [first, second] = await Promise.all(
        [a, b].map(({ url }) => callServer(url, 'POST', '/exchange/buy', { token: demo, body })),
      );
      expect(first?.status).toBeGreaterThanOrEqual(400);
      // Only the current price may differ between two replies.
      expect({ ...second, body: { ...second?.body, data: null } }).toEqual({
        ...first,
        body: { ...first?.body, data: null },
      });
    }
    for (const { url } of [a, b]) {
      expect((await callServer(url, 'POST', '/exchange/buy', { body: good })).status).toBe(401);
      const huge = { ...good, marketType: 'x'.repeat(200_000) };
      expect((await callServer(url, 'POST', '/exchange/buy', { token: demo, body: huge })).status).toBe(413);
      const unread = await fetch(`${url}/api/exchange/buy`, {
        method: 'POST',
        headers: { authorization: `Bearer ${demo}`, 'content-type': 'application/json' },
        body: '{"marketType":',
      });
      expect(unread.status).toBe(400);
      expect(unread.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('have one order book, which both show as it changes', async () => {
    const maker = await signIn(a.url, 'maker@sarraf.test');
    const limit = BigInt((await findPrice('sell')).split('.')[0] ?? '') / 1_000n;
    const placeOrder = (half: PairedServer, token: string, orderType: string, amount: string) => {
      const body = { marketType: 'BITCOIN_TOMAN', orderType, amount, unitPrice: `${limit}000` };
      return callServer(half.url, 'POST', '/orders', { token, key: createKey(), body });
    };
    const watching = [a, b].map((half) =>
      openStreamClient(half, ['book:BITCOIN_TOMAN', 'trades:BITCOIN_TOMAN', 'orders'], demo),
    );
    await expect.poll(() => watching.map(({ received }) => received.length), soon).toEqual([3, 3]);
    const expectAll = async (look: (of: (typeof watching)[0]['of']) => unknown, expected: unknown) => {
      for (const { of } of watching) await expect.poll(() => look(of), soon).toEqual(expected);
    };
    const readBidAmount = (of: (typeof watching)[0]['of']) =>
      Number.parseFloat(of('book:BITCOIN_TOMAN').at(-1)?.data.bids[0]?.[1]);

    const placed = await placeOrder(b, demo, 'LIMITED_BUY', '0.0005');
    expect(placed).toMatchObject({ status: 200, body: { baseDTO: { orderStatus: 'IS_OPEN' } } });
    const { id } = placed.body.baseDTO;
    await expectAll(readBidAmount, 0.0005);
    expect((await placeOrder(a, maker, 'LIMITED_SELL', '0.0002')).body.baseDTO.orderStatus).toBe('IS_CLOSED');
    await expectAll(readBidAmount, 0.0003);
    await expectAll((of) => of('trades:BITCOIN_TOMAN').at(-1)?.data.length, 1);
    await expectAll((of) => of('orders').at(-1)?.data.executedAmount, '0.00020000');

    const cancelOrder = (half: PairedServer, token: string) =>
      callServer(half.url, 'DELETE', `/orders/${id}`, { token });
    expect((await cancelOrder(b, maker)).status).toBe(404);
    expect((await cancelOrder(b, demo)).body.baseDTO.orderStatus).toBe('FINISHED_WITH_TRANSACTION');
    expect(await cancelOrder(b, demo)).toMatchObject({ status: 409, body: { message: 'ORDER_IS_CLOSED' } });
    await expectAll(readBidAmount, 0);
    const books = await Promise.all(
      [a, b].map(({ url }) => callServer(url, 'GET', '/orderbook/BITCOIN_TOMAN')),
    );
    expect(books[0]?.body).toEqual(books[1]?.body);
    for (const { close, gaps } of watching) {
      expect(gaps()).toBe(0);
      close();
    }
  });

  it('accept a payer who returns from the bank to the other', async () => {
    const { body: accounts } = await callServer(b.url, 'GET', '/users/verified-bank-accounts', {
      token: demo,
    });
    const { cardNumber } = accounts.content[0];
    const before = await readWallet(b, 'TOMAN');
    const started = await callServer(b.url, 'POST', '/wallets/deposit-toman', {
      token: demo,
      key: createKey(),
      body: { amount: '200000', paymentGateway: 'SANDBOX', cardNumber, callBackURL: `${a.url}/wallet` },
    });
    expect(started.status).toBe(200);
    const authority = started.body.baseDTO.redirectSite.split('/').at(-1);
    const reply = await callServer(b.url, 'POST', `/sandbox/bank/${authority}`, {
      body: { decision: 'PAY' },
    });
    const back = new URL(reply.body.baseDTO.redirectSite);
    const landed = await fetch(`${b.url}${back.pathname}${back.search}`, { redirect: 'manual' });
    expect(landed.status).toBe(302);
    expect(landed.headers.get('location')).toMatch(new RegExp(`^${a.url}/wallet\\?payment=`));
    expect(Number.parseFloat(await readWallet(b, 'TOMAN')) - Number.parseFloat(before)).toBe(200_000);
  });

  it('export a file of 12,000 rows, whichever is called', async () => {
    const { rows: people } = await sql<{
      id: string;
    }>`select id from users where email = 'demo@sarraf.test'`.execute(pair.database.db);
    await addFailedPayments(pair.database.db, people[0]?.id ?? '', 12_000);
    const downloadFile = async ({ url }: PairedServer) => {
      const answer = await fetch(`${url}/api/wallets/export?kind=TOMAN_DEPOSITS&format=csv&lang=en`, {
        headers: { authorization: `Bearer ${demo}` },
      });
      return { status: answer.status, lines: (await answer.text()).split('\r\n').filter(isFailed).length };
    };
    const isFailed = (line: string) => line.includes(',Failed');
    for (const half of [b, a]) expect(await downloadFile(half)).toEqual({ status: 200, lines: 12_000 });
  });

  it('end a session on one immediately, and with it its stream on the other', async () => {
    const [mine, other] = [await signIn(a.url, 'demo@sarraf.test'), await signIn(b.url, 'demo@sarraf.test')];
    const listOrdersOnce = () => callServer(b.url, 'GET', '/orders?size=1', { token: other });
    expect((await listOrdersOnce()).status).toBe(200);
    const stream = openStreamClient(b, ['wallets'], other);
    await expect.poll(() => stream.received.length, soon).toBe(1);
    const ended = await callServer(a.url, 'POST', '/users/logout', { token: other });
    expect(ended.status).toBe(200);
    // The writer knows it by now, whether b does or not.
    const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice: '1' };
    expect(
      (await callServer(b.url, 'POST', '/exchange/buy', { token: other, key: createKey(), body })).status,
    ).toBe(401);
    // Less than the five seconds for which a session is cached.
    await expect
      .poll(async () => (await listOrdersOnce()).status, { timeout: 60_000, interval: 10 })
      .toBe(401);
    expect((await callServer(b.url, 'GET', '/orders?size=1', { token: mine })).status).toBe(200);
    stream.close();
  });

  it('respond that the service is unavailable while they can’t reach each other, and recover', async () => {
    await pair.nats.kill();
    await expect.poll(() => isReader(b), soon).toBe(false);
    const key = createKey();
    expect(await buyCoins(b, '0.0001', key)).toMatchObject({
      status: 503,
      body: { message: 'SERVICE_UNAVAILABLE' },
    });
    expect((await buyCoins(a)).status).toBe(200);
    expect((await callServer(b.url, 'GET', '/orders?size=1', { token: demo })).status).toBe(200);
    await pair.nats.start();
    await expect.poll(() => isReader(b), soon).toBe(true);
    await expect.poll(async () => (await buyCoins(b, '0.0001', key)).status, soon).toBe(200);
  });

  it('hand the ledger over when the writer is told to stop', async () => {
    const { db } = pair.database;
    await inOwnersTransaction(db, async (tx) => {
      await sql`create table handovers (was_until timestamptz)`.execute(tx);
      await sql`create function note_handover() returns trigger language plpgsql security definer as $$ begin
        insert into public.handovers values (old.lease_until); return new; end $$`.execute(tx);
      await sql`create trigger note_handover before update on ledger_head for each row
        when (new.holder <> old.holder) execute function note_handover()`.execute(tx);
    });
    await Promise.all([a.kill('SIGTERM'), expect.poll(() => isWriter(b), soon).toBe(true)]);
    await inOwnersTransaction(db, async (tx) => {
      const { rows } = await sql<{ given: boolean }>`
        select was_until = '-infinity' as given from handovers`.execute(tx);
      // A released lease need not expire first.
      expect(rows).toEqual([{ given: true }]);
      await sql`drop function note_handover cascade`.execute(tx);
      await sql`drop table handovers`.execute(tx);
    });
    expect((await buyCoins(b)).status).toBe(200);
    await a.start();
    await expect.poll(() => isReader(a), soon).toBe(true);
    await expect.poll(async () => (await buyCoins(a)).status, soon).toBe(200);
  });

  it('continue when the writer freezes, which forwards its requests when it resumes', async () => {
    // b is the ledger writer now.
    const frozen = b.server;
    const unitPrice = await findPrice();
    frozen?.child.kill('SIGSTOP');
    const repeatedRequest = repeatUntilSettled([a], {
      method: 'POST',
      path: '/exchange/buy',
      token: demo,
      key: createKey(),
      body: { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice },
    });
    await expect.poll(() => isWriter(a), soon).toBe(true);
    await repeatedRequest;
    // A price that the frozen writer published isn't cached here: it is queried again.
    await expect.poll(async () => (await buyCoins(a)).status, soon).toBe(200);
    frozen?.child.kill('SIGCONT');
    await expect.poll(() => isReader(b), soon).toBe(true);
    expect(await isWriter(b)).toBe(false);
    await expect.poll(async () => (await buyCoins(b)).status, soon).toBe(200);
    expect(await checkInvariants(pair.database.db)).toBeNull();
  });

  it('seed the database once', async () => {
    const { rows } = await sql<{ gifts: bigint; people: bigint }>`select
      (select count(*) from idempotency where owner = 'seed') as gifts,
      (select count(*) from users where email like '%@sarraf.test') as people`.execute(pair.database.db);
    const { rows: once } = await sql<{
      n: bigint;
    }>`select count(*) as n from transfers where kind = 'seed'`.execute(pair.database.db);
    expect(once[0]?.n).toBe(rows[0]?.gifts);
    expect(rows[0]?.people).toBeGreaterThan(0n);
  });
});
