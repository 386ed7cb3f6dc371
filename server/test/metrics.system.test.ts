import { chmod, mkdtemp } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { MARKET_MAKER_USER_AGENT } from '../src/platform/request-log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from './keys.ts';
import { addSession } from './people.ts';
import { removeFolder } from './remove-folder.ts';
import {
  callServer,
  findFreePort,
  findTwoPorts,
  type RunningServer,
  readPublishedPrice,
  signIn,
  startServer,
} from './running-server.ts';
import { listLabels, scrape } from './scrape.ts';
import { pollUntil } from './waiting.ts';

const DEMO = 'demo@sarraf.test';
let test: TestDatabase;
let db: Db;
let close: () => Promise<void>;
let dataDir: string;
let server: RunningServer;
let userId: string;
let token: string;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  ({ db, close } = openDatabase(test.url, 4, TEST_AUDIT_KEY));
  dataDir = await mkdtemp('/tmp/sarraf-metrics-');
  await chmod(dataDir, 0o755);
  port = await findTwoPorts();
  server = await startServer(
    {
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      PORT: String(await findFreePort()),
      METRICS_PORT: String(port),
      LEASE_MS: '500',
      SIGNER_DATABASE_URL: test.signerUrl,
      WITH_SIGNER: '1',
      WITH_WORKER: '1',
      LOG_LEVEL: 'info',
    },
    (line) => lines.push(line),
  );
  const { rows } = await sql<{ id: string }>`select id from users where email = ${DEMO}`.execute(db);
  userId = rows[0]?.id ?? '';
  token = await addSession(db, userId);
});

afterAll(async () => {
  await server?.kill('SIGTERM');
  await close();
  await test.drop();
  removeFolder(dataDir);
});

async function buyOnce(): Promise<void> {
  await pollUntil(async () => {
    const unitPrice = await readPublishedPrice(server.url, 'BITCOIN', 'buy');
    const body = { marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice };
    return (await callServer(server.url, 'POST', '/exchange/buy', { token, body })).status === 200;
  }, 60_000);
}

const bought = 'sarraf_http_requests_total{contract="POST /exchange/buy",status="200"}';

describe('metrics', () => {
  it('change with a request and a trade', async () => {
    const before = await scrape(port);
    expect(before.get('sarraf_ledger_writer')).toBe(1);
    expect(before.get('sarraf_ledger_epoch')).toBeGreaterThan(0);
    await buyOnce();
    expect((await callServer(server.url, 'GET', '/orders?size=1', { token })).status).toBe(200);
    expect((await fetch(`${server.url}/api/nothing/${DEMO}`)).status).toBe(404);
    const after = await scrape(port);
    const increaseOf = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0);
    expect(increaseOf(bought)).toBe(1);
    expect(increaseOf('sarraf_http_request_seconds_count{contract="POST /exchange/buy"}')).toBeGreaterThan(0);
    expect(increaseOf('sarraf_http_requests_total{contract="GET /orders",status="200"}')).toBe(1);
    expect(increaseOf('sarraf_http_requests_total{contract="unknown",status="404"}')).toBe(1);
    expect(increaseOf('sarraf_ledger_batch_commands_sum')).toBeGreaterThanOrEqual(1);
    expect(increaseOf('sarraf_ledger_batch_seconds_count')).toBeGreaterThanOrEqual(1);
  });

  it('include the state of the whole exchange', async () => {
    const requiredSeries = [
      'sarraf_audit_age_seconds{round="new"}',
      'sarraf_book_orders{market="BITCOIN_TOMAN"}',
      'sarraf_follower_lag_seconds{follower="positions"}',
      'sarraf_chain_height{chain="ETHEREUM"}',
      'sarraf_chain_age_seconds{chain="BITCOIN"}',
      'sarraf_price_halted{coin="BITCOIN"}',
      'sarraf_signer_cap_used{asset="ALL"}',
      'sarraf_signer_latched{reason="HOUR"}',
      'sarraf_violations_open',
      'sarraf_payouts_open',
      'sarraf_data_disk_used',
      'sarraf_stream_readers',
      'sarraf_hot_target{asset="BITCOIN"}',
      'process_resident_memory_bytes',
    ];
    const listMissing = async () => {
      const scraped = await scrape(port);
      return requiredSeries.filter((series) => !Number.isFinite(scraped.get(series)));
    };
    // Chains are looked at some moments after the start, and the audit rests the longer the busier the machine is.
    await expect.poll(listMissing, { timeout: 240_000, interval: 1_000 }).toEqual([]);
    const scraped = await scrape(port);
    const readings = [...scraped].filter(([series]) => series.startsWith('sarraf_reading_failed'));
    expect(readings.length).toBeGreaterThan(10);
    expect(readings.filter(([, failed]) => failed > 0)).toEqual([]);
    expect(scraped.get('sarraf_signer_up')).toBe(1);
    expect(scraped.get('sarraf_signer_latched{reason="HOUR"}')).toBe(0);
    expect(scraped.get('sarraf_violations_open')).toBe(0);
    expect(await checkInvariants(db)).toBeNull();
  });

  it('count open streams, and why they ended', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/stream`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    expect((await scrape(port)).get('sarraf_stream_readers')).toBe(1);
    socket.close();
    await pollUntil(
      async () => (await scrape(port)).get('sarraf_stream_closes_total{reason="GONE"}') === 1,
      60_000,
    );
    expect((await scrape(port)).get('sarraf_stream_readers')).toBe(0);
  });

  it('of the worker are served at the next port', async () => {
    const worker = await scrape(port + 1);
    expect(worker.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(worker.has('sarraf_ledger_writer')).toBe(false);
    // A job that runs every minute.
    await sql`select graphile_worker.add_job('settle-companies', '{}'::json)`.execute(db);
    await pollUntil(
      async () =>
        [...(await scrape(port + 1)).keys()].some((one) => /^sarraf_jobs_total\{.*result="done"/.test(one)),
      60_000,
    );
  });

  it('identify no user: label values come from fixed lists', async () => {
    const labels = [...listLabels(await scrape(port)), ...listLabels(await scrape(port + 1))];
    expect(labels).toContain('POST /exchange/buy');
    const strange = labels.filter(
      (label) => /@|[0-9a-f]{8}-|\d{1,3}(\.\d{1,3}){3}|\d{6}/.test(label) || label.includes(userId),
    );
    expect(strange).toEqual([]);
  });

  it('are served at the private port only, which serves nothing else', async () => {
    const reply = await fetch(`${server.url}/metrics`);
    expect(reply.status).toBe(404);
    expect(await reply.text()).not.toContain('sarraf_');
    for (const path of ['/', '/metrics/', '/metrics?x=1', '/api/orders'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});

describe('the log', () => {
  it('has a line per request, with a pseudonym and without typed text', async () => {
    const from = lines.length;
    await callServer(server.url, 'GET', '/orders?size=1', { token });
    await callServer(server.url, 'GET', '/orders?size=2', { token });
    // The sandbox's own market makers would drown all others.
    await fetch(`${server.url}/api/markets/BITCOIN_TOMAN`, {
      headers: { 'user-agent': MARKET_MAKER_USER_AGENT },
    });
    await callServer(server.url, 'POST', '/users/login', {
      body: { email: DEMO, password: 'wrong-Password-1' },
    });
    const readRequestLines = () => {
      const texts = lines.slice(from).filter((line) => line.includes('"msg":"request"'));
      return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    };
    await pollUntil(
      async () => readRequestLines().some(({ contract }) => contract === 'POST /users/login'),
      60_000,
    );
    const [first, second, login] = readRequestLines().filter(({ contract }) =>
      `${contract}`.match(/orders|login/),
    );
    expect(first).toMatchObject({ level: 30, contract: 'GET /orders', status: 200 });
    expect(readRequestLines().filter(({ contract }) => `${contract}`.startsWith('GET /markets/'))).toEqual(
      [],
    );
    expect(Object.keys(first ?? {}).sort()).toEqual(
      ['contract', 'id', 'level', 'ms', 'msg', 'status', 'time', 'who'].sort(),
    );
    expect(first?.who).toMatch(/^[\w-]{16}$/);
    expect(second?.who).toBe(first?.who);
    expect(second?.id).not.toBe(first?.id);
    expect(login?.who).toBeNull();
    const text = lines.filter((line) => line.includes('"msg":"request"')).join('\n');
    for (const secret of [DEMO, userId, 'size=', '127.0.0.1', 'wrong-Password', token])
      expect(text).not.toContain(secret);
  });

  it('identifies users by the same pseudonym in its other lines', async () => {
    await callServer(server.url, 'GET', '/orders?size=1', { token });
    await signIn(server.url, DEMO);
    const findLine = (word: string) => JSON.parse(lines.find((line) => line.includes(word)) ?? '{}');
    const [request, opened] = ['"contract":"GET /orders"', '"event":"session opened"'];
    await pollUntil(
      async () => findLine(request).who !== undefined && findLine(opened).userId !== undefined,
      60_000,
    );
    expect(findLine(opened).userId).toBe(findLine(request).who);
    expect(lines.filter((line) => line.includes(userId))).toEqual([]);
  });
});
