/**
 * A process other than the ledger writer was cut off from NATS, stalled, frozen or killed; so was the writer; so
 * was NATS, which stores nothing. Afterwards the reader's state, and the events of its clients, equal the ledger,
 * without a gap or a duplicate: decisions 62 and 107.
 */
import { mkdtemp } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { hasNats, startNats, type TestNats } from './nats.ts';
import {
  createPairedServer,
  fetchReadiness,
  openStreamClient,
  type PairedServer,
  waitForRoles,
} from './pair.ts';
import { type Relay, startRelay } from './relay.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort, readPublishedPrice } from './running-server.ts';
import { expectAcknowledgedPersisted, MARKET, makeTraders, type TraderAccount } from './traders.ts';
import { pollUntil } from './waiting.ts';

const LONG = 90_000;
/** Longer than the detection of a cut connection, so that the writer stays the writer. */
const LEASE_MS = 10_000;
/** Trades in the meantime, each of a maker and a taker order. */
const TRADES = 20;
const BOOK = `book:${MARKET}`;
const FILLS = `trades:${MARKET}`;

describe.skipIf(!hasNats())('a reader that was disconnected', () => {
  let test: TestDatabase;
  let database: Database;
  let nats: TestNats;
  let folder: string;
  let ways: Record<'writer' | 'reader', Relay>;
  let writer: PairedServer;
  let reader: PairedServer;
  let maker: TraderAccount;
  let taker: TraderAccount;
  let client: ReturnType<typeof openStreamClient>;
  let limit: string;
  let keys = 0;
  const placed = { maker: new Map<string, string>(), taker: new Map<string, string>() };

  beforeAll(async () => {
    test = await createTestDatabase();
    database = openDatabase(test.url, 4, TEST_AUDIT_KEY);
    [maker, taker] = (await makeTraders(test.url, database.db, 2)) as [TraderAccount, TraderAccount];
    nats = await startNats();
    const port = Number.parseInt(new URL(nats.url).port, 10);
    ways = { writer: await startRelay(port), reader: await startRelay(port) };
    folder = await mkdtemp('/tmp/sarraf-away-');
    const serverSettings = (way: Relay) => ({
      DATABASE_URL: test.url,
      DATA_DIR: folder,
      NATS_URL: Object.assign(new URL(nats.url), { port: `${way.port}` }).href,
      LEASE_MS: String(LEASE_MS),
      RATE_ORDERS_OF_ONE: '100000',
      MARKET_MAKERS: 'off',
    });
    writer = createPairedServer(await findFreePort(), serverSettings(ways.writer));
    reader = createPairedServer(await findFreePort(), { ...serverSettings(ways.reader), PRICE_SEED: '7' });
    await writer.start();
    await reader.start();
    expect((await waitForRoles({ a: writer, b: reader })).writer).toBe(writer);
    limit = `${BigInt((await readPublishedPrice(writer.url, 'BITCOIN', 'sell')).split('.')[0] ?? '') / 1_000n}000`;
  });
  afterEach(() => client?.close());
  afterAll(async () => {
    for (const one of [reader, writer]) {
      one?.server?.child.kill('SIGCONT');
      await one?.kill('SIGTERM');
    }
    for (const way of Object.values(ways ?? {})) await way.stop();
    await nats?.kill();
    await database?.close();
    await test?.drop();
    removeFolder(folder);
  });

  async function placeOrder(who: 'maker' | 'taker', orderType: string, amount: string): Promise<void> {
    keys += 1;
    const key = `catches-up-${keys}`;
    const { token } = who === 'maker' ? maker : taker;
    const body = { marketType: MARKET, orderType, amount, unitPrice: limit };
    const answer = await callServer(writer.url, 'POST', '/orders', { token, key, body });
    expect([answer.status, answer.body.message]).toEqual([200, 'order placed']);
    placed[who].set(key, answer.body.baseDTO.id);
  }
  async function makeTrades(count = TRADES): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      // The first of them leaves a remainder in the order book.
      await placeOrder('maker', 'LIMITED_BUY', i === 0 ? '0.0002' : '0.0001');
      await placeOrder('taker', 'LIMITED_SELL', '0.0001');
    }
  }

  const readBook = async ({ url }: PairedServer) =>
    (await callServer(url, 'GET', `/orderbook/${MARKET}`)).body;
  const readTrades = async ({ url }: PairedServer) =>
    (await callServer(url, 'GET', `/trades/public/${MARKET}`)).body;
  async function waitUntilSame(): Promise<void> {
    const there = await readBook(writer);
    await pollUntil(async () => (await readBook(reader)).sequence === there.sequence, LONG);
    expect(await readBook(reader)).toEqual(there);
    expect(await readTrades(reader)).toEqual(await readTrades(writer));
  }
  const readLastSequence = async (): Promise<number> =>
    (
      await sql<{ sequence: number }>`select sequence::int as sequence from market_heads
        where coin = 'BITCOIN' and quote = 'TOMAN'`.execute(database.db)
    ).rows[0]?.sequence ?? 0;

  /**
   * Checks the client's state: each fill once, in order, up to the last; its order book at the last sequence, never
   * going back.
   */
  async function waitUntilPublished(): Promise<void> {
    const last = await readLastSequence();
    await pollUntil(async () => (client.of(BOOK).at(-1)?.seq ?? 0) >= last, LONG);
    const seqs = client.of(BOOK).map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((x, y) => x - y));
    const { rows } = await sql<{ number: number }>`select number::int as number from fills
      where coin = 'BITCOIN' and quote = 'TOMAN' order by number`.execute(database.db);
    const all = rows.map(({ number }) => number);
    await pollUntil(async () => listReceivedNumbers().at(-1) === all.at(-1), LONG);
    const receivedNumbers = listReceivedNumbers();
    expect(receivedNumbers.length).toBeGreaterThanOrEqual(Math.min(TRADES, all.length));
    expect(receivedNumbers).toEqual(all.slice(-receivedNumbers.length));
  }
  /** A snapshot covers everything before it, an update continues it. */
  function listReceivedNumbers(): number[] {
    let numbers: number[] = [];
    for (const { type, data } of client.of(FILLS)) {
      const own = (data as { number: number }[]).map(({ number }) => number).sort((x, y) => x - y);
      numbers = type === 'snapshot' ? own : [...numbers, ...own];
    }
    return numbers;
  }

  async function startWatching(): Promise<void> {
    client = openStreamClient(reader, [BOOK, FILLS, 'orders', 'wallets'], maker.token);
    await pollUntil(async () => new Set(client.received.map(({ channel }) => channel)).size === 4, LONG);
    await makeTrades();
    await waitUntilPublished();
  }
  const waitUntilConnected = async () => (await fetchReadiness(reader))?.forwarding === true;
  const countPrivateEvents = () => [client.of('orders').length, client.of('wallets').length] as const;
  /** Private events tell the user's screens to reload, or contain the data. */
  async function waitForPrivateEvents(before: readonly [number, number]): Promise<void> {
    await pollUntil(async () => countPrivateEvents().every((count, i) => count > (before[i] ?? 0)), LONG);
  }

  it('from NATS follows by the database, and is complete when it is connected again', async () => {
    await startWatching();
    ways.reader.cut();
    await pollUntil(async () => !(await waitUntilConnected()), LONG);
    const before = countPrivateEvents();
    await makeTrades();
    await waitUntilSame();
    expect(await waitUntilConnected()).toBe(false);
    ways.reader.mend();
    await pollUntil(waitUntilConnected, LONG);
    await waitForPrivateEvents(before);
    await makeTrades();
    await waitUntilSame();
    await waitUntilPublished();
  });

  it('catches up on what it missed while the writer was disconnected, though its own connection was up', async () => {
    await startWatching();
    ways.writer.cut();
    await pollUntil(async () => !(await waitUntilConnected()), LONG);
    const before = countPrivateEvents();
    await makeTrades();
    await waitUntilSame();
    ways.writer.mend();
    await waitForPrivateEvents(before);
    await pollUntil(waitUntilConnected, LONG);
    await makeTrades();
    await waitUntilSame();
    await waitUntilPublished();
  });

  it('loses nothing when a network delays everything for a while', async () => {
    await startWatching();
    const before = countPrivateEvents();
    ways.reader.stall();
    await makeTrades();
    ways.reader.mend();
    await waitForPrivateEvents(before);
    await pollUntil(waitUntilConnected, LONG);
    await waitUntilSame();
    await waitUntilPublished();
  });

  it('loses nothing when NATS is restarted empty', async () => {
    await startWatching();
    await nats.kill();
    await pollUntil(async () => !(await waitUntilConnected()), LONG);
    const before = countPrivateEvents();
    await makeTrades();
    await waitUntilSame();
    await nats.start();
    await pollUntil(waitUntilConnected, LONG);
    await waitForPrivateEvents(before);
    await makeTrades();
    await waitUntilSame();
    await waitUntilPublished();
  });

  it('by a freeze catches up on everything in the meantime when it resumes', async () => {
    await startWatching();
    const before = countPrivateEvents();
    reader.server?.child.kill('SIGSTOP');
    await makeTrades(5 * TRADES);
    reader.server?.child.kill('SIGCONT');
    await waitForPrivateEvents(before);
    await pollUntil(waitUntilConnected, LONG);
    await waitUntilSame();
    await waitUntilPublished();
  });

  it('by a kill catches up on everything in the meantime after a restart, and so do its clients', async () => {
    await startWatching();
    await reader.kill('SIGKILL');
    await makeTrades();
    await reader.start();
    await waitUntilSame();
    await waitUntilPublished();
    await expectAcknowledgedPersisted(
      database.db,
      [maker, taker],
      [placed.maker, placed.taker].map((one) => ({ placed: one, cancelled: new Set<string>() })),
    );
  });
});
