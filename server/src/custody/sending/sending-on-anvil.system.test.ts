import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chain } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, hasAnvil, startAnvil } from '../../../test/anvil.ts';
import { type CustodyTestFixture, createCustodyFixture } from '../../../test/custody.ts';
import { removeFolder } from '../../../test/remove-folder.ts';
import { type QueuedWithdrawal, queueWithdrawal } from '../../../test/sending.ts';
import { createEvm } from '../../chains/evm.ts';
import { codecOf } from '../../chains/index.ts';
import { createEvmNode } from '../../providers/nodes/evm/evm-node.ts';
import { createDefaultAllowances } from '../../signer/allowances.ts';
import { createDefaultCaps } from '../../signer/caps.ts';
import { createSigner, type RunningSigner } from '../../signer/create-signer.ts';
import { createContext } from '../context.ts';
import type { CustodyContext } from '../deps.ts';
import { failLostOrder, readSendingProgress } from './outgoing-store.ts';
import { createSender, type Sender } from './send-loop.ts';

const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const regtest = createEvm('ETHEREUM', 'regtest');
const codec = (chain: Chain) => (chain === 'ETHEREUM' ? regtest : codecOf(chain, 'main'));
const hot = regtest.keyOf(new Uint8Array(64).fill(7), { branch: 'hot' });

let anvil: Anvil;
let t: CustodyTestFixture;
let signer: RunningSigner;
let context: CustodyContext;
let sender: Sender;
let dir: string;

const hex = (value: bigint | number) => `0x${value.toString(16)}`;
let strangers = 0;
const stranger = (): string => {
  strangers += 1;
  return regtest.keyOf(new Uint8Array(64).fill(60 + strangers), { branch: 'hot' }).address;
};
const orderOf = async ({ withdrawalId }: QueuedWithdrawal) =>
  (
    await sql<{ state: string; trouble: string | null }>`select state, trouble from outgoing
      where withdrawal_id = ${withdrawalId}`.execute(t.db)
  ).rows[0];
const transactions = async () =>
  (
    await sql<{ txid: string; state: string; sequence: bigint; ok: boolean | null }>`
      select txid, state, sequence, ok from chain_transactions order by id`.execute(t.db)
  ).rows;
const progress = async ({ withdrawalId }: QueuedWithdrawal) =>
  (await readSendingProgress(context, [withdrawalId])).get(withdrawalId);
const step = () => sender.sendOnce('ETHEREUM');
async function mine(blocks = 1): Promise<void> {
  await anvil.mine(blocks);
  await step();
}
const pay = (address: string, amount = ETHER) =>
  queueWithdrawal(t.ledger, context, { asset: 'ETHEREUM', address, amount, fee: 1_000n });
/** Sets the base fee of the next block. */
const baseFee = (fee: bigint) => anvil.rpc('anvil_setNextBlockBaseFeePerGas', hex(fee));

describe.skipIf(!hasAnvil)('sending over a real EVM chain (anvil)', () => {
  beforeAll(async () => {
    anvil = await startAnvil();
    t = await createCustodyFixture();
    dir = await mkdtemp(join(tmpdir(), 'sarraf-anvil-'));
    signer = createSigner({
      seeds: [{ generation: 0, seed: new Uint8Array(64).fill(7) }],
      db: t.db,
      sealKey: t.deps.sealKey,
      dir,
      caps: createDefaultCaps(true),
      allowances: createDefaultAllowances(true),
      forgiven: ['MISSING'],
      codecOf: codec,
      clock: t.clock,
    });
    const node = createEvmNode({
      chain: 'ETHEREUM',
      url: anvil.url,
      net: 'regtest',
      finality: 'confirmations',
    });
    context = createContext({ ...t.deps, signer, codecOf: codec, nodes: new Map([['ETHEREUM', node]]) });
    sender = createSender(context);
    await anvil.rpc('anvil_setBalance', hot.address, hex(1_000n * ETHER));
  });
  afterAll(async () => {
    await sender?.stop();
    await signer?.close();
    await t?.close();
    await anvil?.stop();
    removeFolder(dir);
  });
  afterEach(() => t.expectSoundBooks());

  it('fails an order whose destination rejects payments, once the failure is final', async () => {
    const before = (await transactions()).length;
    const address = stranger();
    const queued = await pay(address);
    await step();
    // A contract is deployed there, and a plain transfer hasn't enough gas for it.
    await anvil.rpc('anvil_setCode', address, '0x60006000fd');
    await mine();
    expect((await transactions())[before]).toMatchObject({ state: 'INCLUDED', ok: false });
    expect(await orderOf(queued)).toMatchObject({ state: 'SENT' });
    await mine(5);
    expect((await transactions())[before]).toMatchObject({ state: 'DONE', ok: false });
    expect(await orderOf(queued)).toEqual({ state: 'FAILED', trouble: 'FAILED_ON_CHAIN' });
    expect(await t.balance('house', 'ETHEREUM', 'in_flight')).toBe(ETHER);
    const burnt = 1_000n * ETHER - BigInt(await anvil.rpc('eth_getBalance', hot.address, 'latest'));
    expect(await t.balance('house', 'ETHEREUM', 'expense')).toBe(-burnt);
    await mine(10);
    expect(await transactions()).toHaveLength(before + 1);
  });

  it('reverses nothing when the failed transaction itself is undone', async () => {
    const before = (await transactions()).length;
    const flying = await t.balance('house', 'ETHEREUM', 'in_flight');
    const address = stranger();
    const queued = await pay(address);
    await step();
    const snapshot = await anvil.rpc('evm_snapshot');
    await anvil.rpc('anvil_setCode', address, '0x60006000fd');
    await mine(2);
    expect((await transactions())[before]).toMatchObject({ state: 'INCLUDED', ok: false });
    await anvil.rpc('evm_revert', snapshot);
    await step();
    await mine(6);
    expect((await transactions())[before]).toMatchObject({ state: 'DONE', ok: true });
    expect(await orderOf(queued)).toMatchObject({ state: 'DONE' });
    expect(BigInt(await anvil.rpc('eth_getBalance', address, 'latest'))).toBe(ETHER);
    expect(await t.balance('house', 'ETHEREUM', 'in_flight')).toBe(flying);
  });

  it('replaces an unmined transaction with the same sequence, and pays once', async () => {
    const before = (await transactions()).length;
    const address = stranger();
    const other = stranger();
    const queued = await pay(address);
    const behind = await pay(other);
    await step();
    await step();
    const [old, oldBehind] = (await transactions()).slice(before);
    expect(oldBehind?.sequence).toBe((old?.sequence ?? 0n) + 1n);
    // Blocks are mined at a price that neither pays.
    await baseFee(500n * GWEI);
    await mine(3);
    expect(await progress(queued)).toMatchObject({ state: 'SENT', txid: old?.txid });
    t.clock.advance(600_000);
    await step();
    const [dearer, dearerBehind] = (await transactions()).slice(before + 2);
    expect([dearer?.sequence, dearerBehind?.sequence]).toEqual([old?.sequence, oldBehind?.sequence]);
    expect(await progress(queued)).toMatchObject({ state: 'SENT', txid: dearer?.txid });
    await mine(7);
    expect((await transactions()).slice(before).map(({ txid, state }) => [txid, state])).toEqual([
      [old?.txid, 'DEAD'],
      [oldBehind?.txid, 'DEAD'],
      [dearer?.txid, 'DONE'],
      [dearerBehind?.txid, 'DONE'],
    ]);
    for (const [one, place, txid] of [
      [queued, address, dearer?.txid],
      [behind, other, dearerBehind?.txid],
    ] as const) {
      expect(await progress(one)).toMatchObject({ state: 'DONE', txid });
      expect(BigInt(await anvil.rpc('eth_getBalance', place, 'latest'))).toBe(ETHER);
    }
    await baseFee(GWEI);
    await mine();
  });

  it('leaves an order to staff when its sequence was used elsewhere for good', async () => {
    const before = (await transactions()).length;
    const address = stranger();
    const queued = await pay(address);
    await step();
    const [old] = (await transactions()).slice(before);
    await anvil.rpc('anvil_dropAllTransactions');
    const payment = {
      to: hot.address,
      tag: null,
      asset: 'ETHEREUM',
      tokenType: 'ETHEREUM',
      amount: 1n,
    } as const;
    const foreign = regtest.sign(
      { from: { branch: 'hot' }, sender: hot.address, payments: [payment] },
      {
        family: 'EVM',
        chainId: 31337,
        nonce: Number.parseInt(String(old?.sequence), 10),
        gasLimit: 21_000n,
        maxFeePerGas: 900n * GWEI,
        maxPriorityFeePerGas: 2n * GWEI,
      },
      () => hot.privateKey,
    );
    await anvil.rpc('eth_sendRawTransaction', foreign.raw);
    await mine(6);
    // That block could still be undone.
    expect(await orderOf(queued)).toEqual({ state: 'SENT', trouble: null });
    expect(await t.db.transaction().execute((tx) => failLostOrder(context, tx, queued.withdrawalId))).toBe(
      false,
    );
    await mine(120);
    expect(await orderOf(queued)).toEqual({ state: 'CLAIMED', trouble: 'NONCE_GONE' });
    const next = await pay(stranger());
    await step();
    await mine(6);
    expect(await orderOf(next)).toMatchObject({ state: 'DONE' });
    expect(await orderOf(queued)).toMatchObject({ state: 'CLAIMED', trouble: 'NONCE_GONE' });
    expect(await t.db.transaction().execute((tx) => failLostOrder(context, tx, queued.withdrawalId))).toBe(
      true,
    );
    expect(await orderOf(queued)).toMatchObject({ state: 'FAILED' });
    expect(await transactions()).toHaveLength(before + 2);
    // The recorded cost is lower by the amount that was taken without our knowledge.
    expect(BigInt(await anvil.rpc('eth_getBalance', address, 'latest'))).toBe(0n);
  });
});
