/**
 * Maintenance set through one of two servers applies to both: customers can read but change nothing, and staff is
 * exempt.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailedDrill, writeDrillRecord } from '../src/drill/index.ts';
import { checkInvariants } from './invariants.ts';
import { hasNats } from './nats.ts';
import { openStreamClient, type Pair, type PairedServer, startPair, waitForRoles } from './pair.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, DEMO_PASSWORD, readPublishedPrice, signIn } from './running-server.ts';

const TEXT = { fa: 'در حال تعمیر', en: 'Under maintenance' };
const HOUR = 3_600_000;

describe.skipIf(!hasNats())('maintenance of two servers', () => {
  let pair: Pair;
  let writer: PairedServer;
  let reader: PairedServer;
  let staff: string;
  let demo: string;
  let keys = 0;
  let dir: string;
  const drillRecordPath = () => join(dir, 'last-drill.json');

  beforeAll(async () => {
    dir = mkdtempSync('/tmp/sarraf-drill-');
    pair = await startPair({ leaseMs: 6_000, env: { DRILL_RECORD: drillRecordPath() } });
    ({ writer, reader } = await waitForRoles(pair));
    staff = await signIn(reader.url, 'staff@sarraf.test');
    demo = await signIn(reader.url, 'demo@sarraf.test');
  });
  afterAll(async () => {
    try {
      if (pair) expect(await checkInvariants(pair.database.db)).toBeNull();
    } finally {
      await pair?.stop();
      removeFolder(dir);
    }
  });

  const readView = async (half: PairedServer) =>
    (await callServer(half.url, 'GET', '/backoffice/operations', { token: staff })).body.baseDTO;
  const beginMaintenance = async (half: PairedServer, expectedEnd: string | null = null, text = TEXT) => {
    const { version } = (await readView(half)).maintenance;
    const body = { version, text, expectedEnd, reason: 'a new disk' };
    return callServer(half.url, 'PUT', '/backoffice/maintenance', { token: staff, body });
  };
  const endMaintenance = async (half: PairedServer) => {
    const { version } = (await readView(half)).maintenance;
    const body = { version, reason: 'it is over' };
    return callServer(half.url, 'POST', '/backoffice/maintenance/end', { token: staff, body });
  };
  const createKey = () => {
    keys += 1;
    return `maintenance-${keys}`;
  };
  const buyCoins = async ({ url }: PairedServer, unitPrice: string, key = createKey(), token = demo) =>
    callServer(url, 'POST', '/exchange/buy', {
      token,
      key,
      body: { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice },
    });
  const countTrades = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from orders o
      join users u on u.id = o.user_id where u.email = 'demo@sarraf.test'`.execute(pair.database.db);
    return rows[0]?.count ?? 0;
  };
  /** Waits for the public service state, which is polled every five seconds. */
  const waitForState = ({ url }: PairedServer, state: string) =>
    expect
      .poll(async () => (await callServer(url, 'GET', '/status')).body.baseDTO.state, { timeout: 60_000 })
      .toBe(state);
  const readPublicState = async ({ url }: PairedServer) =>
    (await callServer(url, 'GET', '/maintenance')).body.baseDTO;

  it('refuses changes at both as soon as it is acknowledged, and is published to all users', async () => {
    const streams = [writer, reader].map((half) => openStreamClient(half, ['maintenance']));
    for (const { of } of streams) await expect.poll(() => of('maintenance', 'snapshot').length).toBe(1);
    const price = await readPublishedPrice(reader.url, 'BITCOIN', 'buy');
    expect((await beginMaintenance(reader, new Date(Date.now() + HOUR).toISOString())).status).toBe(200);
    // The forwarding server may not know of it yet: money requests are refused all the same.
    for (const half of [reader, writer]) {
      const answer = await buyCoins(half, price);
      expect(answer).toMatchObject({ status: 503, body: { message: 'MAINTENANCE' } });
      expect(answer.body.data.retryAfter).toBeGreaterThan(HOUR / 1000 - 60);
    }
    for (const { of } of streams) {
      await expect.poll(() => of('maintenance', 'update').length).toBe(1);
      expect(of('maintenance', 'update')[0]?.data).toMatchObject({ isOn: true, text: TEXT });
    }
    for (const { close } of streams) close();
    for (const half of [writer, reader])
      await expect.poll(() => readPublicState(half)).toMatchObject({ isOn: true });
    for (const half of [writer, reader]) await waitForState(half, 'MAINTENANCE');
    const refusal = await fetch(`${reader.url}/api/alerts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo}` },
    });
    expect(refusal.status).toBe(503);
    expect(Number.parseInt(refusal.headers.get('retry-after') ?? '', 10)).toBeGreaterThan(HOUR / 1000 - 60);
  });

  it('lets users read, sign in and out, and revoke sessions; and lets staff do everything', async () => {
    for (const path of ['/wallets/customer-addresses', '/orders', '/exchange/history', '/users/account'])
      expect([path, (await callServer(reader.url, 'GET', path, { token: demo })).body.message]).not.toContain(
        'MAINTENANCE',
      );
    const fresh = await signIn(reader.url, 'demo@sarraf.test', DEMO_PASSWORD);
    expect((await callServer(reader.url, 'POST', '/users/logout', { token: fresh })).status).toBe(200);
    const saved = await callServer(writer.url, 'POST', '/alerts', {
      token: staff,
      body: { marketType: 'BITCOIN_TOMAN', direction: 'ABOVE', price: '99999999999' },
    });
    expect(saved.body.message).not.toBe('MAINTENANCE');
    const register = await callServer(writer.url, 'POST', '/users/register', {
      body: { email: 'late@sarraf.test', password: 'Some-password-1' },
    });
    expect(register.body.message).toBe('MAINTENANCE');
  });

  it('continues after a restart, since it is stored in the database', async () => {
    await reader.kill('SIGKILL');
    await reader.start();
    ({ writer, reader } = await waitForRoles(pair));
    expect(await readPublicState(reader)).toMatchObject({ isOn: true, text: TEXT });
    const refusal = await callServer(reader.url, 'DELETE', '/orders', { token: demo });
    expect(refusal.body.message).toBe('MAINTENANCE');
  });

  it('can get another text, with CONFLICT for a concurrent edit, and is audited', async () => {
    const { version } = (await readView(writer)).maintenance;
    const body = { version: version - 1, text: TEXT, expectedEnd: null, reason: 'too late' };
    const late = await callServer(writer.url, 'PUT', '/backoffice/maintenance', { token: staff, body });
    expect(late.body.message).toBe('CONFLICT');
    const past = await beginMaintenance(writer, new Date(Date.now() - HOUR).toISOString());
    expect(past.body).toMatchObject({ message: 'BAD_REQUEST', errors: ['expectedEnd'] });
    expect((await beginMaintenance(writer, null, { fa: '  ', en: 'x' })).body.errors).toEqual(['text.fa']);
    expect((await beginMaintenance(writer, null, { ...TEXT, en: 'Longer than thought' })).status).toBe(200);
    const refusal = await buyCoins(writer, '1');
    expect(refusal.body).toMatchObject({ message: 'MAINTENANCE' });
    expect(refusal.body.data).toBeUndefined();
    expect((await endMaintenance(reader)).body.baseDTO).toMatchObject({ isOn: false, text: null });
    expect((await endMaintenance(reader)).body.message).toBe('CONFLICT');
    for (const half of [writer, reader]) await waitForState(half, 'WORKING');
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where action like 'maintenance %'
      order by number`.execute(pair.database.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'maintenance begun',
      'maintenance changed',
      'maintenance ended',
    ]);
  });

  it('executes each trade completely or not at all while it starts, and none after it was acknowledged', async () => {
    await expect.poll(() => readPublicState(reader)).toMatchObject({ isOn: false });
    const before = await countTrades();
    let over = false;
    let isAnswered = false;
    const answers: { status: number; message: string; afterwards: boolean }[] = [];
    const startTrading = async (half: PairedServer) => {
      while (!over) {
        const afterwards = isAnswered;
        const price = await readPublishedPrice(half.url, 'BITCOIN', 'buy');
        const { status, body } = await buyCoins(half, price);
        answers.push({ status, message: body.message, afterwards });
      }
    };
    const running = [writer, reader, reader, writer].map(startTrading);
    await expect.poll(() => answers.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
    expect((await beginMaintenance(reader)).status).toBe(200);
    isAnswered = true;
    await expect.poll(() => answers.filter(({ afterwards }) => afterwards).length).toBeGreaterThan(5);
    over = true;
    await Promise.all(running);
    const done = answers.filter(({ status }) => status === 200);
    expect(
      answers.filter(
        ({ status, message }) => status !== 200 && message !== 'MAINTENANCE' && message !== 'PRICE_CHANGED',
      ),
    ).toEqual([]);
    expect(done.filter(({ afterwards }) => afterwards)).toEqual([]);
    expect(await countTrades()).toBe(before + done.length);
    expect((await endMaintenance(writer)).status).toBe(200);
    const price = await readPublishedPrice(writer.url, 'BITCOIN', 'buy');
    expect((await buyCoins(writer, price)).status).toBe(200);
  });

  it('shows both servers in the back office, with their versions and the ledger writer', async () => {
    await expect
      .poll(
        async () =>
          (await readView(reader)).processes.filter((one: { isSilent: boolean }) => !one.isSilent).length,
      )
      .toBeGreaterThanOrEqual(2);
    const { processes, lease, followers } = await readView(reader);
    expect(lease).toMatchObject({ isHeld: true });
    const settling = processes.filter(({ settles }: { settles: boolean }) => settles);
    expect(settling).toHaveLength(1);
    expect(settling[0]).toMatchObject({ role: 'SERVER', pid: writer.server?.child.pid });
    expect(followers.length).toBeGreaterThan(3);
  });

  it('shows the last drill from its record', async () => {
    const readDrill = async () => (await readView(reader)).drill;
    expect(await readDrill()).toMatchObject({ state: 'NONE', begunAt: null });
    const begunAt = '2026-11-23T02:00:00.000Z';
    const times = { copyMs: 1, replayMs: 1, auditMs: 1, recoveryMs: 4_200, lostMs: 1_500 };
    const drillFields = {
      begunAt,
      asked: null,
      recoveryPoint: begunAt,
      batch: null,
      heads: 'the primary',
      ...times,
    };
    writeDrillRecord(drillRecordPath(), { held: true, faults: [], ...drillFields });
    expect(await readDrill()).toMatchObject({ state: 'HELD', begunAt, lostMs: 1_500, recoveryMs: 4_200 });
    writeDrillRecord(drillRecordPath(), { held: false, faults: ['a law is broken'], ...drillFields });
    expect(await readDrill()).toMatchObject({ state: 'FAILED', faults: ['a law is broken'] });
    const error = new Error('nothing was restored');
    writeDrillRecord(drillRecordPath(), describeFailedDrill(new Date(begunAt), null, error));
    expect(await readDrill()).toMatchObject({ state: 'FAILED', begunAt, lostMs: null, recoveryMs: null });
    writeFileSync(drillRecordPath(), '{}');
    expect(await readDrill()).toMatchObject({ state: 'UNREADABLE', faults: [] });
  });

  it('lets a failed job be retried, and none that is new, running or unknown', async () => {
    const { db } = pair.database;
    const retryJob = async (id: string) =>
      callServer(reader.url, 'POST', `/backoffice/jobs/${id}/retry`, {
        token: staff,
        body: { reason: 'once more' },
      });
    const { rows } = await sql<{ id: string }>`select id::text as id
      from graphile_worker.add_job('of-nobody', '{}'::json)`.execute(db);
    const id = rows[0]?.id ?? '';
    expect((await retryJob(id)).body.message).toBe('NOT_FOUND');
    const updateJob = (change: string) =>
      sql.raw(`update graphile_worker._private_jobs set ${change} where id = ${id}`);
    await updateJob(`attempts = 25, last_error = 'no route' || chr(10) || 'at secret'`).execute(db);
    const shownJob = (await readView(reader)).failedJobs.find((job: { id: string }) => job.id === id);
    expect(shownJob).toMatchObject({ name: 'of-nobody', givenUp: true, error: 'no route', nextTryAt: null });
    await updateJob(`locked_at = now(), locked_by = 'somebody'`).execute(db);
    expect((await retryJob(id)).body.message).toBe('NOT_FOUND');
    await updateJob('locked_at = null, locked_by = null').execute(db);
    expect((await retryJob(id)).status).toBe(200);
    expect((await readView(reader)).failedJobs.map((job: { id: string }) => job.id)).not.toContain(id);
    expect((await retryJob('999999999')).body.message).toBe('NOT_FOUND');
  });
});
