/** Staff changes through one server take effect in both, and in the ledger writer before the reply. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNats } from './nats.ts';
import { openStreamClient, type Pair, type PairedServer, startPair, waitForRoles } from './pair.ts';
import { callServer, readPublishedPrice, signIn } from './running-server.ts';

describe.skipIf(!hasNats())('two servers', () => {
  let pair: Pair;
  let writer: PairedServer;
  let reader: PairedServer;
  let staff: string;
  let demo: string;

  beforeAll(async () => {
    pair = await startPair({ leaseMs: 6_000 });
    ({ writer, reader } = await waitForRoles(pair));
    staff = await signIn(reader.url, 'staff@sarraf.test');
    demo = await signIn(reader.url, 'demo@sarraf.test');
  });
  afterAll(() => pair?.stop(), 240_000);

  const readRows = async ({ url }: PairedServer, kind: string) =>
    (await callServer(url, 'GET', `/backoffice/rows/${kind}`, { token: staff })).body.content;
  const changeRow = async (half: PairedServer, kind: string, key: string, changes: object) => {
    const { version } = (await readRows(half, kind)).find((row: { key: string }) => row.key === key);
    const body = { version, changes, reason: 'told so' };
    return callServer(half.url, 'PUT', `/backoffice/rows/${kind}/${key}`, { token: staff, body });
  };
  const readDetail = async ({ url }: PairedServer) =>
    (await callServer(url, 'GET', '/coins/details')).body.content.find(
      ({ name }: { name: string }) => name === 'DASH',
    );
  const buyAt = async ({ url }: PairedServer, unitPrice: string) =>
    callServer(url, 'POST', '/exchange/buy', {
      token: demo,
      body: { marketType: 'DASH_TOMAN', amount: '0.1', unitPrice },
    });

  it('refuse immediately, whichever is called, and both return and publish the change', async () => {
    const messages = [writer, reader].map((half) => openStreamClient(half, ['coins']));
    for (const { of } of messages) await expect.poll(() => of('coins', 'snapshot').length).toBe(1);
    await expect.poll(() => readPublishedPrice(reader.url, 'DASH', 'buy'), { timeout: 60_000 }).toBeTruthy();
    const price = await readPublishedPrice(writer.url, 'DASH', 'buy');
    expect((await buyAt(reader, price)).status).toBe(200);
    expect((await changeRow(reader, 'coin', 'DASH', { active: false, maxExchange: '400' })).status).toBe(200);
    for (const half of [reader, writer])
      expect((await buyAt(half, price)).body.message).toBe('MARKET_IS_NOT_ACTIVE');
    for (const half of [writer, reader])
      await expect
        .poll(() => readDetail(half), { timeout: 60_000 })
        .toMatchObject({ isActive: false, maxAmountExchange: '400.000' });
    for (const { of } of messages) await expect.poll(() => of('coins', 'update').length).toBeGreaterThan(0);
    for (const { close } of messages) close();
    expect((await changeRow(writer, 'coin', 'DASH', { active: true })).status).toBe(200);
    await expect.poll(async () => (await readDetail(reader)).isActive, { timeout: 60_000 }).toBe(true);
  });

  it('both charge a level’s new fee', async () => {
    expect((await changeRow(reader, 'level', 'BRONZE', { wage: '0.39' })).status).toBe(200);
    const readShownRow = async ({ url }: PairedServer) =>
      JSON.stringify((await callServer(url, 'GET', '/users/account-levels')).body);
    expect(await readShownRow(writer)).toContain('"wagePercent":"0.39"');
    // Sooner than the periodic reload of the rows.
    await expect.poll(() => readShownRow(reader), { timeout: 60_000 }).toContain('"wagePercent":"0.39"');
  });
});
