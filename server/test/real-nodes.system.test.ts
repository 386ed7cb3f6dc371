/**
 * Deposits and withdrawals on chains of real nodes: scanner, ledger, signer and sender as in production, with anvil
 * and bcoin.
 */
import { type Asset, amountOf, type Chain } from '@sarraf/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { encodeTransferCall } from '../src/chains/evm.ts';
import { codecOf } from '../src/chains/index.ts';
import type { KeyPath } from '../src/chains/types.ts';
import { createContext } from '../src/custody/context.ts';
import type { ChainNode } from '../src/custody/ports.ts';
import { queueOrderRow, readSendingProgress } from '../src/custody/sending/outgoing-store.ts';
import { createSender } from '../src/custody/sending/send-loop.ts';
import { userAccount } from '../src/ledger/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createEvmNode } from '../src/providers/nodes/evm/evm-node.ts';
import { createUtxoNode } from '../src/providers/nodes/utxo/utxo-node.ts';
import { parseTx } from '../src/providers/nodes/utxo/utxo-transform.ts';
import { type Anvil, hasAnvil, startAnvil } from './anvil.ts';
import { BCOIN_SEGWIT, startBcoin, type TestNode } from './bcoin.ts';
import { createCustodyFixture, type Depositor } from './custody.ts';
import { encodeWords, TOKEN } from './evm-code.ts';
import { WITHDRAWALS } from './sending.ts';
import { pollUntil } from './waiting.ts';

const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const STRANGER = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const ETHER = 10n ** 18n;
const CONFIRMED_BLOCKS = 6;

let toStop: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of toStop.reverse()) await stop();
  toStop = [];
});

async function createStand(chain: Chain, node: ChainNode) {
  const custody = await createCustodyFixture({ nodes: new Map([[chain, node]]) }, (of) =>
    codecOf(of, 'regtest'),
  );
  toStop.push(() => custody.close());
  const context = createContext(custody.deps);
  const sender = createSender(context);
  const hot = (await context.getPublicKeys()).chains[chain]?.hot ?? '';
  await custody.scanner.scanOnce(chain);
  return { custody, context, sender, hot };
}
type NodeStand = Awaited<ReturnType<typeof createStand>>;

/** Blocks the user's money and queues its order, like the withdrawal capability does. */
async function queueWithdrawal(
  { custody, context }: NodeStand,
  person: Depositor,
  withdrawal: { asset: Asset; tokenType: string; address: string; amount: bigint },
): Promise<string> {
  const { asset, tokenType, address, amount } = withdrawal;
  const withdrawalId = newId();
  const [debit, credit] = [userAccount(person.id, asset), userAccount(person.id, asset, 'blocked')];
  const row = WITHDRAWALS.row({
    id: withdrawalId,
    user_id: person.id,
    asset,
    token_type: tokenType,
    address,
    tag: '',
    amount,
    fee: 0n,
    state: 'APPROVED',
    needed_approvals: 0,
    created_at: context.now(),
  });
  await custody.ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'withdrawal', key: withdrawalId, digest: withdrawalId },
    decide: () => ({
      transfers: [{ debit, credit, amount: amountOf(amount), kind: 'hold', reference: withdrawalId }],
      rows: [
        row,
        queueOrderRow(context, {
          withdrawalId,
          userId: person.id,
          asset,
          tokenType,
          address,
          tag: null,
          amount,
          fee: 0n,
        }),
      ],
      reply: '{}',
    }),
  });
  return withdrawalId;
}

const readProgress = async ({ context }: NodeStand, id: string) =>
  (await readSendingProgress(context, [id])).get(id);

async function expectAtRest({ custody }: NodeStand, person: Depositor, asset: Asset, left: bigint) {
  expect(await custody.balance(person.id, asset)).toBe(left);
  expect(await custody.balance(person.id, asset, 'blocked')).toBe(0n);
  expect(await custody.balance('house', asset, 'in_flight')).toBe(0n);
  await custody.expectSoundBooks();
}

describe.skipIf(!hasAnvil)('on anvil', () => {
  async function createAnvilStand(): Promise<NodeStand & { anvil: Anvil; person: Depositor }> {
    const anvil = await startAnvil();
    toStop.push(() => anvil.stop());
    await anvil.rpc('anvil_setCode', TETHER, TOKEN);
    const node = createEvmNode({
      chain: 'ETHEREUM',
      url: anvil.url,
      net: 'regtest',
      finality: 'confirmations',
    });
    const stand = await createStand('ETHEREUM', node);
    await anvil.send({ to: stand.hot, value: 10n * ETHER });
    await anvil.mine();
    return { ...stand, anvil, person: await stand.custody.person() };
  }

  async function mineAndScan(
    { custody, anvil }: NodeStand & { anvil: Anvil },
    blocks: number,
  ): Promise<void> {
    await anvil.mine(blocks);
    await custody.scanner.scanOnce('ETHEREUM');
  }

  it('credits an ETHEREUM deposit once it has enough confirmations, and pays a withdrawal', async () => {
    const stand = await createAnvilStand();
    const { custody, sender, anvil, person } = stand;
    const { address } = (await custody.address(person, 'ETHEREUM')).body.baseDTO;
    await anvil.send({ to: address, value: ETHER });
    await mineAndScan(stand, 1);
    expect(await custody.deposits()).toMatchObject([{ state: 'PENDING' }]);
    expect(await custody.balance(person.id, 'ETHEREUM')).toBe(0n);
    await mineAndScan(stand, CONFIRMED_BLOCKS);
    expect(await custody.deposits()).toMatchObject([{ state: 'CREDITED' }]);
    expect(await custody.balance(person.id, 'ETHEREUM')).toBe(ETHER);

    const before = BigInt(await anvil.rpc('eth_getBalance', STRANGER, 'latest'));
    const withdrawal = {
      asset: 'ETHEREUM',
      tokenType: 'ETHEREUM',
      address: STRANGER,
      amount: ETHER / 4n,
    } as const;
    const id = await queueWithdrawal(stand, person, withdrawal);
    await sender.sendOnce('ETHEREUM');
    expect(await readProgress(stand, id)).toMatchObject({ state: 'SENT' });
    await mineAndScan(stand, CONFIRMED_BLOCKS);
    await sender.sendOnce('ETHEREUM');
    expect(await readProgress(stand, id)).toMatchObject({ state: 'DONE' });
    expect(BigInt(await anvil.rpc('eth_getBalance', STRANGER, 'latest')) - before).toBe(ETHER / 4n);
    await expectAtRest(stand, person, 'ETHEREUM', (ETHER * 3n) / 4n);
  });

  it('does the same with TETHER on ERC20, and only for its own contract', async () => {
    const stand = await createAnvilStand();
    const { custody, sender, hot, anvil, person } = stand;
    const [payer] = anvil.accounts as [string];
    for (const owner of [payer, hot])
      await anvil.rpc('anvil_setStorageAt', TETHER, encodeWords(owner), encodeWords(1_000_000_000n));
    const fake = '0x00000000000000000000000000000000000fAcE1';
    await anvil.rpc('anvil_setCode', fake, TOKEN);
    await anvil.rpc('anvil_setStorageAt', fake, encodeWords(payer), encodeWords(1_000_000_000n));
    const { address } = (await custody.address(person, 'TETHER', 'ERC20')).body.baseDTO;
    await anvil.send({ to: TETHER, data: encodeTransferCall(address, 50_000_000n) });
    await anvil.send({ to: fake, data: encodeTransferCall(address, 50_000_000n) });
    await mineAndScan(stand, 1);
    await mineAndScan(stand, CONFIRMED_BLOCKS);
    expect(await custody.balance(person.id, 'TETHER')).toBe(50_000_000n);
    const states = (await custody.deposits()).map(({ state, reason }) => reason ?? state).sort();
    expect(states).toEqual(['CREDITED', 'UNKNOWN_TOKEN']);

    const withdrawal = {
      asset: 'TETHER',
      tokenType: 'ERC20',
      address: STRANGER,
      amount: 20_000_000n,
    } as const;
    const id = await queueWithdrawal(stand, person, withdrawal);
    await sender.sendOnce('ETHEREUM');
    await mineAndScan(stand, CONFIRMED_BLOCKS);
    await sender.sendOnce('ETHEREUM');
    expect(await readProgress(stand, id)).toMatchObject({ state: 'DONE' });
    const stored = await anvil.rpc('eth_getStorageAt', TETHER, encodeWords(STRANGER), 'latest');
    expect(BigInt(stored)).toBe(20_000_000n);
    await expectAtRest(stand, person, 'TETHER', 30_000_000n);
  });

  it('reverses a deposit whose block is undone', async () => {
    const stand = await createAnvilStand();
    const { custody, anvil, person } = stand;
    const { address } = (await custody.address(person, 'ETHEREUM')).body.baseDTO;
    await mineAndScan(stand, 1);
    const snapshotId = await anvil.rpc('evm_snapshot');
    await anvil.send({ to: address, value: ETHER });
    await mineAndScan(stand, 2);
    expect(await custody.deposits()).toMatchObject([{ state: 'PENDING' }]);
    await anvil.rpc('evm_revert', snapshotId);
    await anvil.send({ to: STRANGER, value: 1n });
    await mineAndScan(stand, CONFIRMED_BLOCKS + 4);
    expect(await custody.deposits()).toMatchObject([{ state: 'ORPHANED' }]);
    expect(await custody.balance(person.id, 'ETHEREUM')).toBe(0n);
    await custody.expectSoundBooks();
  });
});

describe('on bcoin', () => {
  const codec = codecOf('BITCOIN', 'regtest');
  const strangers = new Uint8Array(64).fill(3);
  const HOT: KeyPath = { branch: 'hot' };
  const stranger = codec.keyOf(strangers, HOT);

  /** Pays from an old coinbase of the external wallet; the change returns to it. */
  async function payFromCoinbase(
    lab: TestNode,
    coinbase: string,
    payments: { to: string; amount: bigint }[],
  ): Promise<void> {
    const block = (await lab.rpc('getblock', [coinbase, true])) as { tx: string[] };
    const tx = parseTx(await lab.rpc('getrawtransaction', [block.tx[0], true]));
    const inputs = [{ txid: tx.txid, index: 0, amount: tx.outputs[0]?.amount ?? 0n, key: HOT }];
    const { raw } = codec.sign(
      {
        from: HOT,
        sender: stranger.address,
        payments: payments.map((one) => ({ ...one, tag: null, asset: 'BITCOIN', tokenType: 'BITCOIN' })),
      },
      { family: 'UTXO', inputs, previous: [], fee: 20_000n },
      () => stranger.privateKey,
    );
    await lab.rpc('sendrawtransaction', [raw]);
  }

  it('credits a BITCOIN transaction to two users, and pays a withdrawal from it', async () => {
    const lab = await startBcoin();
    toStop.push(() => lab.stop());
    const mined = await lab.mine(BCOIN_SEGWIT + 10, stranger.address);
    const stand = await createStand(
      'BITCOIN',
      createUtxoNode({ chain: 'BITCOIN', url: lab.url, net: 'regtest' }),
    );
    const { custody, sender } = stand;
    const [ali, sara] = [await custody.person(), await custody.person()];
    const depositAddressOf = async (person: Depositor) =>
      (await custody.address(person, 'BITCOIN')).body.baseDTO.address;
    await payFromCoinbase(lab, mined[0] ?? '', [
      { to: await depositAddressOf(ali), amount: 300_000n },
      { to: await depositAddressOf(sara), amount: 700_000n },
    ]);
    // bcoin may need a moment to list an accepted transaction.
    await pollUntil(async () => {
      await custody.scanner.scanOnce('BITCOIN');
      return (await custody.deposits()).length === 2;
    }, 120_000);
    expect((await custody.deposits()).map(({ state }) => state)).toEqual(['PENDING', 'PENDING']);
    await lab.mine(CONFIRMED_BLOCKS, stranger.address);
    await custody.scanner.scanOnce('BITCOIN');
    expect(await custody.balance(ali.id, 'BITCOIN')).toBe(300_000n);
    expect(await custody.balance(sara.id, 'BITCOIN')).toBe(700_000n);

    const withdrawal = {
      asset: 'BITCOIN',
      tokenType: 'BITCOIN',
      address: stranger.address,
      amount: 250_000n,
    } as const;
    const id = await queueWithdrawal(stand, ali, withdrawal);
    await sender.sendOnce('BITCOIN');
    expect(await readProgress(stand, id)).toMatchObject({ state: 'SENT' });
    await lab.mine(CONFIRMED_BLOCKS, stranger.address);
    await custody.scanner.scanOnce('BITCOIN');
    await sender.sendOnce('BITCOIN');
    const done = await readProgress(stand, id);
    expect(done).toMatchObject({ state: 'DONE' });
    const transaction = parseTx(await lab.rpc('getrawtransaction', [done?.txid, true]));
    expect(transaction.outputs.map(({ amount }) => amount)).toContain(250_000n);
    await expectAtRest(stand, ali, 'BITCOIN', 50_000n);
    await expectAtRest(stand, sara, 'BITCOIN', 700_000n);
  });
});
