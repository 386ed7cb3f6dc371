/** A pause of a feature, a market or a coin set through one of two servers applies to both, and ends automatically. */
import { COINS, FEATURES, listPausableNames } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from './invariants.ts';
import { hasNats } from './nats.ts';
import { openStreamClient, type Pair, type PairedServer, startPair, waitForRoles } from './pair.ts';
import { callServer, readPublishedPrice, signIn } from './running-server.ts';

const TEXT = { fa: 'شبکه به‌روز می‌شود', en: 'The network is being updated' };
const HOUR = 3_600_000;
/** Delay until a pause begins or ends: longer than a request takes, and short enough to wait for. */
const SOON = 2_000;

describe.skipIf(!hasNats())('pauses of two servers', () => {
  let pair: Pair;
  let writer: PairedServer;
  let reader: PairedServer;
  let staff: string;
  let demo: string;
  let keys = 0;

  beforeAll(async () => {
    pair = await startPair({ leaseMs: 6_000 });
    ({ writer, reader } = await waitForRoles(pair));
    staff = await signIn(reader.url, 'staff@sarraf.test');
    demo = await signIn(reader.url, 'demo@sarraf.test');
  });
  afterAll(async () => {
    try {
      if (pair) expect(await checkInvariants(pair.database.db)).toBeNull();
    } finally {
      await pair?.stop();
    }
  });

  type PauseTarget = readonly [scope: string, name: string];
  const listPauses = async (
    half: PairedServer,
  ): Promise<{ scope: string; name: string; version: number }[]> =>
    (await callServer(half.url, 'GET', '/backoffice/operations', { token: staff })).body.baseDTO.pauses;
  const readVersion = async (half: PairedServer, [scope, name]: PauseTarget) =>
    (await listPauses(half)).find((one) => one.scope === scope && one.name === name)?.version ?? 0;
  const pauseTarget = async (half: PairedServer, target: PauseTarget, more: object = {}, token = staff) => {
    const version = await readVersion(half, target);
    const body = { version, text: TEXT, beginsAt: null, endsAt: null, reason: 'an update', ...more };
    return callServer(half.url, 'PUT', `/backoffice/pauses/${target.join('/')}`, { token, body });
  };
  const endPause = async (half: PairedServer, target: PauseTarget, version?: number) => {
    const body = { version: version ?? (await readVersion(half, target)), reason: 'it is over' };
    return callServer(half.url, 'POST', `/backoffice/pauses/${target.join('/')}/end`, { token: staff, body });
  };
  /** Moves it, so that it ends or begins soon: the earlier checks can't have been late, however busy the machine is. */
  async function movePause(
    half: PairedServer,
    target: PauseTarget,
    what: 'beginsAt' | 'endsAt',
  ): Promise<number> {
    for (let wait = SOON; ; wait *= 2) {
      const at = Date.now() + wait;
      const { status } = await pauseTarget(half, target, { [what]: new Date(at).toISOString() });
      if (status === 200) return at;
      // It had taken effect before this call.
      expect(Date.now()).toBeGreaterThan(at);
    }
  }
  const listPublicPauses = async ({ url }: PairedServer): Promise<string[]> =>
    (await callServer(url, 'GET', '/maintenance')).body.baseDTO.paused.map(
      (one: { name: string }) => one.name,
    );
  const createKey = () => {
    keys += 1;
    return `a-pause-${keys}`;
  };
  const buyCoins = async ({ url }: PairedServer, { coin = 'BITCOIN', more = {} } = {}) =>
    callServer(url, 'POST', '/exchange/buy', {
      token: demo,
      key: createKey(),
      body: {
        marketType: `${coin}_TOMAN`,
        amount: coin === 'BITCOIN' ? '0.0001' : '10',
        unitPrice: await readPublishedPrice(url, coin, 'buy'),
        ...more,
      },
    });
  const placeOrder = async ({ url }: PairedServer, market = 'BITCOIN_TOMAN') =>
    callServer(url, 'POST', '/orders', {
      token: demo,
      key: createKey(),
      body: {
        marketType: market,
        orderType: 'LIMITED_BUY',
        amount: market.startsWith('BITCOIN') ? '0.0005' : '20',
        unitPrice: await lowPrice(url, market),
      },
    });
  /** Below the price, so that it stays open, and within the band. */
  const lowPrice = async (url: string, market: string) => {
    if (market === 'BITCOIN_TETHER') return '50000';
    const [price = '0'] = (await readPublishedPrice(url, market.replace('_TOMAN', ''), 'buy')).split('.');
    const limit = (BigInt(price) * 98n) / 100n;
    return (limit - (limit % (market === 'BITCOIN_TOMAN' ? 1_000n : 10n))).toString();
  };
  const requestCode = async ({ url }: PairedServer, relatedCoin: string, tokenType: string) =>
    callServer(url, 'POST', '/users/send-code', {
      token: demo,
      body: { amount: '1', relatedCoin, tokenType, destinationWalletAddress: 'nowhere' },
    });
  const bothServers = () => [writer, reader];

  it('refuse a paused market at both, let orders be cancelled, and leave every other market open', async () => {
    const target = ['MARKET', 'BITCOIN_TOMAN'] as const;
    const open = await placeOrder(reader);
    expect(open.body).toMatchObject({ message: 'order placed' });
    const streams = bothServers().map((half) => openStreamClient(half, ['maintenance']));
    for (const { of } of streams) await expect.poll(() => of('maintenance', 'snapshot').length).toBe(1);
    const endsAt = new Date(Date.now() + HOUR).toISOString();
    expect(await pauseTarget(reader, target, { endsAt })).toMatchObject({
      status: 200,
      body: { baseDTO: { name: 'BITCOIN_TOMAN', version: 1, endsAt, changedBy: 'staff@sarraf.test' } },
    });
    for (const half of bothServers()) {
      for (const refusal of [await buyCoins(half), await placeOrder(half)]) {
        expect(refusal).toMatchObject({
          status: 503,
          body: { message: 'PAUSED', data: { scope: 'MARKET', name: 'BITCOIN_TOMAN', until: endsAt } },
        });
        expect(refusal.body.data.retryAfter).toBeGreaterThan(HOUR / 1000 - 60);
      }
      expect(await buyCoins(half, { coin: 'TETHER' })).toMatchObject({ status: 200 });
    }
    for (const { of } of streams) {
      await expect.poll(() => of('maintenance', 'update').length).toBe(1);
      expect(of('maintenance', 'update')[0]?.data).toMatchObject({
        isOn: false,
        paused: [{ scope: 'MARKET', name: 'BITCOIN_TOMAN', text: TEXT, endsAt }],
      });
    }
    for (const { close } of streams) close();
    expect((await placeOrder(writer, 'TETHER_TOMAN')).body.message).toBe('order placed');
    const cancelled = await callServer(reader.url, 'DELETE', `/orders/${open.body.baseDTO.id}`, {
      token: demo,
    });
    expect(cancelled.status).toBe(200);
    const all = await callServer(writer.url, 'DELETE', '/orders?all=true', { token: demo });
    expect(all.body).toMatchObject({ count: 1 });
  });

  it('continue after a restart, until staff ends them', async () => {
    await reader.kill('SIGKILL');
    await reader.start();
    ({ writer, reader } = await waitForRoles(pair));
    expect(await listPublicPauses(reader)).toEqual(['BITCOIN_TOMAN']);
    for (const half of bothServers()) expect((await buyCoins(half)).body.message).toBe('PAUSED');
    expect((await endPause(reader, ['MARKET', 'BITCOIN_TOMAN'])).status).toBe(200);
    for (const half of bothServers()) expect(await buyCoins(half)).toMatchObject({ status: 200 });
    for (const half of bothServers()) await expect.poll(() => listPublicPauses(half)).toEqual([]);
  });

  it('refuse a paused feature before validation, leave everything else open, and end on time', async () => {
    const streams = bothServers().map((half) => openStreamClient(half, ['maintenance']));
    for (const { of } of streams) await expect.poll(() => of('maintenance', 'snapshot').length).toBe(1);
    const endsAt = new Date(Date.now() + HOUR).toISOString();
    expect((await pauseTarget(writer, ['FEATURE', 'QUICK_TRADE'], { endsAt })).status).toBe(200);
    for (const half of bothServers()) {
      // The forwarding server may not know of it yet: money requests are refused all the same.
      const refusal = await callServer(half.url, 'POST', '/exchange/sell', {
        token: demo,
        body: { nothing: 1 },
      });
      if (half === writer)
        expect(refusal.body).toMatchObject({ message: 'PAUSED', data: { scope: 'FEATURE' } });
      expect((await buyCoins(half)).body).toMatchObject({ message: 'PAUSED', data: { name: 'QUICK_TRADE' } });
    }
    expect((await placeOrder(reader)).status).toBe(200);
    expect((await callServer(reader.url, 'DELETE', '/orders?all=true', { token: demo })).status).toBe(200);
    // It ends automatically, without a request and without a message.
    const endedAt = await movePause(writer, ['FEATURE', 'QUICK_TRADE'], 'endsAt');
    await expect.poll(() => Date.now() >= endedAt).toBe(true);
    for (const half of bothServers()) expect(await buyCoins(half)).toMatchObject({ status: 200 });
    for (const { of } of streams) {
      await expect.poll(() => of('maintenance', 'update').at(-1)?.data).toMatchObject({ paused: [] });
    }
    for (const { close } of streams) close();
    expect(await listPauses(reader)).toEqual([]);
  });

  it('start and end at their planned times', async () => {
    const [beginsAt, endsAt] = [HOUR, 2 * HOUR].map((ms) => new Date(Date.now() + ms).toISOString());
    expect((await pauseTarget(reader, ['FEATURE', 'ORDERS'], { beginsAt, endsAt })).status).toBe(200);
    expect(await listPublicPauses(reader)).toEqual([]);
    expect((await listPauses(writer)).map(({ name }) => name)).toEqual(['ORDERS']);
    expect((await placeOrder(writer)).status).toBe(200);
    await movePause(reader, ['FEATURE', 'ORDERS'], 'beginsAt');
    for (const half of bothServers()) await expect.poll(() => listPublicPauses(half)).toEqual(['ORDERS']);
    for (const half of bothServers()) expect((await placeOrder(half)).body.message).toBe('PAUSED');
    const cancelled = await callServer(reader.url, 'DELETE', '/orders?all=true', { token: demo });
    expect(cancelled.body).toMatchObject({ count: 1 });
    expect((await endPause(writer, ['FEATURE', 'ORDERS'])).status).toBe(200);
    // The other server learns of it in a moment.
    await expect.poll(() => listPublicPauses(reader)).toEqual([]);
    expect((await placeOrder(reader)).status).toBe(200);
    await callServer(reader.url, 'DELETE', '/orders?all=true', { token: demo });
  });

  it('stop a paused coin from being traded in any market and from being withdrawn', async () => {
    expect((await pauseTarget(writer, ['COIN', 'TETHER'])).status).toBe(200);
    for (const half of bothServers()) {
      expect((await buyCoins(half, { coin: 'TETHER' })).body).toMatchObject({
        message: 'PAUSED',
        data: { scope: 'COIN', name: 'TETHER', until: null },
      });
      await expect.poll(() => listPublicPauses(half)).toEqual(['TETHER']);
      expect((await requestCode(half, 'TETHER', 'TRC20')).body.message).toBe('PAUSED');
      expect((await requestCode(half, 'BITCOIN', 'BITCOIN')).body.message).not.toBe('PAUSED');
    }
    // The other side of a market that is quoted in it.
    expect((await placeOrder(writer, 'BITCOIN_TETHER')).body).toMatchObject({ message: 'PAUSED' });
    expect(await buyCoins(writer)).toMatchObject({ status: 200 });
    expect((await endPause(reader, ['COIN', 'TETHER'])).status).toBe(200);
    expect(await buyCoins(writer, { coin: 'TETHER' })).toMatchObject({ status: 200 });
  });

  it('distinguish withdrawals of Toman from those of coins, and allow no purchase that couldn’t be sent', async () => {
    expect((await pauseTarget(writer, ['FEATURE', 'COIN_WITHDRAWAL'])).status).toBe(200);
    expect((await requestCode(writer, 'BITCOIN', 'BITCOIN')).body.data).toMatchObject({
      name: 'COIN_WITHDRAWAL',
    });
    expect((await requestCode(writer, 'TOMAN', 'TOMAN')).body.message).not.toBe('PAUSED');
    const reply = await buyCoins(writer, { more: { destinationWallet: 'nowhere', code: '12345' } });
    expect(reply.body).toMatchObject({ message: 'PAUSED', data: { name: 'COIN_WITHDRAWAL' } });
    expect((await endPause(writer, ['FEATURE', 'COIN_WITHDRAWAL'])).status).toBe(200);
  });

  it('apply to staff accounts as to any, but not to their work as staff', async () => {
    expect((await pauseTarget(writer, ['FEATURE', 'VERIFICATION'])).status).toBe(200);
    const body = { nothing: 1 };
    for (const token of [staff, demo]) {
      const refusal = await callServer(writer.url, 'POST', '/users/account', { token, body });
      expect(refusal.body.message).toBe('PAUSED');
    }
    expect((await endPause(writer, ['FEATURE', 'VERIFICATION'])).status).toBe(200);
    const read = await callServer(writer.url, 'POST', '/users/account', { token: staff, body });
    expect(read.body.message).toBe('BAD_REQUEST');
  });

  it('are set by admins only, for existing targets, and one edit at a time', async () => {
    const target = ['COIN', 'DOGE_COIN'] as const;
    expect((await pauseTarget(writer, target, {}, demo)).body.message).toBe('FORBIDDEN');
    for (const unknown of [
      ['COIN', 'TOMAN'],
      ['COIN', 'NO_COIN'],
      ['MARKET', 'TETHER_TETHER'],
      ['FEATURE', 'BITCOIN'],
    ] as const) {
      expect((await pauseTarget(writer, unknown)).body.message).toBe('NOT_FOUND');
      expect((await endPause(writer, unknown, 1)).body.message).toBe('NOT_FOUND');
    }
    expect((await pauseTarget(writer, ['SOMETHING', 'ELSE'])).body.message).toBe('BAD_REQUEST');
    const past = new Date(Date.now() - HOUR).toISOString();
    const late = {
      beginsAt: new Date(Date.now() + HOUR).toISOString(),
      endsAt: new Date(Date.now() + 60_000),
    };
    expect((await pauseTarget(writer, target, { endsAt: past })).body.errors).toEqual(['endsAt']);
    expect((await pauseTarget(writer, target, late)).body.errors).toEqual(['endsAt']);
    expect((await pauseTarget(writer, target, { beginsAt: 'soon' })).body.errors).toEqual(['beginsAt']);
    expect((await pauseTarget(writer, target, { text: { fa: ' ', en: 'x' } })).body.errors).toEqual([
      'text.fa',
    ]);
    expect((await endPause(writer, target, 0)).body.message).toBe('CONFLICT');

    // Both have seen that there is none: one of them starts it.
    const replies = await Promise.all(bothServers().map((half) => pauseTarget(half, target, { version: 0 })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const changed = await Promise.all(
      bothServers().map((half) =>
        pauseTarget(half, target, { version: 1, text: { ...TEXT, en: 'Longer than thought' } }),
      ),
    );
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await endPause(reader, target, 1)).body.message).toBe('CONFLICT');
    expect((await endPause(reader, target, 2)).status).toBe(200);
    expect((await endPause(reader, target, 3)).body.message).toBe('CONFLICT');
    // A new one continues the version count: a caller who saw the first one can't change it by mistake.
    expect((await pauseTarget(writer, target)).body.baseDTO).toMatchObject({ version: 4 });
    expect((await pauseTarget(reader, target, { version: 1 })).body.message).toBe('CONFLICT');
    expect((await endPause(writer, target)).status).toBe(200);
    const { rows } = await sql<{ action: string; detail: string }>`select action, detail from audit_log
      where action like 'pause %' and detail like '%COIN DOGE_COIN%' order by number`.execute(
      pair.database.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'pause begun',
      'pause changed',
      'pause ended',
      'pause begun',
      'pause ended',
    ]);
    expect(JSON.parse(rows[0]?.detail ?? '{}')).toMatchObject({
      reason: 'an update',
      text: `${TEXT.fa} / ${TEXT.en}`,
    });
  });

  it('execute each trade completely or not at all while a market is being paused, and none after the acknowledgement', async () => {
    const target = ['MARKET', 'BITCOIN_TOMAN'] as const;
    let over = false;
    let isAnswered = false;
    const answers: { status: number; message: string; afterwards: boolean }[] = [];
    const startTrading = async (half: PairedServer) => {
      while (!over) {
        const afterwards = isAnswered;
        const { status, body } = await buyCoins(half);
        answers.push({ status, message: body.message, afterwards });
      }
    };
    const running = [writer, reader, reader, writer].map(startTrading);
    await expect.poll(() => answers.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
    expect((await pauseTarget(reader, target)).status).toBe(200);
    isAnswered = true;
    await expect.poll(() => answers.filter(({ afterwards }) => afterwards).length).toBeGreaterThan(5);
    over = true;
    await Promise.all(running);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ afterwards }) => afterwards)).toEqual([]);
    const others = answers.filter(({ status }) => status !== 200).map(({ message }) => message);
    expect(others.filter((message) => message !== 'PAUSED' && message !== 'PRICE_CHANGED')).toEqual([]);
    expect((await endPause(writer, target)).status).toBe(200);
  });
});

it('accept only a fixed list of names', () => {
  expect(listPausableNames('FEATURE')).toEqual(FEATURES);
  expect(listPausableNames('COIN')).toEqual(COINS);
  expect(listPausableNames('MARKET')).toHaveLength(2 * COINS.length - 1);
});
