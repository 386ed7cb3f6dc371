import { AppError, CHAIN_INFO, CHAINS, type Chain, listCoinsOnChain } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { TEST_AUDIT_KEY } from '../../test/keys.ts';
import { asOwner } from '../../test/owner.ts';
import {
  type ChainPayment,
  type Codec,
  codecOf,
  type KeyPath,
  type SignedTransaction,
  type TransactionPlan,
} from '../chains/index.ts';
import type { ChainNode } from '../custody/ports.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createSandboxChains, type SandboxChainControls } from './sandbox-chain.ts';

const SEED = new Uint8Array(64).fill(3);
const STRANGER = new Uint8Array(64).fill(4);
const HOT: KeyPath = { branch: 'hot' };

let test: TestDatabase;
let database: Database;
let chains: SandboxChainControls;
const clock = manualClock(1_767_225_600_000);
const codecs = Object.fromEntries(CHAINS.map((chain) => [chain, codecOf(chain, 'main')])) as Record<
  Chain,
  Codec
>;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 5, TEST_AUDIT_KEY);
  chains = createSandboxChains({ db: database.db, clock, codecOf: (chain) => codecs[chain], blockMs: 20 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  await asOwner(database.db, sql`truncate sandbox_blocks, sandbox_transactions, sandbox_balances`);
});

const nodeOf = (chain: Chain) => chains.nodes.get(chain) as ChainNode;
const hotOf = (chain: Chain, seed = SEED) =>
  chain === 'EOS'
    ? seed === SEED
      ? 'sarrafhotwal'
      : 'strangersacc'
    : codecs[chain].keyOf(seed, HOT).address;
const UNIT = (chain: Chain) =>
  CHAIN_INFO[chain].family === 'EVM' || chain === 'ELROND' ? 10n ** 16n : 50_000_000n;

async function paymentOf(chain: Chain, amount = UNIT(chain)): Promise<ChainPayment> {
  return { to: hotOf(chain, STRANGER), tag: null, asset: CHAIN_INFO[chain].coin, tokenType: chain, amount };
}

/** Returns the UTXO outputs that the hot key may spend: every output to it in a block. */
async function unspentOf(chain: Chain) {
  const blocks = await nodeOf(chain).blocks(1, (await nodeOf(chain).head()).height);
  return blocks
    .flatMap(({ incoming }) => incoming)
    .filter(({ to }) => to === hotOf(chain))
    .map(({ txid, index, amount }) => ({ txid, index, amount, key: HOT }));
}

async function fund(chain: Chain, amount = UNIT(chain) * 10n): Promise<void> {
  for (const { asset, tokenType } of listCoinsOnChain(chain))
    await chains.sendFromFaucet(chain, { asset, tokenType, address: hotOf(chain), tag: null, amount });
  await chains.makeBlocks(chain, 1);
}

async function planOf(chain: Chain, payment: ChainPayment): Promise<TransactionPlan> {
  const unspent = CHAIN_INFO[chain].family === 'UTXO' ? await unspentOf(chain) : [];
  return nodeOf(chain).plan({ sender: hotOf(chain), payments: [payment], unspent });
}

const sign = (chain: Chain, payment: ChainPayment, plan: TransactionPlan): SignedTransaction =>
  codecs[chain].sign(
    { from: HOT, sender: hotOf(chain), payments: [payment] },
    plan,
    (place) => codecs[chain].keyOf(SEED, place).privateKey,
  );

describe.each([...CHAINS])('the %s sandbox chain', (chain) => {
  it('accepts a signed payment, once, and moves exactly that much', async () => {
    await fund(chain);
    const payment = await paymentOf(chain);
    const signed = sign(chain, payment, await planOf(chain, payment));
    const node = nodeOf(chain);
    expect(await node.find(signed.txid)).toEqual({ state: 'UNKNOWN' });
    expect(await node.broadcast(signed)).toBe('SENT');
    expect(await node.broadcast(signed)).toBe('SENT');
    expect(await node.find(signed.txid)).toEqual({ state: 'WAITING' });
    expect((await node.waiting?.())?.some(({ txid }) => txid === signed.txid)).toBe(true);
    const { height } = await chains.makeBlocks(chain, 1);
    const transactionState = await node.find(signed.txid);
    expect(transactionState).toMatchObject({ state: 'INCLUDED', height, ok: true });
    expect(await node.broadcast(signed)).toBe('SENT');
    const fee = transactionState.state === 'INCLUDED' ? transactionState.fee : 0n;
    expect(fee > 0n).toBe(chain !== 'EOS');
    expect(await node.balance(payment.to, payment.asset, chain)).toBe(payment.amount);
    expect(await node.balance(hotOf(chain), payment.asset, chain)).toBe(
      UNIT(chain) * 10n - payment.amount - fee,
    );
    const [last] = (await node.blocks(height, height)).slice(-1);
    expect(last?.incoming.find(({ to }) => to === payment.to)?.amount).toBe(payment.amount);
    expect((await node.transaction(signed.txid))?.height).toBe(height);
  });

  it('refuses a transaction that was tampered with, or signed with another key', async () => {
    await fund(chain);
    const payment = await paymentOf(chain);
    const signed = sign(chain, payment, await planOf(chain, payment));
    const broken = signed.raw.replace(/[0-9a-f](?=[^0-9a-f]*$)/i, (digit) => (digit === '0' ? '1' : '0'));
    const node = nodeOf(chain);
    expect(await node.broadcast({ raw: broken, txid: signed.txid })).toBe('DEAD');
    expect(await node.broadcast({ raw: signed.raw, txid: 'f'.repeat(64) })).toBe('DEAD');
    expect(await node.broadcast({ raw: 'nonsense', txid: signed.txid })).toBe('DEAD');
    expect(await node.find(signed.txid)).toEqual({ state: 'UNKNOWN' });
  });

  it('does not store a transaction without funds', async () => {
    await fund(chain);
    const payment = await paymentOf(chain);
    const signed = sign(chain, payment, await planOf(chain, payment));
    await sql`update sandbox_balances set balance = 0`.execute(database.db);
    await sql`update sandbox_transactions set dropped = true`.execute(database.db);
    const answer = await nodeOf(chain).broadcast(signed);
    expect(answer).toBe(CHAIN_INFO[chain].family === 'UTXO' ? 'DEAD' : 'UNKNOWN');
    expect(await nodeOf(chain).find(signed.txid)).toEqual({ state: 'UNKNOWN' });
  });
});

const COUNTED: Chain[] = CHAINS.filter((chain) =>
  ['EVM', 'XRPL', 'STELLAR', 'MULTIVERSX'].includes(CHAIN_INFO[chain].family),
);

describe('sequence numbers on sandbox chains', () => {
  it.each(COUNTED)('of %s increase by one, and a used one is dead', async (chain) => {
    await fund(chain);
    const node = nodeOf(chain);
    const signedTransactions: SignedTransaction[] = [];
    const plans: TransactionPlan[] = [];
    for (let i = 0n; i < 3n; i += 1n) {
      const payment = await paymentOf(chain, UNIT(chain) + i);
      const plan = await planOf(chain, payment);
      plans.push(plan);
      signedTransactions.push(sign(chain, payment, plan));
      expect(await node.broadcast(signedTransactions.at(-1) as SignedTransaction)).toBe('SENT');
    }
    await chains.makeBlocks(chain, 1);
    for (const { txid } of signedTransactions)
      expect(await node.find(txid)).toMatchObject({ state: 'INCLUDED', ok: true });
    const late = sign(chain, await paymentOf(chain, 7n * 10n ** 7n), plans[1] as TransactionPlan);
    expect(await node.broadcast(late)).toBe('DEAD');
  });

  it('with a gap wait for the missing ones', async () => {
    await fund('ETHEREUM');
    const payment = await paymentOf('ETHEREUM');
    const plan = await planOf('ETHEREUM', payment);
    if (plan.family !== 'EVM') throw new Error('no plan');
    const later = sign('ETHEREUM', payment, { ...plan, nonce: plan.nonce + 1 });
    expect(await nodeOf('ETHEREUM').broadcast(later)).toBe('UNKNOWN');
    const first = sign('ETHEREUM', payment, plan);
    expect(await nodeOf('ETHEREUM').broadcast(first)).toBe('SENT');
    expect(await nodeOf('ETHEREUM').broadcast(later)).toBe('SENT');
  });

  it('can be replaced by a transaction with a higher fee', async () => {
    await fund('ETHEREUM');
    const payment = await paymentOf('ETHEREUM');
    const plan = await planOf('ETHEREUM', payment);
    if (plan.family !== 'EVM') throw new Error('no plan');
    const [cheap, dear] = [plan, { ...plan, maxFeePerGas: plan.maxFeePerGas * 2n }].map((one) =>
      sign('ETHEREUM', payment, one),
    ) as [SignedTransaction, SignedTransaction];
    const node = nodeOf('ETHEREUM');
    expect(await node.broadcast(cheap)).toBe('SENT');
    expect(await node.broadcast(dear)).toBe('SENT');
    expect(await node.broadcast(cheap)).toBe('DEAD');
    await chains.makeBlocks('ETHEREUM', 1);
    expect(await node.find(cheap.txid)).toEqual({ state: 'UNKNOWN' });
    expect(await node.find(dear.txid)).toMatchObject({ state: 'INCLUDED' });
  });
});

describe('outputs on sandbox chains', () => {
  it('are spent once: a second spend is dead, or pays a higher fee', async () => {
    await fund('BITCOIN');
    const payment = await paymentOf('BITCOIN');
    const plan = await planOf('BITCOIN', payment);
    if (plan.family !== 'UTXO') throw new Error('no plan');
    const [first, dear, same] = [
      sign('BITCOIN', payment, plan),
      sign('BITCOIN', payment, { ...plan, fee: plan.fee * 3n }),
      sign('BITCOIN', { ...payment, amount: payment.amount + 1n }, plan),
    ];
    const node = nodeOf('BITCOIN');
    expect(await node.broadcast(first)).toBe('SENT');
    expect(await node.broadcast(same)).toBe('DEAD');
    expect(await node.broadcast(dear)).toBe('SENT');
    expect(await node.find(first.txid)).toEqual({ state: 'UNKNOWN' });
    await chains.makeBlocks('BITCOIN', 1);
    expect(await node.broadcast(sign('BITCOIN', payment, { ...plan, fee: plan.fee * 9n }))).toBe('DEAD');
    expect(await node.broadcast(first)).toBe('DEAD');
  });

  it('must cover the payment, or there is no plan', async () => {
    await fund('BITCOIN');
    await expect(planOf('BITCOIN', await paymentOf('BITCOIN', 10n ** 12n))).rejects.toThrow('FUNDS');
  });
});

describe('expiry on sandbox chains', () => {
  it.each(['TRON', 'STELLAR', 'EOS', 'RIPPLE'] as const)(
    'drops pending transactions on %s',
    async (chain) => {
      await fund(chain);
      const payment = await paymentOf(chain);
      const plan = await planOf(chain, payment);
      const signed = sign(chain, payment, plan);
      const { expires } = codecs[chain].decode(signed.raw);
      const node = nodeOf(chain);
      expect(await node.broadcast(signed)).toBe('SENT');
      expect(await node.isExpired?.(expires ?? 0)).toBe(false);
      if (chain === 'RIPPLE')
        await sql`update sandbox_blocks set height = height + 100 where chain = ${chain}`.execute(
          database.db,
        );
      else clock.advance(3_600_000);
      await chains.makeBlocks(chain, 1);
      expect(await node.find(signed.txid)).toEqual({ state: 'UNKNOWN' });
      expect(await node.isExpired?.(expires ?? 0)).toBe(true);
      expect(await node.broadcast(signed)).toBe('DEAD');
    },
  );
});

it('an unknown token fails on the chain, for a fee', async () => {
  await fund('ETHEREUM');
  const payment: ChainPayment = {
    to: hotOf('ETHEREUM', STRANGER),
    tag: null,
    asset: 'TETHER',
    tokenType: 'ERC20',
    amount: 5n,
  };
  const signed = sign('ETHEREUM', payment, await planOf('ETHEREUM', payment));
  expect(await nodeOf('ETHEREUM').broadcast(signed)).toBe('SENT');
  await sql`update sandbox_balances set balance = 0 where token_type = 'ERC20'`.execute(database.db);
  await chains.makeBlocks('ETHEREUM', 1);
  const transactionState = await nodeOf('ETHEREUM').find(signed.txid);
  expect(transactionState).toMatchObject({ state: 'INCLUDED', ok: false });
  expect(await nodeOf('ETHEREUM').balance(payment.to, 'TETHER', 'ERC20')).toBe(0n);
  expect((await nodeOf('ETHEREUM').transaction(signed.txid))?.incoming).toEqual([]);
});

it('a new account of XRP or Stellar gets its reserve, or nothing', async () => {
  for (const chain of ['RIPPLE', 'STELLAR'] as const) {
    await fund(chain);
    await expect(planOf(chain, await paymentOf(chain, 900_000n))).rejects.toThrow('DESTINATION');
  }
});

describe('a fork of a sandbox chain', () => {
  it('makes transactions pending again, or drops them, and undoes what they moved', async () => {
    await fund('ETHEREUM');
    const payment = await paymentOf('ETHEREUM');
    const signed = sign('ETHEREUM', payment, await planOf('ETHEREUM', payment));
    const node = nodeOf('ETHEREUM');
    await node.broadcast(signed);
    const before = await chains.makeBlocks('ETHEREUM', 1);
    const hashes = (await node.blocks(1, before.height)).map(({ hash }) => hash);
    const after = await chains.reorg('ETHEREUM', 1, false);
    expect(after).toMatchObject({ height: before.height + 1, waiting: 1 });
    const replaced = await node.blocks(1, before.height + 1);
    expect(replaced.slice(0, -2).map(({ hash }) => hash)).toEqual(hashes.slice(0, -1));
    expect(replaced.at(-2)?.hash).not.toBe(hashes.at(-1));
    expect(replaced.at(-1)?.parentHash).toBe(replaced.at(-2)?.hash);
    expect(await node.find(signed.txid)).toEqual({ state: 'WAITING' });
    expect(await node.balance(payment.to, 'ETHEREUM', 'ETHEREUM')).toBe(0n);
    await chains.makeBlocks('ETHEREUM', 1);
    expect(await node.balance(payment.to, 'ETHEREUM', 'ETHEREUM')).toBe(payment.amount);
    await chains.reorg('ETHEREUM', 1, true);
    expect(await node.find(signed.txid)).toEqual({ state: 'UNKNOWN' });
    // Its bytes are still valid.
    expect(await node.broadcast(signed)).toBe('SENT');
  });
});

describe('the sandbox faucet', () => {
  it('accepts only valid addresses and amounts', async () => {
    const findRefusal = async (chain: Chain, address: string, tag: string | null, amount: bigint) => {
      const { coin: asset } = CHAIN_INFO[chain];
      const error = await chains
        .sendFromFaucet(chain, { asset, tokenType: chain, address, tag, amount })
        .catch((e) => e);
      return error instanceof AppError ? error.code : 'OK';
    };
    expect(await findRefusal('BITCOIN', 'nonsense', null, 1n)).toBe('INVALID_ADDRESS');
    expect(await findRefusal('BITCOIN', hotOf('LITE_COIN'), null, 1n)).toBe('INVALID_ADDRESS');
    expect(await findRefusal('RIPPLE', hotOf('RIPPLE'), 'text', 1n)).toBe('INVALID_ADDRESS');
    expect(await findRefusal('RIPPLE', hotOf('RIPPLE'), '17', 0n)).toBe('UNACCEPTABLE_AMOUNT');
    expect(await findRefusal('RIPPLE', hotOf('RIPPLE'), '17', 1n)).toBe('OK');
  });

  it('endows an address once', async () => {
    for (let i = 0; i < 2; i += 1) {
      await chains.grantInitialCoins('ETHEREUM', hotOf('ETHEREUM'), 'ETHEREUM', 500n);
      await chains.grantInitialCoins('BITCOIN', hotOf('BITCOIN'), 'BITCOIN', 1_000_000n);
      await chains.makeBlocks('BITCOIN', 1);
    }
    expect(await nodeOf('ETHEREUM').balance(hotOf('ETHEREUM'), 'ETHEREUM', 'ETHEREUM')).toBe(500n);
    expect(await nodeOf('BITCOIN').balance(hotOf('BITCOIN'), 'BITCOIN', 'BITCOIN')).toBe(1_000_000n);
    expect((await unspentOf('BITCOIN')).length).toBe(20);
  });
});

it('blocks are made automatically while transactions wait for them, and then stop', async () => {
  const pay = (asset: 'DASH' | 'LITE_COIN') =>
    chains.sendFromFaucet(asset, { asset, tokenType: asset, address: hotOf(asset), tag: null, amount: 5n });
  const height = async (chain: 'DASH' | 'LITE_COIN' = 'DASH') => (await nodeOf(chain).head()).height;
  await pay('DASH');
  const before = await height();
  chains.start();
  await expect.poll(() => height(), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 7);
  /** Waits for as many blocks on another chain as settle a transaction. */
  const settleAnother = async () => {
    const there = await height('LITE_COIN');
    await pay('LITE_COIN');
    await expect.poll(() => height('LITE_COIN'), { timeout: 60_000 }).toBeGreaterThanOrEqual(there + 7);
  };
  await settleAnother();
  const settled = await height();
  await settleAnother();
  await chains.stop();
  expect(await height()).toBe(settled);
  expect(settled).toBeLessThanOrEqual(before + 8);
  expect((await chains.readOverview()).find(({ chain }) => chain === 'DASH')).toEqual({
    chain: 'DASH',
    height: settled,
    waiting: 0,
  });
});
