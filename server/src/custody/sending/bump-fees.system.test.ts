import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSendingFixture, type QueuedWithdrawal, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import type { TransactionPlan } from '../../chains/types.ts';
import type { ChainNode, PlanRequest, Signer } from '../ports.ts';

let t: SendingFixture;

beforeAll(async () => {
  t = await createSendingFixture();
});
afterEach(() => t.expectSoundBooks());
afterAll(() => t?.close());

const ETHER = 10n ** 18n;
const AMOUNT = { ETHEREUM: ETHER, CLASSIC_ETHEREUM: ETHER, BITCOIN: 1_000_000n } as const;
type Coin = keyof typeof AMOUNT;

let strangers = 0;
const stranger = (asset: Asset): string => {
  strangers += 1;
  const seed = new Uint8Array(64).fill(150 + strangers);
  return codecOf(asset as 'BITCOIN', 'main').keyOf(seed, { branch: 'hot' }).address;
};

const half = (plan: TransactionPlan): TransactionPlan => {
  if (plan.family === 'UTXO') return { ...plan, fee: plan.fee / 2n };
  if (plan.family !== 'EVM') throw new Error('no');
  const tip = plan.maxPriorityFeePerGas;
  return {
    ...plan,
    maxFeePerGas: plan.maxFeePerGas / 2n,
    maxPriorityFeePerGas: tip === null ? null : tip / 2n,
  };
};

/** Returns the chain's node with some methods replaced. */
function nodeWith(asset: Coin, changes: (real: ChainNode) => Partial<ChainNode>): ChainNode {
  const real = t.deps.nodes.get(asset) as ChainNode;
  const own = Object.entries(changes(real)).map(([name, value]) => [name, { value }] as const);
  return Object.create(real, Object.fromEntries(own));
}

/** Plans at half of the current fee, as if it had doubled since; replacements are planned at the full fee. */
const cheap = (asset: Coin, more: Partial<ChainNode> = {}) =>
  nodeWith(asset, (real) => ({
    plan: async (request: PlanRequest) =>
      request.bump ? real.plan(request) : half(await real.plan(request)),
    ...more,
  }));
const senderOf = (asset: Coin, node: ChainNode, signer?: Signer) =>
  t.senderWith({ nodes: new Map([[asset, node]]), ...(signer && { signer }) });

async function sendCheaply(
  asset: Coin,
  node = cheap(asset),
): Promise<QueuedWithdrawal & { address: string }> {
  await t.fund(asset, 5n * AMOUNT[asset]);
  const address = stranger(asset);
  const queued = await t.withdraw({ asset, address, amount: AMOUNT[asset], fee: 1_000n });
  await senderOf(asset, node).sendOnce(asset);
  return { ...queued, address };
}

const statesOf = async (asset: Coin, since = 0) =>
  (await t.transactions()).filter(({ chain }) => chain === asset).slice(since);
const count = async (asset: Coin) => (await statesOf(asset)).length;

async function expectPaidOnce(
  asset: Coin,
  queued: QueuedWithdrawal & { address: string },
  txid: string | undefined,
) {
  expect(await t.progress(queued)).toMatchObject({ state: 'DONE', txid });
  expect(await t.held(asset, queued.address)).toBe(AMOUNT[asset]);
  expect(await t.balance(queued.userId, asset, 'blocked')).toBe(0n);
  expect(await t.balance('house', asset, 'in_flight')).toBe(0n);
}

/** Checks that the outputs we consider spendable are spendable on the chain. */
async function expectOutputsAreTrue(): Promise<void> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount), 0) as sum from unspent_outputs
    where chain = 'BITCOIN' and spent_by is null`.execute(t.db);
  expect(rows[0]?.sum).toBe(await t.held('BITCOIN', t.hotOf('BITCOIN')));
}

describe.each(['ETHEREUM', 'CLASSIC_ETHEREUM', 'BITCOIN'] as const)('an unmined %s transaction', (asset) => {
  const soon = 300_000;
  const late = asset === 'BITCOIN' ? 3_600_000 : 600_000;

  it('is replaced by one with the same payment; whichever is mined counts once and is shown', async () => {
    const before = await count(asset);
    const queued = await sendCheaply(asset);
    const [old] = await statesOf(asset, before);
    const sender = senderOf(asset, cheap(asset));
    t.clock.advance(soon);
    await sender.sendOnce(asset);
    expect(await count(asset)).toBe(before + 1);
    t.clock.advance(late);
    await sender.sendOnce(asset);
    const [, dearer] = await statesOf(asset, before);
    expect(await t.progress(queued)).toMatchObject({ state: 'SENT', txid: dearer?.txid });
    expect(dearer?.sequence).toBe(old?.sequence ?? null);
    await t.sendUntilFinal(asset);
    expect((await statesOf(asset, before)).map(({ txid, state }) => [txid, state])).toEqual([
      [old?.txid, 'DEAD'],
      [dearer?.txid, 'DONE'],
    ]);
    await expectPaidOnce(asset, queued, dearer?.txid);
    if (asset === 'BITCOIN') await expectOutputsAreTrue();
  });

  it('completes a withdrawal when the original transaction is mined instead of its fee-bumped replacement', async () => {
    const before = await count(asset);
    const queued = await sendCheaply(asset);
    const [old] = await statesOf(asset, before);
    // The new bytes are lost on the way to the chain.
    const unresponsive = cheap(asset, { broadcast: async () => 'UNKNOWN' as const });
    t.clock.advance(late);
    await senderOf(asset, unresponsive).sendOnce(asset);
    const [, dearer] = await statesOf(asset, before);
    expect(dearer?.state).toBe('SIGNED');
    expect(await t.progress(queued)).toMatchObject({ state: 'SENT', txid: old?.txid });
    await t.chains.makeBlocks(asset, 2);
    await senderOf(asset, unresponsive).sendOnce(asset);
    expect((await statesOf(asset, before)).map(({ state }) => state)).toEqual(['INCLUDED', 'SIGNED']);
    await t.sendUntilFinal(asset);
    expect((await statesOf(asset, before)).map(({ state }) => state)).toEqual(['DONE', 'DEAD']);
    await expectPaidOnce(asset, queued, old?.txid);
    if (asset === 'BITCOIN') await expectOutputsAreTrue();
  });

  it('is replaced with the same bytes when the process dies before it has stored them', async () => {
    const before = await count(asset);
    const queued = await sendCheaply(asset);
    t.clock.advance(late);
    const signed: string[] = [];
    const signer: Signer = {
      ...t.signer,
      sign: async (request) => {
        signed.push((await t.signer.sign(request)).txid);
        throw new Error('gone');
      },
    };
    await senderOf(asset, cheap(asset), signer).sendOnce(asset);
    expect(await count(asset)).toBe(before + 1);
    await senderOf(asset, cheap(asset)).sendOnce(asset);
    expect((await statesOf(asset, before)).at(-1)?.txid).toBe(signed[0]);
    await t.sendUntilFinal(asset);
    await expectPaidOnce(asset, queued, signed[0]);
  });

  it('is left alone while it pays the current fee, and after three replacements', async () => {
    const before = await count(asset);
    await t.fund(asset, 5n * AMOUNT[asset]);
    const address = stranger(asset);
    const queued = { address, ...(await t.withdraw({ asset, address, amount: AMOUNT[asset] })) };
    await t.sender.sendOnce(asset);
    for (let i = 0; i < 3; i += 1) {
      t.clock.advance(2 * late);
      await t.sender.sendOnce(asset);
    }
    expect(await count(asset)).toBe(before + 1);
    // The current fee doubles each time.
    let times = 1n;
    const rising = nodeWith(asset, (real) => ({
      plan: async (request) => {
        if (!request.bump) return real.plan(request);
        times *= 2n;
        const plan = await real.plan({
          sender: request.sender,
          payments: request.payments,
          unspent: [...request.bump.inputs, ...request.unspent],
        });
        if (plan.family === 'UTXO') return { ...plan, inputs: request.bump.inputs, fee: plan.fee * times };
        if (plan.family !== 'EVM') throw new Error('no');
        const tip = plan.maxPriorityFeePerGas;
        const { sequence } = codecOf(asset, 'main').decode(request.bump.raw);
        return {
          ...plan,
          nonce: Number.parseInt(String(sequence), 10),
          maxFeePerGas: plan.maxFeePerGas * times,
          maxPriorityFeePerGas: tip === null ? null : tip * times,
        };
      },
    }));
    const sender = senderOf(asset, rising);
    for (let i = 0; i < 5; i += 1) {
      t.clock.advance(2 * late);
      await sender.sendOnce(asset);
    }
    expect(await count(asset)).toBe(before + 4);
    await t.sendUntilFinal(asset);
    expect((await statesOf(asset, before)).map(({ state }) => state)).toEqual([
      'DEAD',
      'DEAD',
      'DEAD',
      'DONE',
    ]);
    await expectPaidOnce(asset, queued, (await statesOf(asset)).at(-1)?.txid);
  });
});

it('records the cost of the bytes that the signer returns, even if the fee has dropped since', async () => {
  const queued = await sendCheaply('BITCOIN');
  t.clock.advance(3_600_000);
  const signed: string[] = [];
  const signer: Signer = {
    ...t.signer,
    sign: async (request) => {
      signed.push((await t.signer.sign(request)).txid);
      throw new Error('gone');
    },
  };
  const atItsPeak = nodeWith('BITCOIN', (real) => ({
    plan: async (request) => {
      const plan = await real.plan(request);
      if (plan.family !== 'UTXO') throw new Error('no');
      return { ...plan, fee: plan.fee * 2n };
    },
  }));
  await senderOf('BITCOIN', atItsPeak, signer).sendOnce('BITCOIN');
  await senderOf('BITCOIN', cheap('BITCOIN')).sendOnce('BITCOIN');
  await t.sendUntilFinal('BITCOIN');
  await expectPaidOnce('BITCOIN', queued, signed[0]);
  const { rows } = await sql<{ fee: bigint; maxFee: bigint }>`select fee, max_fee as "maxFee"
    from chain_transactions where txid = ${signed[0] ?? ''}`.execute(t.db);
  expect(rows[0]?.maxFee).toBe(rows[0]?.fee);
});

it('is never replaced at a fee above the signer’s limit', async () => {
  const queued = await sendCheaply('ETHEREUM');
  const before = await count('ETHEREUM');
  const greedy = nodeWith('ETHEREUM', (real) => ({
    plan: async (request) => {
      const plan = await real.plan(request);
      if (plan.family !== 'EVM') throw new Error('no');
      return { ...plan, maxFeePerGas: 10n ** 13n };
    },
  }));
  t.clock.advance(600_000);
  await senderOf('ETHEREUM', greedy).sendOnce('ETHEREUM');
  expect(await count('ETHEREUM')).toBe(before);
  await t.sendUntilFinal('ETHEREUM');
  expect(await t.progress(queued)).toMatchObject({ state: 'DONE' });
});

it('is not paid twice when two replacements follow each other', async () => {
  const first = await sendCheaply('ETHEREUM');
  const second = await sendCheaply('ETHEREUM', cheap('ETHEREUM'));
  t.clock.advance(600_000);
  await senderOf('ETHEREUM', cheap('ETHEREUM')).sendOnce('ETHEREUM');
  await t.sendUntilFinal('ETHEREUM');
  for (const one of [first, second]) {
    expect(await t.progress(one)).toMatchObject({ state: 'DONE' });
    expect(await t.held('ETHEREUM', one.address)).toBe(ETHER);
  }
});
