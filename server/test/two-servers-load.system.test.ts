/** Traders on both of two servers while they are killed in turn: no acknowledged trade is lost or duplicated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { hasNats } from './nats.ts';
import {
  fetchReadiness,
  openStreamClient,
  type Pair,
  type PairedServer,
  startPair,
  waitForRoles,
} from './pair.ts';
import { callServer } from './running-server.ts';
import {
  expectAcknowledgedPersisted,
  MARKET,
  makeTraders,
  startTrader,
  type TraderAccount,
} from './traders.ts';

const NIGHTLY = Boolean(process.env.SARRAF_NIGHTLY);
const ROUNDS = NIGHTLY ? 30 : 2;
const TRADERS = NIGHTLY ? 64 : 8;
/** Pause between two requests of a trader, so that a killed server is up again before the work ends. */
const PAUSE_MS = 25;
/** Trades that must be done between two kills. */
const WORK = NIGHTLY ? 600 : 100;
/** Long enough that a running writer doesn't lose it on a busy machine. */
const LEASE_MS = 2_000;

let people: TraderAccount[];
async function prepareTraders(url: string, { db }: Database): Promise<void> {
  people = await makeTraders(url, db, TRADERS);
}

describe.skipIf(!hasNats())('two servers under load', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair({ leaseMs: LEASE_MS, prepare: prepareTraders });
  });
  afterAll(() => pair?.stop(), 240_000);

  const soon = { timeout: 60_000, interval: 50 };

  it(
    'lose and duplicate nothing when the writer is killed, and the ledger continues where it was',
    async () => {
      const { a, b, database } = pair;
      const traders = people.map((person, i) =>
        startTrader(person, `${i}`, i % 2 === 0 ? [a, b] : [b, a], PAUSE_MS),
      );
      const countTrades = () => traders.reduce((sum, { done }) => sum + done(), 0);
      const waitForMoreTrades = async () => {
        const then = countTrades();
        await expect.poll(countTrades, { timeout: 90_000, interval: 50 }).toBeGreaterThan(then + WORK);
      };
      const watched: ReturnType<typeof openStreamClient>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { writer, reader } = await waitForRoles(pair);
        const watcher = openStreamClient(reader, [`book:${MARKET}`, `trades:${MARKET}`]);
        watched.push(watcher);
        await waitForMoreTrades();
        const before = watcher.of(`book:${MARKET}`).at(-1)?.seq ?? 0;
        await writer.kill('SIGKILL');
        await expect.poll(async () => (await fetchReadiness(reader))?.writer, soon).toBe(true);
        await waitForMoreTrades();
        expect(watcher.of(`book:${MARKET}`).at(-1)?.seq).toBeGreaterThan(before);
        // A start would take the processor from the traders.
        for (const { rest } of traders) rest(true);
        await writer.start();
        await waitForRoles(pair);
        for (const { rest } of traders) rest(false);
      }
      await waitForMoreTrades();
      await Promise.all(traders.map(({ stop }) => stop()));

      await expectAcknowledgedPersisted(
        database.db,
        people,
        traders.map(({ answers }) => answers),
      );

      // Both servers show the same in the end; no client was ever moved backwards.
      const readBook = async ({ url }: PairedServer) =>
        (await callServer(url, 'GET', `/orderbook/${MARKET}`)).body;
      await expect.poll(async () => (await readBook(b)).sequence, soon).toBe((await readBook(a)).sequence);
      expect(await readBook(a)).toEqual(await readBook(b));
      for (const watcher of watched) {
        for (const channel of [`book:${MARKET}`, `trades:${MARKET}`]) {
          const seqs = watcher.of(channel).map(({ seq }) => seq);
          expect(seqs.length).toBeGreaterThan(1);
          expect(seqs).toEqual([...seqs].sort((x, y) => x - y));
        }
        watcher.close();
      }
    },
    120_000 + ROUNDS * 200_000,
  );
});
