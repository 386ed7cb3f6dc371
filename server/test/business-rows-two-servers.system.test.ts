/** Staff changes through one server take effect in both, and in the ledger writer before the reply. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNats } from './nats.ts';
import { listen, type Pair, type PairedServer, rolesOf, startPair } from './pair.ts';
import { call, priceOf, signIn } from './running-server.ts';

describe.skipIf(!hasNats())('two servers', { timeout: 120_000 }, () => {
  let pair: Pair;
  let writer: PairedServer;
  let reader: PairedServer;
  let staff: string;
  let demo: string;

  beforeAll(async () => {
    pair = await startPair({ leaseMs: 6_000 });
    ({ writer, reader } = await rolesOf(pair));
    staff = await signIn(reader.url, 'staff@sarraf.test');
    demo = await signIn(reader.url, 'demo@sarraf.test');
  }, 240_000);
  afterAll(() => pair?.stop(), 240_000);

  const rows = async ({ url }: PairedServer, kind: string) =>
    (await call(url, 'GET', `/backoffice/rows/${kind}`, { token: staff })).body.content;
  const change = async (half: PairedServer, kind: string, key: string, changes: object) => {
    const { version } = (await rows(half, kind)).find((row: { key: string }) => row.key === key);
    const body = { version, changes, reason: 'told so' };
    return call(half.url, 'PUT', `/backoffice/rows/${kind}/${key}`, { token: staff, body });
  };
  const detail = async ({ url }: PairedServer) =>
    (await call(url, 'GET', '/coins/details')).body.content.find(
      ({ name }: { name: string }) => name === 'DASH',
    );
  const buy = async ({ url }: PairedServer, unitPrice: string) =>
    call(url, 'POST', '/exchange/buy', {
      token: demo,
      body: { marketType: 'DASH_TOMAN', amount: '0.1', unitPrice },
    });

  it('refuse immediately, whichever is called, and both return and publish the change', async () => {
    const messages = [writer, reader].map((half) => listen(half, ['coins']));
    for (const { of } of messages) await expect.poll(() => of('coins', 'snapshot').length).toBe(1);
    await expect.poll(() => priceOf(reader.url, 'DASH', 'buy'), { timeout: 60_000 }).toBeTruthy();
    const price = await priceOf(writer.url, 'DASH', 'buy');
    expect((await buy(reader, price)).status).toBe(200);
    expect((await change(reader, 'coin', 'DASH', { active: false, maxExchange: '400' })).status).toBe(200);
    for (const half of [reader, writer])
      expect((await buy(half, price)).body.message).toBe('MARKET_IS_NOT_ACTIVE');
    for (const half of [writer, reader])
      await expect
        .poll(() => detail(half), { timeout: 60_000 })
        .toMatchObject({ isActive: false, maxAmountExchange: '400.000' });
    for (const { of } of messages) await expect.poll(() => of('coins', 'update').length).toBeGreaterThan(0);
    for (const { close } of messages) close();
    expect((await change(writer, 'coin', 'DASH', { active: true })).status).toBe(200);
    await expect.poll(async () => (await detail(reader)).isActive, { timeout: 60_000 }).toBe(true);
  });

  it('both charge a level’s new fee', async () => {
    expect((await change(reader, 'level', 'BRONZE', { wage: '0.39' })).status).toBe(200);
    const shown = async ({ url }: PairedServer) =>
      JSON.stringify((await call(url, 'GET', '/users/account-levels')).body);
    expect(await shown(writer)).toContain('"wagePercent":"0.39"');
    // Sooner than the periodic reload of the rows.
    await expect.poll(() => shown(reader), { timeout: 60_000 }).toContain('"wagePercent":"0.39"');
  });
});
