/** F10: the sandbox's chains take blocks back, to every depth, under a whole server. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Customer,
  intentOf,
  type Native,
  type Product,
  showLogOfFailed,
  startProduct,
  unitsOf,
} from './product.ts';
import { call, priceOf } from './running-server.ts';
import { until } from './waiting.ts';

/** Confirmations that the sandbox asks for at most. */
const NEEDED = 6;
const DEEPEST = NEEDED + 5;
/** Those whose blocks can be undone, and an amount well above their least deposit. */
const AMOUNTS = {
  BITCOIN: '0.01',
  LITE_COIN: '1',
  DOGE_COIN: '500',
  DASH: '2',
  BITCOIN_CASH: '1',
  ETHEREUM: '0.5',
  CLASSIC_ETHEREUM: '5',
  BINANCE_COIN_BSC: '1',
  MATIC: '50',
  CELO: '50',
  TRON: '500',
} as const satisfies Partial<Record<Native, string>>;
type Forking = keyof typeof AMOUNTS;

let t: Product;
showLogOfFailed(() => t);
beforeAll(async () => {
  t = await startProduct();
}, 240_000);
afterAll(async () => {
  await t.close();
}, 240_000);

const reorg = (chain: Native, depth: number, drop: boolean) =>
  call(t.url, 'POST', `/sandbox/chains/${chain}/reorg`, { body: { depth, drop } });

interface Deposit {
  txid: string;
  state: string;
  amount: bigint;
  attempt: number;
  onChain: boolean;
  /** Of its block; null: it is in none. */
  height: number | null;
}

async function depositsOf(by: Customer): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select d.txid, d.state, d.amount, d.attempt, not s.dropped as "onChain",
      s.height::int as height
    from coin_deposits d join sandbox_transactions s on s.chain = d.chain and s.txid = d.txid
    where d.user_id = ${by.id}`.execute(t.db);
  return rows;
}

/** The server's newest block is the chain's. */
async function isRead(chain: Native): Promise<boolean> {
  const { rows } = await sql`select from chain_cursors c join chain_blocks b using (chain, height)
    join sandbox_blocks s using (chain, height, hash)
    where c.chain = ${chain} and not exists (select from sandbox_blocks newer where newer.chain = c.chain
      and newer.height > c.height)`.execute(t.db);
  return rows.length === 1;
}

/** Its hash, by which one that was replaced is known. */
async function blockAt(chain: Native, height: number): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`select hash from sandbox_blocks
    where chain = ${chain} and height = ${height}`.execute(t.db);
  return rows[0]?.hash;
}

/** A deposit that is credited and one that lacks a block, both under what is replaced or above it. */
async function fork(coin: Forking, depth: number, drop: boolean): Promise<void> {
  const by = await t.customer();
  await t.mine(coin, DEEPEST);
  const older = await t.pay(by, coin, AMOUNTS[coin]);
  await t.mine(coin, 1);
  await t.pay(by, coin, AMOUNTS[coin]);
  await t.mine(coin, NEEDED - 1);
  const units = unitsOf(coin, AMOUNTS[coin]);
  // Both are known and the first is in the books: a block that nobody has read yet may be replaced unseen.
  const known = async () => (await t.balance(by.id, coin)) >= units && (await depositsOf(by)).length === 2;
  await until(known, 90_000);
  // Not by when it was seen: the newer one may have been seen waiting before the block of the older one was read.
  const first = async () => (await depositsOf(by)).find(({ txid }) => txid === older);
  const height = (await first())?.height ?? 0;
  const block = await blockAt(coin, height);
  expect((await reorg(coin, depth, drop)).status).toBe(200);
  // While something waits the chain makes blocks by itself, which are replaced first.
  const undone = (await blockAt(coin, height)) !== block;
  await t.mine(coin, NEEDED + 1);
  const settled = async () => {
    if (!(await isRead(coin))) return false;
    const all = await depositsOf(by);
    return all.every(({ state, onChain }) => (state === 'CREDITED') === onChain && state !== 'PENDING');
  };
  await until(settled, 90_000);
  const all = await depositsOf(by);
  expect(all).toHaveLength(2);
  if (!drop) expect(all.every(({ onChain }) => onChain)).toBe(true);
  if (drop && undone) expect(all.some(({ onChain }) => onChain)).toBe(false);
  // What was in the books and came back is credited under the next attempt, never twice under one.
  if (undone) expect((await first())?.attempt).toBe(1);
  const sum = all.filter(({ onChain }) => onChain).reduce((total, { amount }) => total + amount, 0n);
  expect(await t.balance(by.id, coin)).toBe(sum);
}

const coins = Object.keys(AMOUNTS) as Forking[];

describe.each([true, false])('blocks are replaced, their transactions gone for good: %s', (drop) => {
  it(`to depths of 1 to ${DEEPEST}, each on a chain`, async () => {
    const forks = await Promise.allSettled(coins.map((coin, i) => fork(coin, (i % DEEPEST) + 1, drop)));
    const wrong = coins.flatMap((coin, i) =>
      forks[i]?.status === 'rejected' ? [[coin, forks[i].reason]] : [],
    );
    expect(wrong).toEqual([]);
    await t.untilRest();
    await t.expectSound();
  }, 240_000);
});

it('what the person has sold meanwhile is the house’s loss, and is paid back first when the deposit comes again', async () => {
  const by = await t.customer();
  const lost = () => t.balance('house', 'LITE_COIN', 'reorg_loss');
  const before = await lost();
  await t.fund(by, 'LITE_COIN', '2');
  const unitPrice = await priceOf(t.url, 'LITE_COIN', 'sell');
  const body = { marketType: 'LITE_COIN_TOMAN', amount: '1.5', unitPrice };
  const sold = await call(t.url, 'POST', '/exchange/sell', { token: by.token, key: randomUUID(), body });
  expect(sold.body).toMatchObject({ status: 'OK' });
  // Deeper than the deposit lies; it waits for a block again, and the blocks come by themselves.
  expect((await reorg('LITE_COIN', 20, false)).status).toBe(200);
  await until(async () => (await lost()) === before - unitsOf('LITE_COIN', '1.5'), 60_000);
  expect(await t.balance(by.id, 'LITE_COIN')).toBe(0n);
  await t.mine('LITE_COIN', NEEDED);
  await until(async () => (await lost()) === before, 60_000);
  expect(await t.balance(by.id, 'LITE_COIN')).toBe(unitsOf('LITE_COIN', '0.5'));
  await t.untilRest();
  await t.expectSound();
}, 180_000);

it.each([true, false])(
  'a withdrawal whose block is undone (dropped: %s) arrives once',
  async (drop) => {
    const by = await t.customer();
    const sent = ['LITE_COIN', 'ETHEREUM'] as const;
    await Promise.all(sent.map((coin) => t.fund(by, coin, '1')));
    const asked = [];
    for (const coin of sent) asked.push(await t.withdraw(by, intentOf(coin, '0.05')));
    for (const [i, coin] of sent.entries()) {
      const { id } = asked[i] ?? { id: '' };
      await until(async () => (await t.stateOf(id)).order === 'SENT', 60_000);
      await t.mine(coin, 2);
      expect((await reorg(coin, 2, drop)).status).toBe(200);
      await until(async () => {
        await t.mine(coin, 1);
        return (await t.stateOf(id)).state === 'DONE';
      }, 240_000);
    }
    await t.untilRest();
    await t.expectSound();
  },
  240_000,
);
