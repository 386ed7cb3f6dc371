import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSendingFixture, type QueuedWithdrawal, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import type { SignedTransaction } from '../../chains/types.ts';
import { createShowAddress } from '../addresses/addresses.ts';
import type { ChainNode, Signer } from '../ports.ts';
import { sweepDeposits } from './sweep-deposits.ts';

let t: SendingFixture;

beforeAll(async () => {
  t = await createSendingFixture();
});
afterEach(() => t.expectSoundBooks());
afterAll(() => t?.close());

/** External addresses. */
let strangers = 0;
const stranger = (asset: Asset): string => {
  strangers += 1;
  const seed = new Uint8Array(64).fill(100 + strangers);
  return codecOf(asset as 'BITCOIN', 'main').keyOf(seed, { branch: 'hot' }).address;
};

const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;
const WIDE = { hour: '1000000', day: '1000000' };

const noticesOf = async ({ withdrawalId }: QueuedWithdrawal): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
    where task_identifier = 'withdrawal-done' and key = ${`withdrawal-done:${withdrawalId}`}`.execute(t.db);
  return rows[0]?.n ?? 0;
};

describe('a withdrawal of coins', () => {
  it('moves from blocked to in flight to outside, its fee to the house, the miner’s fee to the costs', async () => {
    await t.fund('ETHEREUM', 10n * ETHER);
    const outside = await t.balance('outside:ETHEREUM', 'ETHEREUM', 'outside');
    const address = stranger('ETHEREUM');
    const queued = await t.withdraw({ asset: 'ETHEREUM', address, amount: 2n * ETHER, fee: 3n * 10n ** 15n });
    expect(await t.progress(queued)).toMatchObject({ state: 'QUEUED', txid: null, trouble: null });

    await t.sender.sendOnce('ETHEREUM');
    expect(await t.balance(queued.userId, 'ETHEREUM', 'blocked')).toBe(0n);
    expect(await t.balance('house', 'ETHEREUM', 'in_flight')).toBe(2n * ETHER);
    const [transaction] = await t.transactions();
    expect(await t.progress(queued)).toMatchObject({
      state: 'SENT',
      txid: transaction?.txid,
      confirmations: 0,
    });
    expect(await t.cancelQueued(queued)).toBe(false);

    await t.sendUntilFinal('ETHEREUM');
    expect(await t.progress(queued)).toMatchObject({ state: 'DONE', txid: transaction?.txid });
    expect(await t.held('ETHEREUM', address)).toBe(2n * ETHER);
    expect(await t.balance('house', 'ETHEREUM', 'in_flight')).toBe(0n);
    const cost = -(await t.balance('house', 'ETHEREUM', 'expense'));
    expect(cost).toBeGreaterThan(21_000n * GWEI);
    // The ledger's outside account equals what the chain took from us: the hot address holds the rest.
    const spent = 10n * ETHER - (await t.held('ETHEREUM', t.hotOf('ETHEREUM')));
    expect(spent).toBe(2n * ETHER + cost);
    expect((await t.balance('outside:ETHEREUM', 'ETHEREUM', 'outside')) - outside).toBe(
      cost - 3n * 10n ** 15n,
    );
    expect(await noticesOf(queued)).toBe(1);
    await t.sendUntilFinal('ETHEREUM');
    expect((await t.transactions()).filter(({ chain }) => chain === 'ETHEREUM')).toHaveLength(1);
  });

  it('is paid with many others in one UTXO transaction, with change to the hot address', async () => {
    await t.fund('BITCOIN', 5_000_000n);
    await t.fund('BITCOIN', 5_000_000n);
    const places = Array.from({ length: 5 }, () => stranger('BITCOIN'));
    const queued = await Promise.all(
      places.map((address, i) => t.withdraw({ asset: 'BITCOIN', address, amount: 1_500_000n + BigInt(i) })),
    );
    await t.sendUntilFinal('BITCOIN');
    for (const [i, address] of places.entries())
      expect(await t.held('BITCOIN', address)).toBe(1_500_000n + BigInt(i));
    const txids = new Set(await Promise.all(queued.map(async (one) => (await t.progress(one))?.txid)));
    expect(txids.size).toBe(1);
    const left = 10_000_000n - 7_500_010n + (await t.balance('house', 'BITCOIN', 'expense'));
    const { rows } = await sql<{ sum: bigint }>`select sum(amount) as sum from unspent_outputs
      where chain = 'BITCOIN' and spent_by is null`.execute(t.db);
    expect(rows[0]?.sum).toBe(left);
  });

  it('waits for room in the hourly cap, so that a rush doesn’t trip the signer’s latch', async () => {
    await t.fund('CELO', 100n * ETHER);
    await t.runOperatorCommand({ caps: { coins: { CELO: { hour: '5', day: '100' } } } });
    const address = stranger('CELO');
    const [first, second] = [
      await t.withdraw({ asset: 'CELO', address, amount: 3n * ETHER }),
      await t.withdraw({ asset: 'CELO', address, amount: 3n * ETHER }),
    ] as const;
    await t.sendUntilFinal('CELO');
    expect(await t.progress(first)).toMatchObject({ state: 'DONE' });
    for (let i = 0; i < 3; i += 1) {
      t.clock.advance(600_000);
      await t.sendUntilFinal('CELO');
    }
    expect(await t.progress(second)).toMatchObject({ state: 'QUEUED', trouble: 'OVER_CAP' });
    expect((await t.signer.status()).latch).toBeNull();
    t.clock.advance(3600_000);
    await t.sendUntilFinal('CELO');
    expect(await t.progress(second)).toMatchObject({ state: 'DONE' });
    await t.runOperatorCommand({ caps: { coins: { CELO: WIDE } } });
  });

  it('waits while the signer is latched, and is sent after an operator released it', async () => {
    await t.fund('ELROND', 100n * ETHER);
    await t.runOperatorCommand({ caps: { coins: { ELROND: { hour: '5', day: '5' } } } });
    const address = stranger('ELROND');
    const withdraw = () => t.withdraw({ asset: 'ELROND', address, amount: 3n * ETHER });
    await withdraw();
    await t.sendUntilFinal('ELROND');
    t.clock.advance(3600_001);
    // It fits the cap of the hour, but not that of the day.
    const over = await withdraw();
    await t.sendUntilFinal('ELROND');
    expect(await t.progress(over)).toMatchObject({ state: 'QUEUED', trouble: 'OVER_CAP' });
    const { latch } = await t.signer.operatorView();
    expect(latch).toMatchObject({ reason: 'DAY', about: 'ELROND' });
    const other = await t.withdraw({ asset: 'ETHEREUM', address: stranger('ETHEREUM'), amount: GWEI });
    await t.sender.sendOnce('ETHEREUM');
    expect(await t.progress(other)).toMatchObject({ state: 'QUEUED', trouble: 'SIGNER_LATCHED' });
    await t.runOperatorCommand({ release: latch?.id ?? '' });
    await t.runOperatorCommand({ caps: { coins: { ELROND: WIDE } } });
    t.clock.advance(600_000);
    await t.sendUntilFinal('ELROND');
    await t.sendUntilFinal('ETHEREUM');
    expect(await t.progress(over)).toMatchObject({ state: 'DONE' });
    expect(await t.progress(other)).toMatchObject({ state: 'DONE' });
  });

  it('gets sequences in order, above those that wait, even when the node forgot them', async () => {
    await t.fund('MATIC', 1_000n * ETHER);
    const address = stranger('MATIC');
    const amounts = [1n, 2n, 3n, 4n].map((n) => n * ETHER);
    for (const amount of amounts.slice(0, 3)) await t.withdraw({ asset: 'MATIC', address, amount });
    const real = t.deps.nodes.get('MATIC') as ChainNode;
    await t.sender.sendOnce('MATIC');
    // The node lost the waiting transactions and counts from the beginning again.
    const forgetful: ChainNode = {
      ...bound(real),
      plan: async (order) => ({ ...(await real.plan(order)), nonce: 0 }) as never,
    };
    await t.withdraw({ asset: 'MATIC', address, amount: amounts[3] as bigint });
    const sender = t.senderWith({ nodes: new Map([['MATIC', forgetful]]) });
    await sender.sendOnce('MATIC');
    await t.sendUntilFinal('MATIC');
    const sequences = (await t.transactions()).filter(({ chain }) => chain === 'MATIC');
    expect(sequences.map(({ sequence, state }) => [sequence, state])).toEqual(
      [0n, 1n, 2n, 3n].map((n) => [n, 'DONE']),
    );
    expect(await t.held('MATIC', address)).toBe(10n * ETHER);
  });

  it('does not wait for another in its batch that the signer refuses', async () => {
    for (let i = 0; i < 3; i += 1) await t.fund('BITCOIN_CASH', 900_000_000n);
    const places = Array.from({ length: 3 }, () => stranger('BITCOIN_CASH'));
    const queued: QueuedWithdrawal[] = [];
    for (const address of places)
      queued.push(await t.withdraw({ asset: 'BITCOIN_CASH', address, amount: 100_000_000n }));
    const forged = queued[1] as QueuedWithdrawal;
    await sql`update outgoing set amount = 500000000 where withdrawal_id = ${forged.withdrawalId}`.execute(
      t.db,
    );
    await t.sendUntilFinal('BITCOIN_CASH');
    await t.sendUntilFinal('BITCOIN_CASH');
    expect(await t.progress(forged)).toMatchObject({ state: 'QUEUED', trouble: 'SIGNER_REFUSED' });
    for (const [i, address] of places.entries())
      expect(await t.held('BITCOIN_CASH', address)).toBe(i === 1 ? 0n : 100_000_000n);
    expect(await t.balance(forged.userId, 'BITCOIN_CASH', 'blocked')).toBe(100_000_000n);
    // Restored, so that the ledger is consistent.
    await sql`update outgoing set amount = 100000000, next_try_at = '-infinity' where withdrawal_id = ${forged.withdrawalId}`.execute(
      t.db,
    );
    await t.sendUntilFinal('BITCOIN_CASH');
    await t.sendUntilFinal('BITCOIN_CASH');
    expect(await t.held('BITCOIN_CASH', places[1] as string)).toBe(100_000_000n);
  });

  it('does not wait behind another that is too large for the funds', async () => {
    const large = await t.withdraw({
      asset: 'DASH',
      address: stranger('DASH'),
      amount: 100_000_000_000n,
    });
    await t.fund('DASH', 300_000_000n);
    const address = stranger('DASH');
    const small = await t.withdraw({ asset: 'DASH', address, amount: 100_000_000n });
    await t.sendUntilFinal('DASH');
    expect(await t.progress(small)).toMatchObject({ state: 'DONE' });
    expect(await t.progress(large)).toMatchObject({ state: 'QUEUED', trouble: 'HOT_WALLET_EMPTY' });
    expect(await t.held('DASH', address)).toBe(100_000_000n);
    expect(await t.cancelQueued(large)).toBe(true);
    expect(await t.progress(large)).toBeUndefined();
    expect(await t.cancelQueued(large)).toBe(false);
  });

  it('is either cancelled or sent', async () => {
    await t.fund('LITE_COIN', 10_000_000_000n);
    for (let i = 0; i < 6; i += 1) {
      const address = stranger('LITE_COIN');
      const queued = await t.withdraw({ asset: 'LITE_COIN', address, amount: 10_000_000n });
      const [wasCancelled] = await Promise.all([t.cancelQueued(queued), t.sender.sendOnce('LITE_COIN')]);
      await t.sendUntilFinal('LITE_COIN');
      expect(await t.held('LITE_COIN', address)).toBe(wasCancelled ? 0n : 10_000_000n);
      expect((await t.order(queued))?.state).toBe(wasCancelled ? 'CANCELLED' : 'DONE');
    }
  });

  it('returns to a block after a reorganisation, and is paid once', async () => {
    await t.fund('CLASSIC_ETHEREUM', 10n * ETHER);
    const address = stranger('CLASSIC_ETHEREUM');
    const queued = await t.withdraw({ asset: 'CLASSIC_ETHEREUM', address, amount: ETHER });
    await t.sender.sendOnce('CLASSIC_ETHEREUM');
    await t.chains.makeBlocks('CLASSIC_ETHEREUM', 2);
    await t.sender.sendOnce('CLASSIC_ETHEREUM');
    expect(stateOf(await t.transactions(), 'CLASSIC_ETHEREUM')).toEqual(['INCLUDED']);
    // Dropped by the chain and by the node: the same bytes are broadcast again.
    await t.chains.reorg('CLASSIC_ETHEREUM', 2, true);
    await t.sender.sendOnce('CLASSIC_ETHEREUM');
    expect(stateOf(await t.transactions(), 'CLASSIC_ETHEREUM')).toEqual(['SENT']);
    await t.sendUntilFinal('CLASSIC_ETHEREUM');
    expect(await t.progress(queued)).toMatchObject({ state: 'DONE' });
    expect(await t.held('CLASSIC_ETHEREUM', address)).toBe(ETHER);
  });
});

const stateOf = (all: readonly { chain: string; state: string }[], chain: string) =>
  all.filter((one) => one.chain === chain).map(({ state }) => state);

/** Returns the node's own methods, to be replaced one by one. */
function bound(node: ChainNode): ChainNode {
  return {
    chain: node.chain,
    head: () => node.head(),
    blocks: (from, to) => node.blocks(from, to),
    transaction: (txid) => node.transaction(txid),
    find: (txid) => node.find(txid),
    plan: (order) => node.plan(order),
    broadcast: (signed) => node.broadcast(signed),
    balance: (address, asset, tokenType) => node.balance(address, asset, tokenType),
    ...(node.isExpired && {
      isExpired: (expires: number) => (node.isExpired as NonNullable<typeof node.isExpired>)(expires),
    }),
  };
}

describe('the sending loops, which query all chains together for waiting orders', () => {
  it('send orders that arrive while they run, and none after they stopped', async () => {
    await t.fund('ETHEREUM', 10n * ETHER);
    const sender = t.senderWith({ pollMs: 50 });
    await sender.start();
    try {
      const of = () => ({ asset: 'ETHEREUM' as const, address: stranger('ETHEREUM'), amount: ETHER });
      const first = await t.withdraw(of());
      await expect.poll(() => t.progress(first)).toMatchObject({ state: 'SENT' });
      await sql`update kill_switch set stopped = true, reason = 'a test'`.execute(t.db);
      const second = await t.withdraw(of());
      // Tracking of the first one continues: by then the loop has passed the second one.
      await t.chains.makeBlocks('ETHEREUM', 100);
      await expect.poll(() => t.progress(first)).toMatchObject({ state: 'DONE' });
      expect(await t.progress(second)).toMatchObject({ state: 'QUEUED' });
      await sql`update kill_switch set stopped = false`.execute(t.db);
      await expect.poll(() => t.progress(second)).toMatchObject({ state: 'SENT' });
      await t.chains.makeBlocks('ETHEREUM', 100);
      await expect.poll(() => t.progress(second)).toMatchObject({ state: 'DONE' });
    } finally {
      await sender.stop();
    }
  });
});

describe('a sweep of a deposit address', () => {
  it('is queued once by two concurrent runs of the job, since a second one could never be paid', async () => {
    const owner = await t.person();
    const { address } = await createShowAddress(t.context)(owner.id, {
      relatedCoin: 'ETHEREUM',
      tokenType: 'ETHEREUM',
    });
    const payment = {
      asset: 'ETHEREUM',
      tokenType: 'ETHEREUM',
      address,
      tag: null,
      amount: 5n * ETHER,
    } as const;
    await t.chains.sendFromFaucet('ETHEREUM', payment);
    await t.mineAndScan('ETHEREUM', 40);
    await Promise.all([sweepDeposits(t.context), sweepDeposits(t.context)]);
    await t.sendUntilFinal('ETHEREUM');
    const { rows } = await sql`select state from outgoing where kind = 'SWEEP'`.execute(t.db);
    expect(rows).toEqual([{ state: 'DONE' }]);
  });
});

describe('a crash', () => {
  const dies = new Error('the process is gone');
  /** Dies once, before or after the real call. */
  function deadly<A extends unknown[], R>(real: (...args: A) => Promise<R>, when: 'before' | 'after') {
    let alive = true;
    return async (...args: A): Promise<R> => {
      if (!alive) return real(...args);
      alive = false;
      if (when === 'after') await real(...args);
      throw dies;
    };
  }
  const steps = ['sign', 'record', 'broadcast'] as const;
  const cases = (['ETHEREUM', 'BITCOIN', 'TRON', 'RIPPLE', 'STELLAR', 'EOS', 'ELROND'] as const).flatMap(
    (asset) => steps.flatMap((step) => (['before', 'after'] as const).map((when) => ({ asset, step, when }))),
  );

  it.each(cases)('$when $step leaves one payment of $asset', async ({ asset, step, when }) => {
    const amount = AMOUNTS[asset];
    await t.fund(asset, 20n * amount);
    const address = asset === 'EOS' ? 'satoshis1234' : stranger(asset);
    const before = await t.held(asset, address);
    const queued = await t.withdraw({ asset, address, amount, fee: amount / 100n });
    const real = t.deps.nodes.get(asset) as ChainNode;
    const signer: Signer = { ...t.signer };
    const ledger = { ...t.ledger, submit: t.ledger.submit.bind(t.ledger), isWriter: () => true };
    const node = bound(real);
    if (step === 'sign') signer.sign = deadly(t.signer.sign, when);
    if (step === 'record') ledger.submit = deadly(t.ledger.submit.bind(t.ledger), when);
    if (step === 'broadcast')
      node.broadcast = deadly((signed: SignedTransaction) => real.broadcast(signed), when);
    const first = t.senderWith({ signer, ledger: ledger as never, nodes: new Map([[asset, node]]) });
    await first.sendOnce(asset).catch((error: unknown) => expect(error).toBe(dies));
    t.clock.advance(30_000);
    await t.sendUntilFinal(asset);
    expect(await t.progress(queued)).toMatchObject({ state: 'DONE', trouble: null });
    expect((await t.held(asset, address)) - before).toBe(amount);
    expect(await t.balance(queued.userId, asset, 'blocked')).toBe(0n);
    expect(await t.balance('house', asset, 'in_flight')).toBe(0n);
    expect(stateOf(await t.transactions(), asset).every((state) => state === 'DONE')).toBe(true);
  });
});

const AMOUNTS = {
  ETHEREUM: ETHER,
  BITCOIN: 1_000_000n,
  TRON: 50_000_000n,
  RIPPLE: 50_000_000n,
  STELLAR: 500_000_000n,
  EOS: 100_000n,
  ELROND: ETHER,
} as const;

describe('bytes that die without being mined', () => {
  it.each(['RIPPLE', 'TRON', 'STELLAR', 'EOS'] as const)(
    'of %s are signed again when they have expired',
    async (asset) => {
      const amount = AMOUNTS[asset];
      await t.fund(asset, 20n * amount);
      const address = asset === 'EOS' ? 'satoshis1234' : stranger(asset);
      const before = await t.held(asset, address);
      const queued = await t.withdraw({ asset, address, amount });
      const real = t.deps.nodes.get(asset) as ChainNode;
      const unresponsive = { ...bound(real), broadcast: async () => 'UNKNOWN' as const };
      await t.senderWith({ nodes: new Map([[asset, unresponsive]]) }).sendOnce(asset);
      const [lost] = (await t.transactions()).filter(
        ({ chain, state }) => chain === asset && state === 'SIGNED',
      );
      expect(lost).toBeDefined();
      t.clock.advance(24 * 3600_000);
      await t.chains.makeBlocks(asset, 100);
      await t.sender.sendOnce(asset);
      t.clock.advance(60_000);
      await t.sendUntilFinal(asset);
      expect(await t.progress(queued)).toMatchObject({ state: 'DONE' });
      const mine = (await t.transactions()).filter(({ chain }) => chain === asset);
      expect(mine.find(({ txid }) => txid === lost?.txid)?.state).toBe('DEAD');
      // The old bytes are worthless to anyone who stored them.
      await real.broadcast({ raw: lost?.raw ?? '', txid: lost?.txid ?? '' });
      await t.chains.makeBlocks(asset, 2);
      expect((await t.held(asset, address)) - before).toBe(amount);
      expect(await t.balance('house', asset, 'in_flight')).toBe(0n);
    },
  );
});
