/** A person's movements explain their balances, one after another, whether the worker has sorted them or not. */
import { type Asset, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { Movement } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../test/orders.ts';
import { createNamedRandom } from '../../test/random.ts';
import type { Caller } from '../platform/http/http.ts';
import { foldMovements } from './fold-movements.ts';
import { readMovements } from './read-movements.ts';

let context: OrdersFixture;
const people: Caller[] = [];
const random = createNamedRandom('movements');
const below = (most: number): number => Math.floor(random() * most);
const PRICE = '10000000000';

beforeAll(async () => {
  context = await createOrdersFixture();
  const inviter = context.person();
  people.push(
    inviter,
    context.person(),
    context.person({ inviterId: inviter.userId, invitedBy: inviter.userId }),
  );
  people.push(context.person());
  for (const caller of people) {
    await context.give(caller, 'TOMAN', '100000000000');
    await context.give(caller, 'BITCOIN', '10');
  }
});
afterAll(async () => {
  await context.clear();
  await context.expectSound();
  await context.close();
});

async function trade(times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const caller = people[below(people.length)] as Caller;
    const what = below(10);
    if (what === 0) await context.cancelAll(caller);
    else if (what === 1) await context.quickSell(caller, '0.001');
    else if (what === 2) await context.hold(caller, 'BITCOIN', 1_000n);
    else
      await context
        .limit(caller, below(2) === 0 ? 'buy' : 'sell', `0.00${1 + below(3)}`, PRICE)
        .catch(() => null);
  }
}

async function listed(caller: Caller, query: Parameters<typeof readMovements>[2] = {}): Promise<Movement[]> {
  const movements: Movement[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readMovements(context.db, caller.userId, {
      size: 9,
      ...query,
      ...(cursor && { cursor }),
    });
    movements.push(...page.content);
    cursor = page.nextCursor;
  }
  return movements;
}

const units = (text: string, asset: string): bigint =>
  text.startsWith('-')
    ? -parseTrustedDecimal(text.slice(1), scaleOf(asset as Asset))
    : parseTrustedDecimal(text, scaleOf(asset as Asset));

/** Expects each balance to follow from the previous one, and the last to be the present one. */
async function expectWhole(caller: Caller, movements: readonly Movement[]): Promise<void> {
  const balanceByKey = new Map<string, bigint>();
  const move = (key: string, change: string, after: string | null, asset: string) => {
    const balance = (balanceByKey.get(key) ?? 0n) + units(change, asset);
    if (after === null) expect(units(change, asset)).toBe(0n);
    else expect([key, balance]).toEqual([key, units(after, asset)]);
    balanceByKey.set(key, balance);
  };
  for (const one of [...movements].reverse()) {
    const asset = one.relatedCoin;
    move(`${asset} spendable`, one.creditChange, one.credit, asset);
    move(`${asset} blocked`, one.blockedChange, one.blockedCredit, asset);
    expect(units(one.amount, asset)).toBe(units(one.creditChange, asset) + units(one.blockedChange, asset));
  }
  const { rows } = await sql<{ key: string; balance: bigint }>`select asset || ' ' || kind as key, balance
    from accounts where owner = ${caller.userId}`.execute(context.db);
  for (const { key, balance } of rows) expect([key, balanceByKey.get(key) ?? 0n]).toEqual([key, balance]);
}

it('movements explain every balance, while the worker sorts them chunk by chunk', async () => {
  for (let round = 0; round < 4; round += 1) {
    await trade(40);
    await foldMovements(context.db, 30);
    for (const caller of people) await expectWhole(caller, await listed(caller));
  }
  while (await foldMovements(context.db, 50));
  for (const caller of people) await expectWhole(caller, await listed(caller));
  expect(await foldMovements(context.db)).toBe(false);
});

it('movements name their cause: the own order, also of a maker; a referral share without its payer', async () => {
  const [inviter] = people as [Caller];
  const { rows } = await sql<{ id: string; owner: string }>`select id, user_id as owner from orders`.execute(
    context.db,
  );
  const owners = new Map(rows.map(({ id, owner }) => [id, owner]));
  let traded = 0;
  for (const caller of people)
    for (const one of await listed(caller)) {
      if (one.cause === 'ORDER' && one.causeId !== null) expect(owners.get(one.causeId)).toBe(caller.userId);
      if (['TRADE', 'FEE', 'RELEASE'].includes(one.kind)) expect(one.cause).toBe('ORDER');
      if (one.kind === 'TRADE' && one.causeId !== null) traded += 1;
    }
  expect(traded).toBeGreaterThan(20);
  const shares = await listed(inviter, { kind: 'REFERRAL' });
  expect(shares.length).toBeGreaterThan(0);
  expect(new Set(shares.map(({ cause, causeId }) => `${cause} ${causeId}`))).toEqual(
    new Set(['INVITED null']),
  );
  const holds = (await listed(inviter, { kind: 'HOLD' })).map(({ cause, amount }) => [cause, amount]);
  for (const [cause, amount] of holds) {
    expect(['ORDER', 'FREEZE']).toContain(cause);
    expect(Number(amount)).toBe(0);
  }
});

it('movements are filtered by coin, kind and time', async () => {
  const [, ann] = people as [Caller, Caller];
  const all = await listed(ann);
  expect(await listed(ann, { relatedCoin: 'BITCOIN' })).toEqual(
    all.filter(({ relatedCoin }) => relatedCoin === 'BITCOIN'),
  );
  const fees = all.filter(({ kind, relatedCoin }) => kind === 'FEE' && relatedCoin === 'TOMAN');
  expect(await listed(ann, { kind: 'FEE', relatedCoin: 'TOMAN' })).toEqual(fees);
  const { createdAtDateTime: middle = '' } = all[Math.floor(all.length / 2)] ?? {};
  const { content } = await readMovements(context.db, ann.userId, { to: middle, size: 500 });
  expect(content).toEqual(all.filter(({ createdAtDateTime }) => createdAtDateTime < middle));
});

it.each([
  [{ cursor: 'x' }, 'cursor'],
  [{ relatedCoin: 'NOPE' }, 'relatedCoin'],
  [{ from: 'soon' }, 'from'],
])('a query of movements is refused for %j', async (query, field) => {
  const [ann] = people as [Caller];
  await expect(readMovements(context.db, ann.userId, query)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    errors: [field],
  });
});
