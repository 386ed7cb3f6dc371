/** F10: reorganisations of the sandbox's chains, to every depth, under a whole server. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Customer,
  createIntent,
  type NativeCoin,
  type Product,
  parseUnits,
  showLogOfFailed,
  startProduct,
} from './product.ts';
import { callServer, readPublishedPrice } from './running-server.ts';
import { pollUntil } from './waiting.ts';

/** Maximum confirmations that the sandbox requires. */
const MAX_CONFIRMATIONS = 6;
const MAX_DEPTH = MAX_CONFIRMATIONS + 5;
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
} as const satisfies Partial<Record<NativeCoin, string>>;
type ReorgCoin = keyof typeof AMOUNTS;

let t: Product;
showLogOfFailed(() => t);
beforeAll(async () => {
  t = await startProduct();
});
afterAll(async () => {
  await t.close();
});

const reorg = (chain: NativeCoin, depth: number, drop: boolean) =>
  callServer(t.url, 'POST', `/sandbox/chains/${chain}/reorg`, { body: { depth, drop } });

interface Deposit {
  txid: string;
  state: string;
  amount: bigint;
  attempt: number;
  onChain: boolean;
  /** Height of its block; null: it is in none. */
  height: number | null;
}

async function readDeposits(by: Customer): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`select d.txid, d.state, d.amount, d.attempt, not s.dropped as "onChain",
      s.height::int as height
    from coin_deposits d join sandbox_transactions s on s.chain = d.chain and s.txid = d.txid
    where d.user_id = ${by.id}`.execute(t.db);
  return rows;
}

/** The server has scanned the chain's newest block. */
async function isScanned(chain: NativeCoin): Promise<boolean> {
  const { rows } = await sql`select from chain_cursors c join chain_blocks b using (chain, height)
    join sandbox_blocks s using (chain, height, hash)
    where c.chain = ${chain} and not exists (select from sandbox_blocks newer where newer.chain = c.chain
      and newer.height > c.height)`.execute(t.db);
  return rows.length === 1;
}

/** Returns a block's hash, which changes if it is replaced. */
async function readBlockHash(chain: NativeCoin, height: number): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`select hash from sandbox_blocks
    where chain = ${chain} and height = ${height}`.execute(t.db);
  return rows[0]?.hash;
}

/** Makes a credited deposit and one that lacks a block, both within or above the replaced blocks. */
async function forkChain(coin: ReorgCoin, depth: number, drop: boolean): Promise<void> {
  const by = await t.customer();
  await t.mine(coin, MAX_DEPTH);
  const older = await t.pay(by, coin, AMOUNTS[coin]);
  await t.mine(coin, 1);
  await t.pay(by, coin, AMOUNTS[coin]);
  await t.mine(coin, MAX_CONFIRMATIONS - 1);
  const units = parseUnits(coin, AMOUNTS[coin]);
  // Both are known and the first is in the ledger: a block that was not scanned yet may be replaced unnoticed.
  const areDepositsKnown = async () =>
    (await t.balance(by.id, coin)) >= units && (await readDeposits(by)).length === 2;
  await pollUntil(areDepositsKnown, 90_000);
  // Not ordered by first sighting: the newer one may have been seen unconfirmed before the older one's block was
  // scanned.
  const first = async () => (await readDeposits(by)).find(({ txid }) => txid === older);
  const height = (await first())?.height ?? 0;
  const block = await readBlockHash(coin, height);
  expect((await reorg(coin, depth, drop)).status).toBe(200);
  // While something waits the chain makes blocks automatically, which are replaced first.
  const undone = (await readBlockHash(coin, height)) !== block;
  await t.mine(coin, MAX_CONFIRMATIONS + 1);
  const areDepositsSettled = async () => {
    if (!(await isScanned(coin))) return false;
    const all = await readDeposits(by);
    return all.every(({ state, onChain }) => (state === 'CREDITED') === onChain && state !== 'PENDING');
  };
  await pollUntil(areDepositsSettled, 90_000);
  const all = await readDeposits(by);
  expect(all).toHaveLength(2);
  if (!drop) expect(all.every(({ onChain }) => onChain)).toBe(true);
  if (drop && undone) expect(all.some(({ onChain }) => onChain)).toBe(false);
  // A deposit that was in the ledger and reappeared is credited under the next attempt, never twice under one.
  if (undone) expect((await first())?.attempt).toBe(1);
  const sum = all.filter(({ onChain }) => onChain).reduce((total, { amount }) => total + amount, 0n);
  expect(await t.balance(by.id, coin)).toBe(sum);
}

const coins = Object.keys(AMOUNTS) as ReorgCoin[];

describe.each([true, false])('replaced blocks, with their transactions dropped: %s', (drop) => {
  it(`to depths of 1 to ${MAX_DEPTH}, each on a chain`, async () => {
    const forks = await Promise.allSettled(
      coins.map((coin, i) => forkChain(coin, (i % MAX_DEPTH) + 1, drop)),
    );
    const wrong = coins.flatMap((coin, i) =>
      forks[i]?.status === 'rejected' ? [[coin, forks[i].reason]] : [],
    );
    expect(wrong).toEqual([]);
    await t.untilRest();
    await t.expectSound();
  });
});

it('an amount that the user has sold in the meantime is the house’s loss, and is repaid first when the deposit reappears', async () => {
  const by = await t.customer();
  const readLoss = () => t.balance('house', 'LITE_COIN', 'reorg_loss');
  const before = await readLoss();
  await t.fund(by, 'LITE_COIN', '2');
  const unitPrice = await readPublishedPrice(t.url, 'LITE_COIN', 'sell');
  const body = { marketType: 'LITE_COIN_TOMAN', amount: '1.5', unitPrice };
  const sold = await callServer(t.url, 'POST', '/exchange/sell', {
    token: by.token,
    key: randomUUID(),
    body,
  });
  expect(sold.body).toMatchObject({ status: 'OK' });
  // Deeper than the deposit's block; it waits for a block again, and blocks are made automatically.
  expect((await reorg('LITE_COIN', 20, false)).status).toBe(200);
  await pollUntil(async () => (await readLoss()) === before - parseUnits('LITE_COIN', '1.5'), 60_000);
  expect(await t.balance(by.id, 'LITE_COIN')).toBe(0n);
  await t.mine('LITE_COIN', MAX_CONFIRMATIONS);
  await pollUntil(async () => (await readLoss()) === before, 60_000);
  expect(await t.balance(by.id, 'LITE_COIN')).toBe(parseUnits('LITE_COIN', '0.5'));
  await t.untilRest();
  await t.expectSound();
});

it.each([true, false])(
  'a withdrawal whose block is undone (dropped: %s) arrives once',
  async (drop) => {
    const by = await t.customer();
    const coins = ['LITE_COIN', 'ETHEREUM'] as const;
    await Promise.all(coins.map((coin) => t.fund(by, coin, '1')));
    const requests = [];
    for (const coin of coins) requests.push(await t.withdraw(by, createIntent(coin, '0.05')));
    for (const [i, coin] of coins.entries()) {
      const { id } = requests[i] ?? { id: '' };
      await pollUntil(async () => (await t.stateOf(id)).order === 'SENT', 60_000);
      await t.mine(coin, 2);
      expect((await reorg(coin, 2, drop)).status).toBe(200);
      await pollUntil(async () => {
        await t.mine(coin, 1);
        return (await t.stateOf(id)).state === 'DONE';
      }, 240_000);
    }
    await t.untilRest();
    await t.expectSound();
  },
  240_000,
);
