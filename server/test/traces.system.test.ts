/**
 * Traces of whole servers, as a collector gets them: from a request to its batch, through two processes, without
 * personal data.
 */
import { chmod, mkdtemp } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY, TEST_BOOKS_KEY } from './keys.ts';
import { hasNats } from './nats.ts';
import { type Collector, type ReceivedSpan, startCollector } from './otlp-collector.ts';
import { startPair, waitForRoles } from './pair.ts';
import { addSession } from './people.ts';
import { removeFolder } from './remove-folder.ts';
import {
  callServer,
  findFreePort,
  findTwoPorts,
  type RunningServer,
  readPublishedPrice,
  startServer,
} from './running-server.ts';
import { scrape } from './scrape.ts';
import { pollUntil } from './waiting.ts';

const DEMO = 'demo@sarraf.test';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
/** For what never comes; spans are sent every two seconds. */
const MAX_WAIT_MS = 240_000;
/** Beyond any run of this file: nothing that was sent once is given up, or sent again, before it. */
const RETRY_SECONDS = 3_600;

let test: TestDatabase;
let db: Db;
let close: () => Promise<void>;
let dataDir: string;
let userId: string;
let token: string;

/** Makes every loaded module of this name print: `loaded <url>`. */
const PRINT_LOADED_MODULES = `--import=data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.includes('@opentelemetry')) console.log('loaded ' + url);
    return next(url, context);
  } });`,
)}`;

const startTraced = async (
  env: Record<string, string>,
  onLine?: (line: string) => void,
): Promise<RunningServer> =>
  startServer(
    {
      BOOKS_KEY: TEST_BOOKS_KEY.toString('base64'),
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      PORT: String(await findFreePort()),
      MARKET_MAKERS: 'off',
      ...env,
    },
    onLine,
  );

async function buyWithHeaders(
  url: string,
  by = token,
  headers: Record<string, string> = {},
): Promise<string> {
  for (;;) {
    const unitPrice = await readPublishedPrice(url, 'BITCOIN', 'buy');
    const response = await fetch(`${url}/api/exchange/buy`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ marketType: 'BITCOIN_TOMAN', amount: '0.0001', unitPrice }),
    });
    if (response.status === 200) return await response.text();
    await sleep(200);
  }
}

/** Returns the spans with a name, in order of arrival. */
const findSpans = ({ spans }: Collector, name: string): ReceivedSpan[] =>
  spans.filter((span) => span.name === name);
const isWithin = (inner: ReceivedSpan, outer: ReceivedSpan) =>
  inner.from >= outer.from && inner.to <= outer.to;

/** Returns the latest settled trade, once all of its spans have arrived. */
async function findTrade(collector: Collector, process = 'POST /exchange/buy') {
  const findParts = () => {
    const request = findSpans(collector, process).findLast(({ attributes, spanId }) => {
      const settled = findSpans(collector, 'ledger settle').some((span) => span.parentSpanId === spanId);
      return attributes['http.response.status_code'] === 200 && settled;
    });
    const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    const [queue, settle] = ['ledger queue', 'ledger settle'].map((name) =>
      parts.find((span) => span.name === name),
    );
    const batch = collector.spans.find(({ spanId }) => spanId === settle?.links[0]?.spanId);
    const statement = collector.spans.find(({ parentSpanId }) => parentSpanId === batch?.spanId);
    return { request, queue, settle, batch, statement };
  };
  await pollUntil(async () => Object.values(findParts()).every((span) => span !== undefined), MAX_WAIT_MS);
  return findParts() as Record<keyof ReturnType<typeof findParts>, ReceivedSpan>;
}

beforeAll(async () => {
  test = await createTestDatabase();
  ({ db, close } = openDatabase(test.url, 4, TEST_AUDIT_KEY));
  dataDir = await mkdtemp('/tmp/sarraf-traces-');
  await chmod(dataDir, 0o755);
});

afterAll(async () => {
  await close();
  await test.drop();
  removeFolder(dataDir);
});

/** Signs in the sandbox's users, once a server has created them. */
async function signInDemo(): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${DEMO}`.execute(db);
  userId = rows[0]?.id ?? '';
  token = await addSession(db, userId);
}

describe('a server without a collector', () => {
  it('loads nothing of OpenTelemetry except what prom-client imports', async () => {
    const loaded: string[] = [];
    const server = await startTraced({ NODE_OPTIONS: PRINT_LOADED_MODULES, WITH_WORKER: '1' }, (line) => {
      if (line.startsWith('loaded ')) loaded.push(line);
    });
    try {
      await signInDemo();
      await buyWithHeaders(server.url);
      expect(loaded.filter((line) => !line.includes('/@opentelemetry/api/'))).toEqual([]);
    } finally {
      await server.kill('SIGTERM');
    }
  });
});

describe('a server with a collector', () => {
  let collector: Collector;
  let server: RunningServer;
  const lines: string[] = [];

  beforeAll(async () => {
    collector = await startCollector();
    server = await startTraced(
      {
        NODE_OPTIONS: PRINT_LOADED_MODULES,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER_ARG: '1',
        WITH_WORKER: '1',
        LOG_LEVEL: 'info',
      },
      (line) => lines.push(line),
    );
    await signInDemo();
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await collector.stop();
  });

  it('traces a trade from its request to its batch', async () => {
    await buyWithHeaders(server.url);
    const { request, queue, settle, batch, statement } = await findTrade(collector);
    expect(request).toMatchObject({
      kind: 'SERVER',
      parentSpanId: '',
      service: 'sarraf-server',
      failed: false,
      attributes: { 'http.request.method': 'POST', 'http.route': '/exchange/buy' },
    });
    for (const part of [queue, settle]) {
      expect(part.traceId).toBe(request.traceId);
      expect(isWithin(part, request)).toBe(true);
    }
    expect(queue.to).toBe(settle.from);
    // It is shared by many requests, so it is a trace of its own; each links to the other.
    expect(batch).toMatchObject({ name: 'ledger batch', kind: 'INTERNAL', parentSpanId: '' });
    expect(batch.traceId).not.toBe(request.traceId);
    expect(batch.links).toContainEqual({ traceId: request.traceId, spanId: request.spanId });
    expect(batch.attributes['sarraf.batch.number']).toBe(settle.attributes['sarraf.batch.number']);
    expect(batch.attributes['sarraf.batch.commands']).toBeGreaterThanOrEqual(1);
    expect(statement).toMatchObject({ name: 'settle', kind: 'CLIENT', traceId: batch.traceId });
    expect(isWithin(statement, batch)).toBe(true);
    const { rows } = await sql<{ last: bigint }>`select batch as last from ledger_head`.execute(db);
    const number = BigInt(`${batch.attributes['sarraf.batch.number']}`);
    expect(number > 0n && number <= (rows[0]?.last ?? 0n)).toBe(true);
    expect(await checkInvariants(db)).toBeNull();
  });

  it('names a request and its user as the log does', async () => {
    await callServer(server.url, 'GET', '/orders?size=3', { token });
    await pollUntil(async () => findSpans(collector, 'GET /orders').length > 0, MAX_WAIT_MS);
    const [span] = findSpans(collector, 'GET /orders');
    const findLine = () =>
      lines
        .filter((text) => text.includes('"contract":"GET /orders"'))
        .map((text) => JSON.parse(text) as Record<string, unknown>)
        .find(({ id }) => id === span?.attributes['sarraf.request.id']);
    await pollUntil(async () => findLine() !== undefined, MAX_WAIT_MS);
    expect(findLine()).toMatchObject({
      who: span?.attributes['enduser.pseudo.id'],
      status: span?.attributes['http.response.status_code'],
    });
  });

  it('traces refused and unknown requests and pages, with the names of the log', async () => {
    await callServer(server.url, 'GET', '/orders', {});
    await fetch(`${server.url}/api/nothing/${DEMO}`);
    const hasSpans = () =>
      ['GET /orders', 'unknown'].map((name) =>
        findSpans(collector, name).some(({ attributes, failed }) => {
          const status = attributes['http.response.status_code'];
          return (
            (status === 401 || status === 404) && attributes['enduser.pseudo.id'] === undefined && !failed
          );
        }),
      );
    await pollUntil(async () => hasSpans().every(Boolean), MAX_WAIT_MS);
  });

  it('traces the jobs of the worker', async () => {
    const isJob = ({ service, attributes, name }: ReceivedSpan) =>
      service === 'sarraf-worker' && attributes['sarraf.job.name'] === name;
    // A job that runs every minute.
    await sql`select graphile_worker.add_job('settle-companies', '{}'::json)`.execute(db);
    await pollUntil(async () => collector.spans.some(isJob), MAX_WAIT_MS);
  });

  it('does not let a client choose its trace, or whether it is kept', async () => {
    await buyWithHeaders(server.url, token, { traceparent: `00-${TRACE}-${PARENT}-01` });
    await findTrade(collector);
    const before = findSpans(collector, 'GET /orders').length;
    await fetch(`${server.url}/api/orders`, { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
    // It is kept, and so were the earlier ones.
    await pollUntil(async () => findSpans(collector, 'GET /orders').length > before, MAX_WAIT_MS);
    expect(collector.spans.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  });

  it('includes no identity and no typed text', async () => {
    await callServer(server.url, 'POST', '/users/login', {
      body: { email: DEMO, password: 'wrong-Password-1' },
    });
    await pollUntil(async () => findSpans(collector, 'POST /users/login').length > 0, MAX_WAIT_MS);
    expect(collector.errors).toEqual([]);
    const exportedText = collector.bodies.join('\n');
    expect(exportedText).toContain('POST /exchange/buy');
    const { hostname } = new URL(collector.url);
    for (const secret of [
      DEMO,
      'wrong-Password',
      token,
      'size=',
      'BITCOIN_TOMAN',
      '0.0001',
      'select ',
      'Bearer',
    ])
      expect([secret, exportedText.includes(secret)]).toEqual([secret, false]);
    expect(exportedText).not.toMatch(new RegExp(`"${userId}"|/${userId}\\b`));
    // It is in the header for the collector, and nowhere else.
    expect(collector.spans.map(({ attributes }) => JSON.stringify(attributes)).join()).not.toContain(
      hostname,
    );
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].sort()).toEqual([
      'db.system.name',
      'enduser.pseudo.id',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'sarraf.batch.commands',
      'sarraf.batch.number',
      'sarraf.job.name',
      'sarraf.request.id',
    ]);
  });

  it('loads the modules that the others don’t', () => {
    expect(
      lines.filter((line) => line.startsWith('loaded ') && line.includes('/sdk-trace/')).length,
    ).toBeGreaterThan(0);
  });
});

it('continues a trusted proxy’s trace, and obeys its decision not to record', async () => {
  const collector = await startCollector();
  const server = await startTraced({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0',
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    await signInDemo();
    const callGet = (flags: string) =>
      fetch(`${server.url}/api/orders`, { headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` } });
    await callGet('00');
    await callGet('01');
    await pollUntil(async () => collector.spans.length > 0, MAX_WAIT_MS);
    expect(collector.spans).toMatchObject([{ name: 'GET /orders', traceId: TRACE, parentSpanId: PARENT }]);
  } finally {
    await server.kill('SIGTERM');
    await collector.stop();
  }
});

describe.each(['REFUSE', 'HANG'] as const)('a collector that fails by %s', (answer) => {
  it('affects no trade: spans are lost and counted, and the server stops normally', async () => {
    const collector = await startCollector();
    collector.answer = answer;
    // Spans that are given up make room for others, so that a slow server would never run out of it.
    collector.retryAfter = RETRY_SECONDS;
    const port = await findTwoPorts();
    const server = await startTraced({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: String(2_000 * RETRY_SECONDS),
      OTEL_TRACES_SAMPLER_ARG: '1',
      METRICS_PORT: String(port),
    });
    try {
      await signInDemo();
      await buyWithHeaders(server.url);
      const callHealth = () => fetch(`${server.url}/health/live`).then((response) => response.text());
      for (let i = 0; i < 5_000; i += 50) await Promise.all(Array.from({ length: 50 }, callHealth));
      await buyWithHeaders(server.url);
      const countDropped = async () =>
        (await scrape(port)).get('sarraf_trace_spans_total{result="dropped"}') ?? 0;
      // Each of the 5,000 has ended once its response is here, and 4,096 are kept.
      expect(await countDropped()).toBeGreaterThan(500);
      expect(collector.spans).toEqual([]);
    } finally {
      // A hanging collector would delay it for ever.
      await server.kill('SIGTERM');
      await collector.stop();
    }
  });
});

describe.skipIf(!hasNats())('two processes', () => {
  it('share one trace of a trade that one forwards to the other', async () => {
    const collector = await startCollector();
    const pair = await startPair({
      // The roles last, however slow the machine is: with others the trade would not be forwarded.
      leaseMs: 60_000,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' },
    });
    try {
      const { reader } = await waitForRoles(pair, MAX_WAIT_MS);
      const { db: both } = pair.database;
      const { rows } = await sql<{ id: string }>`select id from users where email = ${DEMO}`.execute(both);
      await buyWithHeaders(reader.url, await addSession(both, rows[0]?.id ?? ''));
      const { request: there, settle } = await findTrade(collector);
      const findForwardSpan = () => collector.spans.find(({ spanId }) => spanId === there.parentSpanId);
      const findServerSpan = () =>
        collector.spans.find(({ spanId }) => spanId === findForwardSpan()?.parentSpanId);
      await pollUntil(async () => findServerSpan() !== undefined, MAX_WAIT_MS);
      expect(findForwardSpan()).toMatchObject({ name: 'pass on POST /exchange/buy', kind: 'CLIENT' });
      expect(findServerSpan()).toMatchObject({
        name: 'POST /exchange/buy',
        kind: 'SERVER',
        parentSpanId: '',
      });
      expect(
        new Set([findServerSpan(), findForwardSpan(), there, settle].map((span) => span?.traceId)).size,
      ).toBe(1);
      for (const name of ['sarraf.request.id', 'enduser.pseudo.id'])
        expect(there.attributes[name]).toBe(findServerSpan()?.attributes[name]);
      expect(await checkInvariants(both)).toBeNull();
    } finally {
      await pair.stop();
      await collector.stop();
    }
  });
});
