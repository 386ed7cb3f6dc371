/** Traders on both of two servers while they are killed in turn: nothing acknowledged is lost or doubled. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asset, amountOf, pow10, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants, createLedger, outsideAccount, userAccount } from '../src/ledger/index.ts';
import type { Database } from '../src/platform/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { hasNats } from './nats.ts';
import { type Half, listen, type Pair, readiness, rolesOf, settled, startPair } from './pair.ts';
import { addPerson, addSession } from './people.ts';
import { call, priceOf } from './running-server.ts';

const NIGHTLY = Boolean(process.env.SARRAF_NIGHTLY);
const ROUNDS = NIGHTLY ? 30 : 2;
const TRADERS = NIGHTLY ? 64 : 8;
/** Each rests as long between two requests, so that the killed are up again while there is work. */
const PAUSE_MS = 25;
/** That must be done between two kills. */
const WORK = NIGHTLY ? 600 : 100;
/** Long enough that a busy machine doesn't take it from a writer that lives. */
const LEASE_MS = 2_000;
const MARKET = 'BITCOIN_TOMAN';
const TICK = 1_000n;

interface Person {
  id: string;
  token: string;
}
const people: Person[] = [];

/** People with enough of both, given before any server has the books. */
async function makePeople(url: string, { db }: Database): Promise<void> {
  const ledger = await createLedger({ url, leaseMs: 5_000, log: createLog('silent') });
  const give = (owner: string, asset: Asset, whole: bigint) => {
    const [debit, credit] = [outsideAccount('sandbox', asset), userAccount(owner, asset)];
    const amount = amountOf(whole * pow10(scaleOf(asset)));
    const transfers = [{ debit, credit, amount, kind: 'seed' as const, reference: newId() }];
    return ledger.submit({ accounts: [debit, credit], decide: () => ({ transfers, reply: '{}' }) });
  };
  for (let i = 0; i < TRADERS; i += 1) {
    const id = await addPerson(db, { email: `trader${i}@test.test`, state: 'AUTHORIZED' });
    people.push({ id, token: await addSession(db, id) });
    await Promise.all([give(id, 'TOMAN', 10_000_000_000n), give(id, 'BITCOIN', 5n)]);
  }
  await ledger.stop();
}

/** What one trader was told. */
interface Told {
  placed: Map<string, string>;
  cancelled: Set<string>;
}

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)];

/** Trades until told to stop; whatever is not answered is asked again, also elsewhere. */
function trader({ token }: Person, name: string, halves: readonly Half[]) {
  const told: Told = { placed: new Map(), cancelled: new Set() };
  let going = true;
  let resting = false;
  let done = 0;
  let price = 0n;

  async function look(): Promise<void> {
    for (const { url } of halves) {
      const text = await priceOf(url, 'BITCOIN', 'sell').catch(() => null);
      if (text === null) continue;
      price = BigInt(text.split('.')[0] ?? '0');
      return;
    }
  }
  const near = () => ((price * BigInt(9_900 + Math.floor(Math.random() * 200))) / 10_000n / TICK) * TICK;
  const amount = () => `0.000${1 + Math.floor(Math.random() * 8)}`;

  function choose(): { method: string; path: string; body?: object } {
    const kind = Math.random();
    const side = Math.random() < 0.5 ? 'BUY' : 'SELL';
    const open = pick([...told.placed.values()].filter((id) => !told.cancelled.has(id)));
    if (kind < 0.25 && open) return { method: 'DELETE', path: `/orders/${open}` };
    if (kind < 0.4) {
      const body = { marketType: MARKET, amount: '0.0001', unitPrice: price.toString() };
      return { method: 'POST', path: '/exchange/sell', body };
    }
    if (kind < 0.55)
      return {
        method: 'POST',
        path: '/orders',
        body: { marketType: MARKET, orderType: `MARKET_${side}`, amount: amount() },
      };
    const body = {
      marketType: MARKET,
      orderType: `LIMITED_${side}`,
      amount: amount(),
      unitPrice: near().toString(),
    };
    return { method: 'POST', path: '/orders', body };
  }

  const ended = (async () => {
    for (let i = 0; going; i += 1) {
      if (price === 0n || i % 10 === 0) await look();
      const request = choose();
      const key = `load-${name}-${i}`;
      const answer = await settled(halves, { ...request, token, key });
      done += 1;
      do await sleep(PAUSE_MS);
      while (resting && going);
      if (answer === null) continue;
      if (request.method === 'DELETE') told.cancelled.add(answer.body.baseDTO.id);
      else told.placed.set(key, answer.body.baseDTO.id);
    }
  })();
  return {
    told,
    done: () => done,
    rest(on: boolean) {
      resting = on;
    },
    stop: () => {
      going = false;
      return ended;
    },
  };
}

describe.skipIf(!hasNats())('two servers under load', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair({ leaseMs: LEASE_MS, prepare: makePeople });
  }, 240_000);
  afterAll(() => pair?.stop(), 60_000);

  const soon = { timeout: 30_000, interval: 50 };

  it(
    'lose and double nothing when the writer is killed, and the books go on where they were',
    async () => {
      const { a, b, database } = pair;
      const traders = people.map((person, i) => trader(person, `${i}`, i % 2 === 0 ? [a, b] : [b, a]));
      const work = () => traders.reduce((sum, { done }) => sum + done(), 0);
      const more = async () => {
        const then = work();
        await expect.poll(work, { timeout: 90_000, interval: 50 }).toBeGreaterThan(then + WORK);
      };
      const watched: ReturnType<typeof listen>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { writer, reader } = await rolesOf(pair);
        const watcher = listen(reader, [`book:${MARKET}`, `trades:${MARKET}`]);
        watched.push(watcher);
        await more();
        const before = watcher.of(`book:${MARKET}`).at(-1)?.seq ?? 0;
        await writer.kill('SIGKILL');
        await expect.poll(async () => (await readiness(reader))?.writer, soon).toBe(true);
        await more();
        expect(watcher.of(`book:${MARKET}`).at(-1)?.seq).toBeGreaterThan(before);
        // A start would take the machine from those who trade.
        for (const { rest } of traders) rest(true);
        await writer.start();
        await rolesOf(pair);
        for (const { rest } of traders) rest(false);
      }
      await more();
      await Promise.all(traders.map(({ stop }) => stop()));

      const placed = traders.flatMap(({ told }) => [...told.placed.values()]);
      expect(new Set(placed).size).toBe(placed.length);
      const ids = people.map(({ id }) => id);
      const { rows } = await sql<{ id: string; status: string }>`select id, order_status as status from orders
        where user_id = any (${ids}::uuid[])`.execute(database.db);
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(placed));
      const statuses = new Map(rows.map(({ id, status }) => [id, status]));
      for (const { told } of traders)
        for (const id of told.cancelled) expect(statuses.get(id)).toMatch(/^FINISHED/);

      const { rows: numbers } = await sql<{
        fills: bigint;
        last: bigint;
        first: bigint;
      }>`select count(*) as fills,
        coalesce(max(number), 0) as last, coalesce(min(number), 1) as first from fills
        where coin = 'BITCOIN' and quote = 'TOMAN'`.execute(database.db);
      expect(numbers[0]?.fills).toBeGreaterThan(0n);
      expect(numbers[0]).toMatchObject({ first: 1n, last: numbers[0]?.fills });
      expect(await checkInvariants(database.db)).toBeNull();

      // What either shows in the end is what the other shows; no watcher has ever been led backwards.
      const book = async ({ url }: Half) => (await call(url, 'GET', `/orderbook/${MARKET}`)).body;
      await expect.poll(async () => (await book(b)).sequence, soon).toBe((await book(a)).sequence);
      expect(await book(a)).toEqual(await book(b));
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
