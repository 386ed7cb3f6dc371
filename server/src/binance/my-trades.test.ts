/** `myTrades`: a program that reads forward gets each of its trades once, however many there are. */
import type { fills, QueryOf } from '@sarraf/domain/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../test/orders.ts';
import type { Caller } from '../platform/http/http.ts';
import type { KeyCaller } from '../platform/http/keys/key-gate.ts';
import { readOwnFills } from '../trading/fills/read-own-fills.ts';
import { readOrder } from '../trading/orders/read-order.ts';
import { handleMyTrades } from './account-calls.ts';
import { orderNumberOf } from './order-numbers.ts';
import { Parameters } from './parameters.ts';
import type { SignedContext } from './signed-context.ts';

/** More than twelve pages of the smallest size that the tests ask for. */
const TRADES = 40;
const PRICE = '10000000000';
let context: OrdersFixture;
let ann: Caller;
let bigOrder = '';

beforeAll(async () => {
  context = await createOrdersFixture();
  ann = context.person();
  const ben = context.person();
  await context.give(ann, 'TOMAN', '1000000000000');
  await context.give(ben, 'BITCOIN', '100');
  bigOrder = (await context.limit(ann, 'buy', (0.001 * TRADES).toFixed(3), PRICE)).id;
  for (let i = 0; i < TRADES; i += 1) {
    context.clock.advance(1_000);
    await context.limit(ben, 'sell', '0.001', PRICE);
  }
});
afterAll(async () => {
  await context.clear();
  await context.expectSound();
  await context.close();
});

/** Makes the calls of our own that `myTrades` needs, on the product's own reads. */
async function readOwn(path: string): Promise<object> {
  const { pathname, searchParams } = new URL(path, 'http://sarraf.test');
  const { size, oldestFirst, ...rest } = Object.fromEntries(searchParams);
  const query: QueryOf<typeof fills> = {
    ...rest,
    ...(size !== undefined && { size: Number(size) }),
    ...(oldestFirst === 'true' && { oldestFirst: true as const }),
  };
  return pathname === '/fills'
    ? readOwnFills(context.db, ann.userId, query)
    : readOrder(context.db, ann.userId, pathname.split('/')[2] ?? '', {});
}

async function readTrades(query: Record<string, string | number>, read = readOwn) {
  const parameters = new URLSearchParams({ symbol: 'BTCTMN' });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  const signed: Partial<SignedContext> = {
    db: context.db,
    parameters: new Parameters(parameters.toString()),
    caller: ann as KeyCaller,
    signed: { time: context.clock.now(), digest: 'a digest' },
    calls: 0,
    ip: '127.0.0.1',
    ask: async ({ path }) => ({ status: 200, body: JSON.stringify(await read(path)) }),
  };
  return handleMyTrades(signed as SignedContext);
}
const idsOf = (trades: readonly { id: number }[]) => trades.map(({ id }) => id);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

it('reads forward by fromId, page by page, without a gap', async () => {
  const tradeIds: number[] = [];
  for (let page = await readTrades({ fromId: 0, limit: 3 }); page.length > 0; ) {
    tradeIds.push(...idsOf(page));
    page = await readTrades({ fromId: (tradeIds.at(-1) ?? 0) + 1, limit: 3 });
  }
  expect(tradeIds).toEqual(numbers(1, TRADES));
});

it('reads forward from a time, to the end of the range', async () => {
  const all = await readTrades({});
  const [first, last] = [all[4]?.time ?? 0, all[12]?.time ?? 0];
  expect(idsOf(await readTrades({ startTime: first, limit: 2 }))).toEqual([5, 6]);
  expect(idsOf(await readTrades({ startTime: first, endTime: last }))).toEqual(numbers(5, 13));
});

it('returns the newest trades, oldest first, where no start is given', async () => {
  expect(idsOf(await readTrades({ limit: 4 }))).toEqual(numbers(TRADES - 3, TRADES));
  const [, , third] = await readTrades({});
  expect(idsOf(await readTrades({ endTime: third?.time ?? 0, limit: 2 }))).toEqual([2, 3]);
});

it('reads forward within an order, and refuses a time range with it', async () => {
  const orderId = orderNumberOf(bigOrder);
  expect(idsOf(await readTrades({ orderId, fromId: 7, limit: 3 }))).toEqual([7, 8, 9]);
  expect(idsOf(await readTrades({ orderId, limit: 3 }))).toEqual(numbers(TRADES - 2, TRADES));
  await expect(readTrades({ orderId, startTime: 1 })).rejects.toMatchObject({ code: -1128 });
});

it('returns an empty list for a number that no trade has yet', async () => {
  expect(await readTrades({ fromId: TRADES + 1 })).toEqual([]);
  expect(await readTrades({ fromId: TRADES + 50 })).toEqual([]);
});

it('refuses the request where the pages that it may read hold none of the trades', async () => {
  const readEmptyPage = async () => ({ content: [], nextCursor: 'another page' });
  await expect(readTrades({ fromId: 1 }, readEmptyPage)).rejects.toMatchObject({ code: -1127 });
});
