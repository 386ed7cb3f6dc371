/** F10: reorganisations of the sandbox's chains, to every depth, under a whole server. */
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

/** Maximum confirmations that the sandbox requires. */
const NEEDED = 6;
const DEEPEST = NEEDED + 5;
/** Coins whose blocks can be undone, with an amount well above their minimum deposit. */
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
  /** Height of its block; null: it is in none. */
  height: number | null;
}

async function depositsOf(by: Customer): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select d.txid, d.state, d.amount, d.attempt, not s.dropped as "onChain",
      s.height::int as height
    from coin_deposits d join sandbox_transactions s on s.chain = d.chain and s.txid = d.txid
    where d.user_id = ${by.id}`.execute(t.db);
  return rows;
}

/** The server has scanned the chain's newest block. */
async function isRead(chain: Native): Promise<boolean> {
  const { rows } = await sql`select from chain_cursors c join chain_blocks b using (chain, height)
    join sandbox_blocks s using (chain, height, hash)
    where c.chain = ${chain} and not exists (select from sandbox_blocks newer where newer.chain = c.chain
      and newer.height > c.height)`.execute(t.db);
  return rows.length === 1;
}

/** Returns a block's hash, which changes if it is replaced. */
async function blockAt(chain: Native, height: number): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`select hash from sandbox_blocks
    where chain = ${chain} and height = ${height}`.execute(t.db);
  return rows[0]?.hash;
}

/** Makes a credited deposit and one that lacks a block, both within or above the replaced blocks. */
async function fork(coin: Forking, depth: number, drop: boolean): Promise<void> {
  const by = await t.customer();
  await t.mine(coin, DEEPEST);
  const older = await t.pay(by, coin, AMOUNTS[coin]);
  await t.mine(coin, 1);
  await t.pay(by, coin, AMOUNTS[coin]);
  await t.mine(coin, NEEDED - 1);
  const units = unitsOf(coin, AMOUNTS[coin]);
  // Both are known and the first is in the ledger: a block that was not scanned yet may be replaced unnoticed.
  const known = async () => (await t.balance(by.id, coin)) >= units && (await depositsOf(by)).length === 2;
  await until(known, 90_000);
  // Not ordered by first sighting: the newer one may have been seen unconfirmed before the older one's block was
  // scanned.
  const first = async () => (await depositsOf(by)).find(({ txid }) => txid === older);
  const height = (await first())?.height ?? 0;
  const block = await blockAt(coin, height);
  expect((await reorg(coin, depth, drop)).status).toBe(200);
  // While something waits the chain makes blocks automatically, which are replaced first.
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
  // A deposit that was in the ledger and reappeared is credited under the next attempt, never twice under one.
  if (undone) expect((await first())?.attempt).toBe(1);
  const sum = all.filter(({ onChain }) => onChain).reduce((total, { amount }) => total + amount, 0n);
  expect(await t.balance(by.id, coin)).toBe(sum);
}

const coins = Object.keys(AMOUNTS) as Forking[];

describe.each([true, false])('replaced blocks, with their transactions dropped: %s', (drop) => {
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

it('an amount that the user has sold in the meantime is the house’s loss, and is repaid first when the deposit reappears', async () => {
  const by = await t.customer();
  const lost = () => t.balance('house', 'LITE_COIN', 'reorg_loss');
  const before = await lost();
  await t.fund(by, 'LITE_COIN', '2');
  const unitPrice = await priceOf(t.url, 'LITE_COIN', 'sell');
  const body = { marketType: 'LITE_COIN_TOMAN', amount: '1.5', unitPrice };
  const sold = await call(t.url, 'POST', '/exchange/sell', { token: by.token, key: randomUUID(), body });
  expect(sold.body).toMatchObject({ status: 'OK' });
  // Deeper than the deposit's block; it waits for a block again, and blocks are made automatically.
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
