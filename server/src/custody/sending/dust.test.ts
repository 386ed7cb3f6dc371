/** docs/decisions/0114-the-most-a-transaction-costs.md: change too small for an output is part of the fee. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../test/invariants.ts';
import { createSendingFixture, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import { utxoRulesOf } from '../../chains/utxo/utxo-rules.ts';
import { createContext } from '../context.ts';
import type { Signer } from '../ports.ts';
import { moveFundsToNewestSeed } from './seed-rotation.ts';

const COINS = ['BITCOIN', 'LITE_COIN', 'DASH'] as const;
type Coin = (typeof COINS)[number];
/** Each withdrawal spends all funds of the hot wallet, which are one output. */
const FUNDED = 10_000_000n;

let t: SendingFixture;
beforeAll(async () => {
  t = await createSendingFixture();
});
afterEach(() => t.expectSoundBooks());
afterAll(() => t?.close());

const strangerOf = (asset: Coin): string =>
  codecOf(asset, 'main').keyOf(new Uint8Array(64).fill(150), { branch: 'hot' }).address;

/** Returns the fee of one input and one payment, without change. */
async function plainFee(asset: Coin): Promise<bigint> {
  const { rows: unspent } = await sql<{ txid: string; index: number; amount: bigint }>`
    select txid, output_index::int as index, amount from unspent_outputs
    where chain = ${asset} and spent_by is null`.execute(t.db);
  const payment = { to: strangerOf(asset), tag: null, asset, tokenType: asset, amount: FUNDED };
  const plan = await t.deps.nodes.get(asset)?.plan({
    sender: t.hotOf(asset),
    payments: [payment],
    unspent: unspent.map((output) => ({ ...output, key: { branch: 'hot' } as const })),
    all: true,
  });
  if (plan?.family !== 'UTXO') throw new Error('no plan');
  return plan.fee;
}

/** Withdraws so that this change remains after the payment and its fee. */
async function withdrawLeaving(asset: Coin, change: bigint) {
  await t.fund(asset, FUNDED);
  const fee = await plainFee(asset);
  const amount = FUNDED - fee - change;
  return { ...(await t.withdraw({ asset, address: strangerOf(asset), amount, fee: 1_000n })), fee };
}

async function lastOf(asset: Coin) {
  const { rows } = await sql<{ id: string; state: string; fee: bigint; maxFee: bigint }>`
    select id, state, fee, max_fee as "maxFee" from chain_transactions
    where chain = ${asset} order by id desc limit 1`.execute(t.db);
  return rows[0];
}

describe.each(COINS)('a withdrawal of %s', (asset) => {
  const { dust } = utxoRulesOf(asset, 'main');

  it.each([0n, 1n, dust - 1n])(
    'that leaves %d of change adds it to the fee and violates no law',
    async (change) => {
      const queued = await withdrawLeaving(asset, change);
      await t.sendUntilFinal(asset);
      expect(await t.progress(queued)).toMatchObject({ state: 'DONE' });
      const fee = queued.fee + change;
      expect(await lastOf(asset)).toMatchObject({ state: 'DONE', fee, maxFee: fee });
      expect(await t.held(asset, t.hotOf(asset))).toBe(0n);
      expect(await checkInvariants(t.db)).toBeNull();
    },
  );

  it('whose signed bytes were not recorded is known to have the same cost', async () => {
    const queued = await withdrawLeaving(asset, dust - 1n);
    const forgetful: Signer = {
      ...t.signer,
      sign: async (request) => {
        await t.signer.sign(request);
        throw new Error('gone');
      },
    };
    await t.senderWith({ signer: forgetful }).sendOnce(asset);
    expect(await t.order(queued)).toMatchObject({ state: 'CLAIMED' });
    t.clock.advance(600_000);
    await t.sendUntilFinal(asset);
    const fee = queued.fee + dust - 1n;
    expect(await lastOf(asset)).toMatchObject({ state: 'DONE', fee, maxFee: fee });
  });
});

it('violates a law if the recorded maximum cost is less than the fee', async () => {
  await withdrawLeaving('BITCOIN', 545n);
  await t.sendUntilFinal('BITCOIN');
  const { id, fee } = (await lastOf('BITCOIN')) ?? { id: '', fee: 0n };
  const recordMost = (most: bigint) =>
    sql`update chain_transactions set max_fee = ${most} where id = ${id}`.execute(t.db);
  await recordMost(fee - 1n);
  expect(await checkInvariants(t.db)).toContain('paid its network fee once');
  await recordMost(fee);
  expect(await checkInvariants(t.db)).toBeNull();
});

it('adds dust to the fee when funds move from an older seed to the newest one, once for two concurrent runs', async () => {
  await t.fund('LITE_COIN', FUNDED);
  await t.restartSigner([0, 1]);
  const sender = t.senderWith({});
  const { rows: before } = await sql`select 1 from outgoing where kind = 'ROTATION'`.execute(t.db);
  expect(before).toEqual([]);
  const context = createContext(t.deps);
  await Promise.all([moveFundsToNewestSeed(context), moveFundsToNewestSeed(context)]);
  await sender.sendOnce('LITE_COIN');
  await t.mineAndScan('LITE_COIN', 7);
  await sender.sendOnce('LITE_COIN');
  const { rows } = await sql`select state from outgoing where kind = 'ROTATION'`.execute(t.db);
  expect(rows).toEqual([{ state: 'DONE' }]);
  expect(await checkInvariants(t.db)).toBeNull();
});
