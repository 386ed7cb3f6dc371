/** Users who trade continuously while servers are killed: all acknowledgements must hold in the end. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Asset, pow10, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { userAccount } from '../src/ledger/index.ts';
import type { Db } from '../src/platform/database/database.ts';
import { checkInvariants } from './invariants.ts';
import { addPerson, addSession } from './people.ts';
import { createSeededRandom, SEED } from './random.ts';
import { callServer, readPublishedPrice } from './running-server.ts';
import { fundAccount } from './seed.ts';
import { startTestLedger } from './test-ledger.ts';
import { createTriggerRequest, MIN_AMOUNT, randomManner, TICK, type TraderRequest } from './trader-wishes.ts';

export const MARKET = 'BITCOIN_TOMAN';
const MAX_ATTEMPTS = 2_000;
const PAUSE_MS = 25;

export interface TraderAccount {
  id: string;
  token: string;
}

/** Creates users with enough of both assets before any server is the ledger writer. */
export async function makeTraders(url: string, db: Db, count: number): Promise<TraderAccount[]> {
  const ledger = await startTestLedger(url, { leaseMs: 5_000 });
  const credit = (owner: string, asset: Asset, whole: bigint) => {
    return fundAccount(ledger, userAccount(owner, asset), whole * pow10(scaleOf(asset)));
  };
  const people: TraderAccount[] = [];
  for (let i = 0; i < count; i += 1) {
    const id = await addPerson(db, { email: `trader${i}@test.test`, state: 'AUTHORIZED' });
    people.push({ id, token: await addSession(db, id) });
    await Promise.all([credit(id, 'TOMAN', 10_000_000_000n), credit(id, 'BITCOIN', 5n)]);
  }
  await ledger.stop();
  return people;
}

type Answer = Awaited<ReturnType<typeof callServer>>;

/** Called for each attempt with the URL and the status; null: no response. */
export type OnTry = (url: string, status: number | null) => void;

/**
 * Repeats a request with the same key until a final reply: at the first server, and if that doesn't respond in turn
 * at the others. Null: it was refused.
 */
export async function repeatUntilSettled(
  servers: readonly { url: string }[],
  request: { method: string; path: string; token: string; key: string; body?: unknown },
  onTry: OnTry = () => {},
): Promise<Answer | null> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const { url } = servers[tries % servers.length] as { url: string };
    const answer = await callServer(url, request.method, request.path, request).catch(() => null);
    onTry(url, answer?.status ?? null);
    if (answer?.status === 200) return answer;
    if (answer !== null && answer.status < 500) return null;
    await sleep(PAUSE_MS);
  }
  throw new Error(`no answer to ${request.path} ${request.key}`);
}

/** Records an acknowledgement. */
function recordReply(
  { placed, cancelled }: TraderAcknowledgements,
  { method, path }: TraderRequest,
  key: string,
  body: Answer['body'],
): void {
  if (path === '/orders/cancel-after') return;
  if (path === '/orders/batch') {
    for (const [n, { message, baseDTO }] of body.content.entries()) {
      if (message === 'order deleted') cancelled.add(baseDTO.id);
      if (message === 'order placed') placed.set(`${key} ${n}`, baseDTO.id);
    }
  } else if (path === '/orders/oco' || path === '/orders/bracket') {
    for (const [n, { id }] of body.content.entries()) placed.set(`${key} ${n}`, id);
  } else if (method === 'DELETE') cancelled.add(body.baseDTO.id);
  else if (body.message === 'order replaced') {
    cancelled.add(body.baseDTO.replaces);
    placed.set(key, body.baseDTO.id);
  } else if (body.message !== 'order reduced') placed.set(key, body.baseDTO.id);
}

/** Acknowledgements of one trader. */
export interface TraderAcknowledgements {
  placed: Map<string, string>;
  cancelled: Set<string>;
}

/**
 * Trades until stopped; unanswered requests are repeated, also at other servers. Its requests depend on the seed
 * and the name.
 */
export function startTrader(
  { token }: TraderAccount,
  /** A number. */
  name: string,
  servers: readonly { url: string }[],
  pauseMs: number,
  onTry?: OnTry,
  /** Orders of all kinds, their changes, batches and expiries; some earlier versions know none of them. */
  ofAllKinds = false,
) {
  const random = createSeededRandom(SEED + Number.parseInt(name, 10));
  const randomBelow = (limit: number) => Math.floor(random() * limit);
  const answers: TraderAcknowledgements = { placed: new Map(), cancelled: new Set() };
  let isRunning = true;
  let resting = false;
  let done = 0;
  let price = 0n;

  async function loadPrice(): Promise<void> {
    for (const { url } of servers) {
      const text = await readPublishedPrice(url, 'BITCOIN', 'sell').catch(() => null);
      if (text === null) continue;
      price = BigInt(text.split('.')[0] ?? '0');
      return;
    }
  }
  const randomPriceNear = () => ((price * BigInt(9_900 + randomBelow(200))) / 10_000n / TICK) * TICK;
  const randomAmount = () => `0.000${1 + randomBelow(8)}`;

  const createOrderRequest = (side: 'BUY' | 'SELL'): object => {
    const order = {
      marketType: MARKET,
      amount: randomAmount(),
      orderType: `LIMITED_${side}`,
      unitPrice: randomPriceNear().toString(),
    };
    if (!ofAllKinds) return order;
    const manner = randomManner(random);
    const waits = manner.timeInForce === undefined || manner.timeInForce === 'GTD';
    const hides = waits && order.amount !== MIN_AMOUNT && random() < 0.3;
    return { ...order, ...manner, ...(hides && { displayAmount: MIN_AMOUNT }) };
  };

  /** Null: a request that all versions support. */
  function chooseSpecialRequest(side: 'BUY' | 'SELL', open: string | undefined): TraderRequest | null {
    const kind = random();
    if (!ofAllKinds || kind < 0.5) return null;
    if (kind < 0.7 && open) {
      const body =
        random() < 0.5
          ? { amount: '0.0001' }
          : { unitPrice: randomPriceNear().toString(), amount: randomAmount() };
      return { method: 'PUT', path: `/orders/${open}`, body };
    }
    if (kind < 0.8) return createTriggerRequest(MARKET, price, random);
    if (kind < 0.95) {
      const body = {
        ...(open && { cancel: [open] }),
        place: [createOrderRequest(side), createOrderRequest('BUY'), createOrderRequest('SELL')],
      };
      return { method: 'POST', path: '/orders/batch', body };
    }
    return {
      method: 'POST',
      path: '/orders/cancel-after',
      body: { seconds: randomBelow(3), marketType: MARKET },
    };
  }

  function chooseRequest(): TraderRequest {
    const kind = random();
    const side = random() < 0.5 ? 'BUY' : 'SELL';
    const all = [...answers.placed.values()].filter((id) => !answers.cancelled.has(id));
    const open = all[randomBelow(all.length)];
    const other = chooseSpecialRequest(side, open);
    if (other) return other;
    if (kind < 0.25 && open) return { method: 'DELETE', path: `/orders/${open}` };
    const body = { marketType: MARKET, amount: randomAmount() };
    if (kind < 0.4)
      return { method: 'POST', path: '/exchange/sell', body: { ...body, unitPrice: price.toString() } };
    if (kind < 0.55)
      return { method: 'POST', path: '/orders', body: { ...body, orderType: `MARKET_${side}` } };
    return { method: 'POST', path: '/orders', body: createOrderRequest(side) };
  }

  const ended = (async () => {
    for (let i = 0; isRunning; i += 1) {
      if (price === 0n || i % 10 === 0) await loadPrice();
      const request = chooseRequest();
      const key = `load-${name}-${i}`;
      const answer = await repeatUntilSettled(servers, { ...request, token, key }, onTry);
      done += 1;
      do await sleep(pauseMs);
      while (resting && isRunning);
      if (answer === null) continue;
      recordReply(answers, request, key, answer.body);
    }
  })();
  return {
    answers,
    done: () => done,
    rest(on: boolean) {
      resting = on;
    },
    stop: () => {
      isRunning = false;
      return ended;
    },
  };
}

/**
 * Checks that every acknowledged order, fill and cancellation exists, none twice, nothing else does, and the ledger
 * is correct.
 */
export async function expectAcknowledgedPersisted(
  db: Db,
  people: readonly TraderAccount[],
  all: readonly TraderAcknowledgements[],
): Promise<void> {
  const placed = all.flatMap((answers) => [...answers.placed.values()]);
  expect(new Set(placed).size).toBe(placed.length);
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<{ id: string; status: string }>`select id, order_status as status from orders
    where user_id = any (${ids}::uuid[])`.execute(db);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(placed));
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const answers of all)
    for (const id of answers.cancelled) expect(statuses.get(id)).toMatch(/^FINISHED/);
  const { rows: numbers } = await sql<{
    fills: bigint;
    last: bigint;
    first: bigint;
  }>`select count(*) as fills,
    coalesce(max(number), 0) as last, coalesce(min(number), 1) as first from fills
    where coin = 'BITCOIN' and quote = 'TOMAN'`.execute(db);
  expect(numbers[0]?.fills).toBeGreaterThan(0n);
  expect(numbers[0]).toMatchObject({ first: 1n, last: numbers[0]?.fills });
  expect(await checkInvariants(db)).toBeNull();
}

/** Counts orders with a trigger by state; ENDED: they came to no order book. */
export async function countTriggerStates(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`select
    case when order_status = 'IS_OPEN' or trigger_state = 'FIRED' then trigger_state else 'ENDED' end as state,
    count(*)::int as count from orders where trigger_state is not null group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
