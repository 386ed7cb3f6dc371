/** A person's fills by time: the same whether the worker has sorted all of them, some, or none. */
import { parseMarket } from '@sarraf/domain';
import type { OwnFill } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../../test/orders.ts';
import { createNamedRandom } from '../../../test/random.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { foldOwnFills } from './fold-own-fills.ts';
import { findFillKey, listOwnFills, type OwnFillKey } from './own-fill-store.ts';
import { readOwnFills } from './read-own-fills.ts';

let context: OrdersFixture;
const people: Caller[] = [];
const random = createNamedRandom('own fills');
const below = (most: number): number => Math.floor(random() * most);
const MARKETS = ['BITCOIN_TOMAN', 'TETHER_TOMAN', 'BITCOIN_TETHER'] as const;
const PRICES = { BITCOIN_TOMAN: '10000000000', TETHER_TOMAN: '100000', BITCOIN_TETHER: '100000' };
const AMOUNTS = { BITCOIN_TOMAN: '0.0003', TETHER_TOMAN: '7', BITCOIN_TETHER: '0.0002' };

beforeAll(async () => {
  context = await createOrdersFixture();
  for (let i = 0; i < 3; i += 1) {
    const caller = context.person();
    people.push(caller);
    await context.give(caller, 'TOMAN', '100000000000');
    await context.give(caller, 'TETHER', '10000000');
    await context.give(caller, 'BITCOIN', '100');
  }
});
afterAll(async () => {
  await context.clear();
  await context.expectSound();
  await context.close();
});

async function trade(times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    context.clock.advance(below(3) * 1_000);
    const market = MARKETS[below(3)] as (typeof MARKETS)[number];
    const one = people[below(3)] as Caller;
    // Concurrent orders share one batch, and so one time.
    await Promise.all(
      Array.from({ length: 1 + below(4) }, () =>
        context
          .limit(one, below(2) === 0 ? 'buy' : 'sell', AMOUNTS[market], PRICES[market], market)
          .catch(() => null),
      ),
    );
  }
}

/** Returns a person's fills as listed in the table of fills. */
async function expected({ userId }: Caller): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select coin || '_' || quote || '-' || number as id from fills
    where ${userId} in (maker_id, taker_id)
    order by created_at desc, coin desc, quote desc, number desc`.execute(context.db);
  return rows.map(({ id }) => id);
}

async function listed(caller: Caller, query: Parameters<typeof readOwnFills>[2] = {}): Promise<OwnFill[]> {
  const fills: OwnFill[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readOwnFills(context.db, caller.userId, {
      size: 7,
      ...query,
      ...(cursor && { cursor }),
    });
    expect(page.content.length).toBeLessThanOrEqual(7);
    fills.push(...page.content);
    cursor = page.nextCursor;
  }
  return fills;
}
const idsOf = (fills: readonly OwnFill[]) => fills.map(({ id }) => id);

it('the list of fills contains each fill once, by pages of any size, while the worker sorts them', async () => {
  for (let round = 0; round < 4; round += 1) {
    await trade(30);
    for (const caller of people) expect(idsOf(await listed(caller))).toEqual(await expected(caller));
    // First a part of each market's fills, as if the worker were killed in between; after some rounds all of them.
    await foldOwnFills(context.db, 5);
    for (const caller of people) expect(idsOf(await listed(caller))).toEqual(await expected(caller));
    while (round % 2 === 1 && (await foldOwnFills(context.db, 5)));
  }
  await Promise.all([foldOwnFills(context.db), foldOwnFills(context.db)]);
  const { rows } = await sql<{
    sorted: bigint;
    all: bigint;
  }>`select (select count(*) from own_fills) as sorted,
    (select count(*) * 2 from fills) as all`.execute(context.db);
  expect(rows[0]?.sorted).toBe(rows[0]?.all);
  expect(rows[0]?.all).toBeGreaterThan(60n);
});

it("the list of fills has the order's fee and side for each fill", async () => {
  const [ann] = people as [Caller];
  for (const fill of await listed(ann)) {
    const order = await context.read(fill.orderId);
    expect(order.userId).toBe(ann.userId);
    expect(parseMarket(fill.marketType)).toEqual({ coin: order.coin, quote: order.quote });
    expect(order.orderType.endsWith(fill.side.toUpperCase())).toBe(true);
    expect(fill.wageCoin).toBe(order.quote);
  }
});

it('the list of fills is filtered by market, order and time range', async () => {
  const [, ben] = people as [Caller, Caller];
  const all = await listed(ben);
  const market = 'BITCOIN_TETHER';
  expect(await listed(ben, { marketType: market })).toEqual(all.filter((fill) => fill.marketType === market));
  const [middle] = all.slice(Math.floor(all.length / 2));
  const { orderId = '', createdAtDateTime = '' } = middle ?? {};
  expect(await listed(ben, { orderId })).toEqual(all.filter((fill) => fill.orderId === orderId));
  const before = all.filter((fill) => fill.createdAtDateTime < createdAtDateTime);
  expect(await listed(ben, { to: createdAtDateTime })).toEqual(before);
  expect(await listed(ben, { from: createdAtDateTime })).toEqual(all.slice(0, all.length - before.length));
  expect(await listed(ben, { from: createdAtDateTime, to: createdAtDateTime })).toEqual([]);
});

it('the list of fills is read oldest first, from the start, from a time and after a fill', async () => {
  const [ann] = people as [Caller];
  const oldestFirst = (await listed(ann)).reverse();
  expect(await listed(ann, { oldestFirst: true })).toEqual(oldestFirst);
  const middle = oldestFirst[Math.floor(oldestFirst.length / 2)] as OwnFill;
  expect(await listed(ann, { oldestFirst: true, from: middle.createdAtDateTime })).toEqual(
    oldestFirst.filter(({ createdAtDateTime }) => createdAtDateTime >= middle.createdAtDateTime),
  );
  expect(await listed(ann, { after: middle.id })).toEqual(oldestFirst.slice(oldestFirst.indexOf(middle) + 1));
  expect(await listed(ann, { after: middle.id, marketType: 'TETHER_TOMAN' })).toEqual(
    oldestFirst
      .slice(oldestFirst.indexOf(middle) + 1)
      .filter(({ marketType }) => marketType === 'TETHER_TOMAN'),
  );
  expect(await listed(ann, { after: 'BITCOIN_TOMAN-999999999' })).toEqual([]);
  const ofOrder = oldestFirst.filter(({ orderId }) => orderId === middle.orderId);
  expect(await listed(ann, { orderId: middle.orderId, oldestFirst: true })).toEqual(ofOrder);
  expect(await listed(ann, { orderId: middle.orderId, after: middle.id })).toEqual(
    ofOrder.slice(ofOrder.indexOf(middle) + 1),
  );
});

it('a reader that continues after the last fill misses none while the worker is behind by more than is searched', async () => {
  const [ann] = people as [Caller];
  await trade(30);
  const ids = (await expected(ann)).reverse();
  const fillIds: string[] = [];
  let isBehind = true;
  let wasCut = false;
  while (isBehind || fillIds.length < ids.length) {
    const last = fillIds.at(-1);
    const cursor = last === undefined ? null : await findKey(last);
    const range = { market: null, from: null, to: null, cursor, oldestFirst: true };
    const { rows, lacks } = await listOwnFills(context.db, ann.userId, range, 7, {
      scanned: 100,
      unsorted: 2,
    });
    fillIds.push(...rows.map(({ coin, quote, number }) => `${coin}_${quote}-${number}`));
    wasCut ||= lacks;
    isBehind = await foldOwnFills(context.db, 2);
  }
  expect(wasCut).toBe(true);
  expect(fillIds).toEqual(ids);
});

it('a reader of one market is not led past fills of that market that are missing', async () => {
  while (await foldOwnFills(context.db));
  const [ann, ben] = people as [Caller, Caller];
  const start = (await listed(ann, { size: 1 }))[0]?.id ?? '';
  const tradeOnce = async (market: keyof typeof PRICES) => {
    context.clock.advance(1_000);
    await context.limit(ben, 'sell', AMOUNTS[market], PRICES[market], market);
    await context.limit(ann, 'buy', AMOUNTS[market], PRICES[market], market);
  };
  for (const caller of people) await context.cancelAll(caller);
  for (let i = 0; i < 4; i += 1) await tradeOnce('TETHER_TOMAN');
  for (let i = 0; i < 5; i += 1) await tradeOnce('BITCOIN_TOMAN');
  const market = parseMarket('TETHER_TOMAN');
  const read = async (cursor: OwnFillKey | null) => {
    const range = { market, from: null, to: null, cursor, oldestFirst: true };
    return listOwnFills(context.db, ann.userId, range, 7, { scanned: 3, unsorted: 1 });
  };
  const fillIds: string[] = [];
  await context.db.transaction().execute(async (tx) => {
    // Another worker is about to sort this market's fills, and those of the other are sorted meanwhile.
    await sql`select from own_fill_heads where coin = 'TETHER' and quote = 'TOMAN' for update`.execute(tx);
    await foldOwnFills(context.db);
    const { rows, next, lacks } = await read(await findKey(start));
    expect([rows.length, next, lacks]).toEqual([1, null, true]);
    fillIds.push(...rows.map(({ number }) => `TETHER_TOMAN-${number}`));
  });
  await foldOwnFills(context.db);
  for (let cursor = await findKey(fillIds[0] ?? ''); cursor !== null; ) {
    const { rows, next } = await read(cursor);
    fillIds.push(...rows.map(({ number }) => `TETHER_TOMAN-${number}`));
    cursor = next;
  }
  const ids = (await listed(ann, { after: start, marketType: 'TETHER_TOMAN' })).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(fillIds).toEqual(ids);
});

async function findKey(id: string) {
  const [name = '', number = ''] = id.split('-');
  const market = parseMarket(name);
  if (!market) throw new Error(`no market ${name}`);
  return findFillKey(context.db, { ...market, number: BigInt(number) });
}

it.each([
  [{ after: 'BITCOIN_TOMAN' }, 'after'],
  [{ after: 'BITCOIN_TOMAN-0' }, 'after'],
  [{ after: 'NOPE_TOMAN-1' }, 'after'],
  [{ cursor: '5' }, 'cursor'],
  [{ cursor: '5.NOPE_TOMAN.5' }, 'cursor'],
  [{ marketType: 'NOPE_TOMAN' }, 'marketType'],
  [{ from: 'yesterday' }, 'from'],
  [{ to: '2026-13-45T00:00:00Z' }, 'to'],
])('the list of fills refuses the query %j', async (query, field) => {
  await expect(readOwnFills(context.db, newId(), query)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    errors: [field],
  });
});

it("the list of fills responds NOT_FOUND for another person's order", async () => {
  const [ann, ben] = people as [Caller, Caller];
  const [first] = await listed(ann);
  const orderId = first?.orderId ?? '';
  await expect(readOwnFills(context.db, ben.userId, { orderId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(
    readOwnFills(context.db, ann.userId, { orderId, from: '2026-01-01', marketType: 'BITCOIN_TOMAN' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST', errors: ['marketType', 'from'] });
});
