/** A person's channels match the ledger at the number of each message, on any server and through resumes. */
import { type Asset, formatAmount, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { BalancesMessage, Order, OwnFill } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../../test/orders.ts';
import { createNamedRandom } from '../../../test/random.ts';
import { type Bus, createBus } from '../../platform/bus/bus.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { PrivateChannelSource } from '../../platform/http/stream/channel.ts';
import { createLog } from '../../platform/log.ts';
import { foldOwnFills } from '../../trading/fills/fold-own-fills.ts';
import { OwnChannels } from './own-channels.ts';

let context: OrdersFixture;
const people: Caller[] = [];
const random = createNamedRandom('own channels');
const below = (most: number): number => Math.floor(random() * most);

interface NumberedMessage {
  seq: number;
  prev?: number;
  // biome-ignore lint/suspicious/noExplicitAny: of three kinds.
  data: any[];
}

/** A server's stream: its readers and the messages they got. */
function server(bus: Bus) {
  const sources = new Map<string, PrivateChannelSource>();
  const readers = new Map<string, NumberedMessage[][]>();
  const key = (userId: string, name: string) => `${userId} ${name}`;
  const channels = new OwnChannels({
    db: context.db,
    bus,
    log: createLog('silent'),
    stream: {
      openOwnChannel: (name, source) => void sources.set(name, source),
      publishOwn(userId, name, data, numbered) {
        for (const messages of readers.get(key(userId, name)) ?? [])
          messages.push({ ...numbered, data: data as unknown[] });
      },
      hasReader: (userId, name) => (readers.get(key(userId, name)) ?? []).length > 0,
    },
  });
  return {
    channels,
    /** Starts reading; `leave` ends it. */
    async read({ userId }: Caller, name: string, since: number | null = null) {
      const messages: NumberedMessage[] = [];
      const all = readers.get(key(userId, name)) ?? [];
      readers.set(key(userId, name), all);
      await sources.get(name)?.begin(userId, since, (first) => {
        messages.push(first as NumberedMessage);
        all.push(messages);
      });
      return { messages, leave: () => void all.splice(all.indexOf(messages), 1) };
    },
  };
}

let near: ReturnType<typeof server>;
let far: ReturnType<typeof server>;

beforeAll(async () => {
  context = await createOrdersFixture();
  for (let i = 0; i < 3; i += 1) {
    const caller = context.person();
    people.push(caller);
    await context.give(caller, 'TOMAN', '100000000000');
    await context.give(caller, 'BITCOIN', '100');
  }
  near = server(context.bus);
  // The other process gets it later, or not at all.
  const bus = createBus();
  for (const topic of ['wallets', 'orders'] as const)
    context.bus.subscribe(topic, (message) => {
      if (topic === 'orders' || below(3) > 0)
        setTimeout(() => bus.publish(topic, message as never), below(40));
    });
  far = server(bus);
});
afterAll(async () => {
  await near.channels.stop();
  await far.channels.stop();
  await context.clear();
  await context.expectSound();
  await context.close();
});

async function trade(times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    context.clock.advance(below(5));
    await Promise.all(
      Array.from({ length: 1 + below(6) }, () => {
        const caller = people[below(3)] as Caller;
        if (below(8) === 0) return context.cancelAll(caller).catch(() => null);
        const price = 10_000_000_000 + (below(5) - 2) * 1_000;
        return context
          .limit(caller, below(2) === 0 ? 'buy' : 'sell', `0.000${1 + below(9)}`, String(price))
          .catch(() => null);
      }),
    );
  }
}

/** Returns a balance after a batch, from the transfers alone. */
async function balanceAfter({ userId }: Caller, asset: string, kind: string, batch: number): Promise<string> {
  const { rows } = await sql<{
    balance: bigint;
  }>`select case when t.credit_account = a.id then t.credit_balance
      else t.debit_balance end as balance
    from accounts a join transfers t on a.id in (t.debit_account, t.credit_account)
    where a.owner = ${userId} and a.asset = ${asset} and a.kind = ${kind}
      and t.id <= (select last_transfer_id from ledger_batches where number = ${batch}::bigint)
    order by t.id desc limit 1`.execute(context.db);
  return formatAmount(rows[0]?.balance ?? 0n, asset as Asset);
}

/** Expects each balance to continue the previous one and to equal the ledger's at its number. */
async function expectBalances(
  caller: Caller,
  messages: readonly NumberedMessage[],
): Promise<Map<string, string>> {
  const balances = new Map<string, string>();
  for (const [i, { seq, prev, data }] of messages.entries()) {
    const before = messages[i - 1]?.seq;
    if (before !== undefined) {
      expect(prev).toBeLessThanOrEqual(before);
      expect(seq).toBeGreaterThan(before);
    }
    for (const row of data as BalancesMessage['data']) balances.set(row.relatedCoin, row.totalBalance);
    if (i % 5 > 0 && i < messages.length - 1) continue;
    for (const row of data as BalancesMessage['data']) {
      const [credit, blocked] = await Promise.all([
        balanceAfter(caller, row.relatedCoin, 'spendable', seq),
        balanceAfter(caller, row.relatedCoin, 'blocked', seq),
      ]);
      expect([seq, row.credit, row.blockedCredit]).toEqual([seq, credit, blocked]);
    }
    for (const [asset, total] of balances) {
      const [credit, blocked] = await Promise.all([
        balanceAfter(caller, asset, 'spendable', seq),
        balanceAfter(caller, asset, 'blocked', seq),
      ]);
      const scale = scaleOf(asset as Asset);
      expect([seq, asset, parseTrustedDecimal(total, scale)]).toEqual([
        seq,
        asset,
        parseTrustedDecimal(credit, scale) + parseTrustedDecimal(blocked, scale),
      ]);
    }
  }
  return balances;
}

const fillIds = async ({ userId }: Caller): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select coin || '_' || quote || '-' || number as id from fills
    where ${userId} in (maker_id, taker_id)`.execute(context.db);
  return rows.map(({ id }) => id).sort();
};
const idsOf = (messages: readonly NumberedMessage[]): string[] =>
  messages.flatMap(({ data }) => (data as OwnFill[]).map(({ id }) => id)).sort();

it('own channels are exact at every number, on two servers, while people trade and connect and disconnect', async () => {
  const [ann, ben] = people as [Caller, Caller];
  const readings = [];
  for (const { read } of [near, far])
    for (const caller of [ann, ben])
      for (const name of ['balances', 'fills', 'open-orders'])
        readings.push({ caller, name, reading: await read(caller, name) });
  const trading = trade(60);
  // A reader that reconnects to the other server with the number of the last message gets the messages in between.
  const resumed: { name: string; messages: NumberedMessage[] }[] = [];
  for (const name of ['balances', 'fills'])
    resumed.push({ name, messages: [...(await near.read(ann, name)).messages] });
  let servers = [near, far];
  for (let i = 0; i < 12; i += 1) {
    for (const one of resumed) {
      const reading = await (servers[0] as typeof near).read(ann, one.name, one.messages.at(-1)?.seq ?? null);
      await new Promise((resolve) => setTimeout(resolve, below(60)));
      reading.leave();
      expect(reading.messages[0]?.prev).toBe(one.messages.at(-1)?.seq);
      one.messages.push(...reading.messages.filter(({ data }, n) => n > 0 || data.length > 0));
    }
    if (i % 4 === 0) await foldOwnFills(context.db, 30);
    servers = servers.reverse();
  }
  await trading;
  for (const one of resumed) {
    const reading = await far.read(ann, one.name, one.messages.at(-1)?.seq ?? null);
    if (reading.messages[0]?.data.length) one.messages.push(reading.messages[0]);
    reading.leave();
  }
  const all = await Promise.all([ann, ben].map(fillIds));
  for (const { caller, name, reading } of readings) {
    if (name === 'fills')
      await expect
        .poll(() => idsOf(reading.messages), { timeout: 60_000 })
        .toEqual(all[caller === ann ? 0 : 1]);
    if (name === 'balances') {
      const now = async () =>
        (await context.balance(caller, 'BITCOIN')) + (await context.balance(caller, 'BITCOIN', 'blocked'));
      const last = () => {
        const rows = reading.messages
          .flatMap(({ data }) => data)
          .filter(({ relatedCoin }) => relatedCoin === 'BITCOIN');
        return parseTrustedDecimal(rows.at(-1)?.totalBalance ?? '0', 8);
      };
      const expected = await now();
      await expect.poll(last, { timeout: 60_000 }).toBe(expected);
      await expectBalances(caller, reading.messages);
    }
    if (name === 'open-orders') {
      const open = async () => {
        const { rows } = await sql<{
          id: string;
          executed: bigint;
        }>`select id, executed_amount as executed from orders
          where user_id = ${caller.userId} and order_status = 'IS_OPEN' order by id`.execute(context.db);
        return rows.map(({ id, executed }) => `${id} ${executed}`);
      };
      const listOpenOrders = () => {
        const orders = new Map<string, Order>();
        for (const { data } of reading.messages)
          for (const order of data as Order[]) orders.set(order.id, order);
        return [...orders.values()]
          .filter(({ orderStatus }) => orderStatus === 'IS_OPEN')
          .map(({ id, executedAmount }) => `${id} ${parseTrustedDecimal(executedAmount, 8)}`)
          .sort();
      };
      const expected = await open();
      await expect.poll(listOpenOrders, { timeout: 60_000 }).toEqual(expected);
      for (const [i, { prev }] of reading.messages.entries())
        if (i > 0) expect(prev).toBeLessThanOrEqual(reading.messages[i - 1]?.seq ?? 0);
    }
  }
  for (const { name, messages } of resumed) {
    if (name === 'balances') await expectBalances(ann, messages);
    else expect(idsOf(messages)).toEqual(all[0]);
  }
});

it('own channels find changes that no bus message has announced', async () => {
  const cy = context.person();
  await context.give(cy, 'TOMAN', '1000000');
  const { messages, leave } = await near.read(cy, 'balances');
  expect(messages[0]?.data).toMatchObject([{ relatedCoin: 'TOMAN', credit: '1000000', blockedCredit: '0' }]);
  await context.give(cy, 'TOMAN', '5');
  // There was no message on the bus: it is found by polling.
  await expect.poll(() => messages.at(-1)?.data[0]?.credit, { timeout: 60_000 }).toBe('1000005');
  leave();
});
