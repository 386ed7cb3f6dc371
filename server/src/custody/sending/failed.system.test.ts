import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSendingFixture, type QueuedWithdrawal, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import { createContext } from '../context.ts';
import type { ChainNode } from '../ports.ts';
import { failLostOrder } from './outgoing-store.ts';
import { createSender } from './send-loop.ts';
import { sweepDeposits } from './sweep-deposits.ts';

let t: SendingFixture;

beforeAll(async () => {
  t = await createSendingFixture();
});
afterEach(() => t.expectSoundBooks());
afterAll(() => t?.close());

const ETHER = 10n ** 18n;
const AMOUNT = {
  CELO: ETHER,
  ELROND: ETHER,
  RIPPLE: 50_000_000n,
  STELLAR: 500_000_000n,
  TRON: 50_000_000n,
  EOS: 100_000n,
} as const;

let strangers = 0;
const stranger = (asset: Asset): string => {
  strangers += 1;
  const seed = new Uint8Array(64).fill(200 + strangers);
  return codecOf(asset as 'BITCOIN', 'main').keyOf(seed, { branch: 'hot' }).address;
};

/** Returns a node on which all our transactions fail, as each family of nodes reports it; the signer sees the same. */
function failing(asset: Asset): ChainNode {
  const real = t.deps.nodes.get(asset as 'CELO') as ChainNode;
  const find: ChainNode['find'] = async (txid) => {
    const transaction = await real.find(txid);
    return transaction.state === 'INCLUDED' ? { ...transaction, ok: false } : transaction;
  };
  const head: ChainNode['head'] = async () => {
    const { height } = await real.head();
    return { height, final: height };
  };
  const node: ChainNode = Object.create(real, { find: { value: find }, head: { value: head } });
  t.signerNodes.set(node.chain, node);
  return node;
}

const jobsOf = async (withdrawalId: string): Promise<string[]> =>
  (
    await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs
      where key in (${`withdrawal-failed:${withdrawalId}`}, ${`withdrawal-done:${withdrawalId}`})`.execute(
      t.db,
    )
  ).rows.map(({ name }) => name);

describe('a transaction that failed for good', () => {
  it.each(['CELO', 'ELROND', 'RIPPLE', 'STELLAR'] as const)(
    'on %s ends its order: the fee is a cost, and the customer is notified',
    async (asset) => {
      const amount = AMOUNT[asset];
      await t.fund(asset, 20n * amount);
      const queued = await t.withdraw({ asset, address: stranger(asset), amount, fee: 10n });
      const spent = await t.balance('house', asset, 'expense');
      const sender = t.senderWith({ nodes: new Map([[asset, failing(asset)]]) });
      await sender.sendOnce(asset);
      const needed = (await t.progress(queued))?.neededConfirmations ?? 0;
      await t.chains.makeBlocks(asset, needed);
      await sender.sendOnce(asset);
      expect(await t.order(queued)).toMatchObject({ state: 'FAILED', trouble: 'FAILED_ON_CHAIN' });
      const [txid] = (await t.transactions()).filter(({ chain }) => chain === asset).map((one) => one.txid);
      expect(await t.progress(queued)).toMatchObject({ state: 'FAILED', txid });
      expect(await t.balance('house', asset, 'in_flight')).toBe(amount);
      expect(await t.balance('house', asset, 'expense')).toBeLessThan(spent);
      expect(await jobsOf(queued.withdrawalId)).toEqual(['withdrawal-failed']);
      expect(await t.cancelQueued(queued)).toBe(false);
      // No later event makes the signer sign for it again.
      t.clock.advance(48 * 3600_000);
      for (let i = 0; i < 3; i += 1) await t.sendUntilFinal(asset);
      expect((await t.transactions()).filter(({ chain }) => chain === asset)).toHaveLength(1);
      expect(await t.order(queued)).toMatchObject({ state: 'FAILED' });
    },
  );

  it.each(['TRON', 'EOS'] as const)('on %s is tried again, three times in all', async (asset) => {
    const amount = AMOUNT[asset];
    await t.fund(asset, 20n * amount);
    const address = asset === 'EOS' ? 'satoshis1234' : stranger(asset);
    const queued = await t.withdraw({ asset, address, amount });
    const sender = t.senderWith({ nodes: new Map([[asset, failing(asset)]]) });
    for (let i = 0; i < 12; i += 1) {
      await sender.sendOnce(asset);
      await t.chains.makeBlocks(asset, 60);
      await sender.sendOnce(asset);
      if (i === 0) {
        expect(await t.order(queued)).toMatchObject({ state: 'QUEUED', trouble: 'FAILED_ON_CHAIN' });
        expect(await t.cancelQueued(queued)).toBe(false);
        expect(await jobsOf(queued.withdrawalId)).toEqual([]);
      }
      t.clock.advance(1_200_000);
    }
    expect((await t.transactions()).filter(({ chain }) => chain === asset)).toHaveLength(3);
    expect(await t.order(queued)).toMatchObject({ state: 'FAILED' });
    expect(await jobsOf(queued.withdrawalId)).toEqual(['withdrawal-failed']);
    expect(await t.balance('house', asset, 'in_flight')).toBe(amount);
  });
});

it.each(['TRON', 'EOS'] as const)(
  'on %s is not tried again while its owner is blocked, and ends when staff abandons it',
  async (asset) => {
    const amount = AMOUNT[asset];
    await t.fund(asset, 20n * amount);
    const address = asset === 'EOS' ? 'satoshis1234' : stranger(asset);
    const owner = await t.person();
    const block = (at: string | null) =>
      sql`update users set blocked_at = ${at}::timestamptz, blocked_reason = ${at && 'a test'}
        where id = ${owner.id}`.execute(t.db);
    const countTransactions = async () =>
      (await t.transactions()).filter(({ chain }) => chain === asset).length;
    const before = await countTransactions();
    const abandoned = (one: QueuedWithdrawal) =>
      t.db.transaction().execute((tx) => failLostOrder(t.context, tx, one.withdrawalId));
    const sender = t.senderWith({ nodes: new Map([[asset, failing(asset)]]) });
    const failOnce = async () => {
      const queued = await t.withdraw({ asset, address, amount, userId: owner.id });
      await sender.sendOnce(asset);
      await t.chains.makeBlocks(asset, 60);
      await sender.sendOnce(asset);
      expect(await t.order(queued)).toMatchObject({ state: 'QUEUED', trouble: 'FAILED_ON_CHAIN' });
      return queued;
    };
    const [inFlight] = [await t.balance('house', asset, 'in_flight')];
    const first = await failOnce();
    await block('2026-01-01');
    for (let i = 0; i < 3; i += 1) {
      t.clock.advance(1_200_000);
      await sender.sendOnce(asset);
    }
    expect(await countTransactions()).toBe(before + 1);
    expect(await t.progress(first)).toMatchObject({ trouble: 'PERSON_BLOCKED' });
    // The sandbox's chain did execute it: when the chain says so, the back office can't refund it as well.
    expect(await abandoned(first)).toBe(false);
    const context = createContext({ ...t.deps, nodes: new Map([[asset, failing(asset)]]) });
    const ended = () => t.db.transaction().execute((tx) => failLostOrder(context, tx, first.withdrawalId));
    expect([await ended(), await ended()]).toEqual([true, false]);
    expect(await t.order(first)).toMatchObject({ state: 'FAILED' });
    // Unblocked: that one has ended, the next is retried as usual.
    await block(null);
    t.clock.advance(1_200_000);
    await sender.sendOnce(asset);
    expect(await countTransactions()).toBe(before + 1);
    expect(await t.balance('house', asset, 'in_flight')).toBe(inFlight + amount);
    const second = await failOnce();
    await block('2026-01-01');
    await sender.sendOnce(asset);
    await block(null);
    t.clock.advance(1_200_000);
    await sender.sendOnce(asset);
    expect(await t.order(second)).toMatchObject({ state: 'SENT' });
  },
);

it('requeues a failed sweep as a new order after a delay', async () => {
  const customer = await t.person();
  const { address } = (await t.address(customer, 'MATIC')).body.baseDTO;
  const payIn = async () => {
    const faucetPayment = {
      asset: 'MATIC',
      tokenType: 'MATIC',
      address,
      tag: null,
      amount: 50n * ETHER,
    } as const;
    await t.chains.sendFromFaucet('MATIC', faucetPayment);
    await t.mineAndScan('MATIC', 7);
  };
  await t.scanner.scanOnce('MATIC');
  await payIn();
  const broken = createContext({ ...t.deps, nodes: new Map([['MATIC', failing('MATIC')]]) });
  const sweeps = async () =>
    (
      await sql<{ state: string; swept: number }>`select o.state,
          (select count(*)::int from coin_deposits d where d.swept_by = o.id) as swept
        from outgoing o where o.chain = 'MATIC' and o.kind = 'SWEEP' order by o.id`.execute(t.db)
    ).rows;
  const real = t.deps.nodes.get('MATIC') as ChainNode;
  const own = createContext({ ...t.deps, nodes: new Map([['MATIC', real]]) });
  await sweepDeposits(own);
  const sender = createSender(broken);
  await sender.sendOnce('MATIC');
  await t.chains.makeBlocks('MATIC', 8);
  await sender.sendOnce('MATIC');
  expect(await sweeps()).toEqual([{ state: 'FAILED', swept: 0 }]);
  await sweepDeposits(own);
  expect(await sweeps()).toHaveLength(1);
  t.clock.advance(6 * 3600_000 + 1_000);
  // The sandbox's chain did execute the first one: the current balance is a new deposit.
  await payIn();
  await sweepDeposits(own);
  await t.sendUntilFinal('MATIC');
  expect(await sweeps()).toEqual([
    { state: 'FAILED', swept: 0 },
    { state: 'DONE', swept: 2 },
  ]);
});
