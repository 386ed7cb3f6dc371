import { mnemonicToSeedSync } from '@scure/bip39';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BCOIN_SEGWIT, startBcoin, type TestNode } from '../../../../test/bcoin.ts';
import { hasLitecoind, startLitecoind } from '../../../../test/litecoind.ts';
import { findFreePort } from '../../../../test/running-server.ts';
import type {
  ChainPayment,
  Input,
  KeyPath,
  SignedTransaction,
  TransactionPlan,
} from '../../../chains/types.ts';
import { createUtxo } from '../../../chains/utxo/utxo.ts';
import { decodePrevious } from '../../../chains/utxo/utxo-previous.ts';
import type { UtxoChain } from '../../../chains/utxo/utxo-rules.ts';
import type { ChainNode, IncomingPayment } from '../../../custody/ports.ts';
import { createUtxoNode } from './utxo-node.ts';
import { createRpc } from './utxo-rpc.ts';
import { parseTx } from './utxo-transform.ts';

const HOT: KeyPath = { branch: 'hot' };
const deposit = (index: number): KeyPath => ({ branch: 'deposit', index });
const OURS = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const STRANGERS = mnemonicToSeedSync(`${'zoo '.repeat(11)}wrong`);

/** A node with a chain of its own, and two parties: ourselves, and a miner who pays us. */
interface Fixture {
  lab: TestNode;
  node: ChainNode;
  pay(to: KeyPath | string, amount: bigint): ChainPayment;
  ours(place: KeyPath): string;
  strangers(place: KeyPath): string;
  sign(seed: Uint8Array, payments: ChainPayment[], inputs: readonly Input[], fee: bigint): SignedTransaction;
  /** Broadcasts a transaction of the miner. */
  fund(payments: ChainPayment[]): Promise<SignedTransaction>;
  /** Mines one block and returns it as read by node.blocks. */
  mine(): Promise<Awaited<ReturnType<ChainNode['blocks']>>[number]>;
  /** Returns the spendable outputs as inputs. */
  spendable(incoming: readonly IncomingPayment[], places: readonly KeyPath[]): Input[];
}

async function createFixture(chain: UtxoChain, lab: TestNode, blocks: number): Promise<Fixture> {
  const codec = createUtxo(chain, 'regtest');
  const node = createUtxoNode({ chain, url: lab.url, net: 'regtest' });
  const addressOf = (seed: Uint8Array) => (place: KeyPath) => codec.keyOf(seed, place).address;
  const [ours, strangers] = [addressOf(OURS), addressOf(STRANGERS)];
  const mined = await lab.mine(blocks, strangers(HOT));
  let used = 0;

  async function nextCoin(): Promise<Input> {
    const block = (await lab.rpc('getblock', [mined[used], true])) as { tx: string[] };
    used += 1;
    const tx = parseTx(await lab.rpc('getrawtransaction', [block.tx[0], true]));
    return { txid: tx.txid, index: 0, amount: tx.outputs[0]?.amount ?? 0n, key: HOT };
  }

  const sign: Fixture['sign'] = (seed, payments, inputs, fee) =>
    codec.sign(
      { from: HOT, sender: addressOf(seed)(HOT), payments },
      { family: 'UTXO', inputs, previous: [], fee },
      (place) => codec.keyOf(seed, place).privateKey,
    );
  return {
    lab,
    node,
    ours,
    strangers,
    sign,
    pay: (to, amount) => ({
      to: typeof to === 'string' ? to : ours(to),
      tag: null,
      asset: chain,
      tokenType: chain,
      amount,
    }),
    async fund(payments) {
      const signed = sign(STRANGERS, payments, [await nextCoin()], 20_000n);
      expect(await node.broadcast(signed)).toBe('SENT');
      await until(async () => (await node.find(signed.txid)).state === 'WAITING');
      return signed;
    },
    async mine() {
      await lab.mine(1, strangers(HOT));
      const { height } = await node.head();
      const [block] = await node.blocks(height, height);
      if (!block) throw new Error('no block');
      return block;
    },
    spendable: (incoming, places) =>
      incoming.flatMap(({ txid, index, amount, to }) => {
        const key = places.find((place) => ours(place) === to);
        return key ? [{ txid, index, amount, key }] : [];
      }),
  };
}

/** bcoin replies before it has processed a transaction. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never came true');
}

const inputsOf = (plan: TransactionPlan): readonly Input[] => (plan.family === 'UTXO' ? plan.inputs : []);
const feeOf = (plan: TransactionPlan): bigint => (plan.family === 'UTXO' ? plan.fee : 0n);
const sum = (parts: readonly { amount: bigint }[]) => parts.reduce((total, { amount }) => total + amount, 0n);
const byIndex = (incoming: readonly IncomingPayment[], txid: string) =>
  incoming.filter((one) => one.txid === txid).toSorted((a, b) => a.index - b.index);

function commonCases(fixture: () => Fixture): void {
  test('a deposit is detected while pending, and then in its block', async () => {
    const { node, pay, fund, mine, ours } = fixture();
    const payment = pay(deposit(0), 123_456_789n);
    const { txid } = await fund([payment]);
    const incomingPayments = byIndex((await node.waiting?.()) ?? [], txid).filter(
      ({ to }) => to === ours(deposit(0)),
    );
    expect(incomingPayments).toEqual([
      { ...payment, txid, index: expect.any(Number), contract: null, amount: 123_456_789n },
    ]);
    expect(await node.waiting?.()).toEqual(expect.arrayContaining(incomingPayments));
    expect(await node.transaction(txid)).toMatchObject({ height: null });
    expect(await node.find(txid)).toEqual({ state: 'WAITING' });

    const block = await mine();
    expect(await node.waiting?.()).toEqual([]);
    expect(block.incoming).toEqual(expect.arrayContaining(incomingPayments));
    expect(await node.transaction(txid)).toEqual({ height: block.height, incoming: block.incoming });
    expect(await node.find(txid)).toEqual({
      state: 'INCLUDED',
      height: block.height,
      blockHash: block.hash,
      ok: true,
      fee: 20_000n,
    });
  });

  test('one transaction with two outputs each to two of our addresses is four payments', async () => {
    const { pay, fund, mine, ours } = fixture();
    const payments = [100_000n, 200_000n, 300_000n, 400_000n].map((amount, i) =>
      pay(deposit(1 + (i % 2)), amount),
    );
    const { txid } = await fund(payments);
    const block = await mine();
    const mineOnes = byIndex(block.incoming, txid).filter(({ to }) =>
      [ours(deposit(1)), ours(deposit(2))].includes(to),
    );
    expect(mineOnes.map(({ to, amount }) => [to, amount])).toEqual(
      payments.map(({ to, amount }) => [to, amount]),
    );
    expect(new Set(mineOnes.map(({ index }) => index)).size).toBe(4);
  });

  test('mining rewards are not deposits', async () => {
    const { lab, node, ours } = fixture();
    await lab.mine(1, ours(deposit(0)));
    const { height } = await node.head();
    const [block] = await node.blocks(height, height);
    expect(block?.incoming).toEqual([]);
  });

  test('a withdrawal from two inputs is broadcast and mined, and its change is detected', async () => {
    const { node, pay, fund, mine, spendable, sign, ours, strangers } = fixture();
    const places = [deposit(3), deposit(4)];
    const { txid } = await fund(places.map((place) => pay(place, 1_000_000n)));
    const unspent = spendable((await mine()).incoming, places);
    expect(unspent.map((input) => input.txid)).toEqual([txid, txid]);

    const payments = [pay(strangers(deposit(0)), 1_500_000n)];
    const plan = await node.plan({ sender: ours(HOT), payments, unspent });
    expect(inputsOf(plan)).toHaveLength(2);
    // For the signer's check of amounts: one transaction, of which two outputs are spent.
    const [before, ...others] = plan.family === 'UTXO' ? plan.previous : [];
    expect(others).toEqual([]);
    const { txid: hashed, outputs } = decodePrevious(before ?? '');
    expect(hashed).toBe(txid);
    expect(inputsOf(plan).map(({ index }) => outputs[index]?.amount)).toEqual([1_000_000n, 1_000_000n]);
    const signed = sign(OURS, payments, inputsOf(plan), feeOf(plan));
    expect(await node.broadcast(signed)).toBe('SENT');
    await until(async () => (await node.find(signed.txid)).state === 'WAITING');
    expect(await node.broadcast(signed)).toBe('SENT');

    const block = await mine();
    expect(await node.find(signed.txid)).toMatchObject({ state: 'INCLUDED', ok: true, fee: feeOf(plan) });
    expect(byIndex(block.incoming, signed.txid).map(({ to, amount }) => [to, amount])).toEqual([
      [ours(HOT), 500_000n - feeOf(plan)],
      [strangers(deposit(0)), 1_500_000n],
    ]);
    expect(await node.broadcast(signed)).toBe('SENT');
  });

  test('twenty withdrawals share one transaction', async () => {
    const { node, pay, fund, mine, spendable, sign, ours, strangers } = fixture();
    await fund([pay(deposit(5), 500_000_000n)]);
    const unspent = spendable((await mine()).incoming, [deposit(5)]);
    const payments = Array.from({ length: 20 }, (_, i) => pay(strangers(deposit(i)), 1_000_000n + BigInt(i)));
    const plan = await node.plan({ sender: ours(HOT), payments, unspent });
    const signed = sign(OURS, payments, inputsOf(plan), feeOf(plan));
    expect(await node.broadcast(signed)).toBe('SENT');
    const block = await mine();
    const outputs = byIndex(block.incoming, signed.txid);
    expect(outputs).toHaveLength(21);
    expect(sum(outputs) + feeOf(plan)).toBe(500_000_000n);
  });

  test('a sweep pays the whole balance less the fee', async () => {
    const { node, pay, fund, mine, spendable, sign, ours } = fixture();
    await fund([6, 7, 8].map((index) => pay(deposit(index), 700_000n)));
    const unspent = spendable((await mine()).incoming, [deposit(6), deposit(7), deposit(8)]);
    const request = { sender: ours(HOT), payments: [pay(HOT, 2_100_000n)], unspent, all: true };
    const plan = await node.plan(request);
    const signed = sign(OURS, [pay(HOT, 2_100_000n - feeOf(plan))], inputsOf(plan), feeOf(plan));
    expect(await node.broadcast(signed)).toBe('SENT');
    const block = await mine();
    expect(byIndex(block.incoming, signed.txid).map(({ to, amount }) => [to, amount])).toEqual([
      [ours(HOT), 2_100_000n - feeOf(plan)],
    ]);
  });

  test('blocks have other hashes after a reorganisation, and their transactions may be found again', async () => {
    const { lab, node, pay, fund, mine, strangers } = fixture();
    const signed = await fund([pay(deposit(9), 900_000n)]);
    const left = await mine();
    const forkHeight = left.height - 1;
    await lab.fork(forkHeight, 3, strangers(deposit(0)));
    expect((await node.head()).height).toBe(forkHeight + 3);
    const blocks = await node.blocks(forkHeight, forkHeight + 3);
    expect(blocks[0]?.hash).toBe(left.parentHash);
    expect(blocks[1]?.hash).not.toBe(left.hash);
    expect(blocks[1]?.parentHash).toBe(left.parentHash);
    const transactionState = await node.find(signed.txid);
    expect(transactionState.state === 'INCLUDED' && transactionState.blockHash === left.hash).toBe(false);
    expect(await node.broadcast(signed)).toBe('SENT');
    await until(async () => (await node.find(signed.txid)).state !== 'UNKNOWN');
    await mine();
    expect(await node.find(signed.txid)).toMatchObject({ state: 'INCLUDED', fee: 20_000n });
  });

  test('a plan spends the oldest outputs, no spent ones, and no wrong amounts', async () => {
    const { node, pay, fund, mine, spendable, sign, ours, strangers } = fixture();
    await fund([10, 11, 12].map((index) => pay(deposit(index), 600_000n)));
    const unspent = spendable((await mine()).incoming, [deposit(10), deposit(11), deposit(12)]);
    const payments = [pay(strangers(HOT), 100_000n)];
    const first = await node.plan({ sender: ours(HOT), payments, unspent });
    expect(inputsOf(first)).toEqual([unspent[0]]);
    expect(await node.plan({ sender: ours(HOT), payments, unspent })).toEqual(first);

    const signed = sign(OURS, payments, inputsOf(first), feeOf(first));
    expect(await node.broadcast(signed)).toBe('SENT');
    await mine();
    expect(inputsOf(await node.plan({ sender: ours(HOT), payments, unspent }))).toEqual([unspent[1]]);
    const wrong = unspent.map((input) => ({ ...input, amount: input.amount + 1n }));
    await expect(node.plan({ sender: ours(HOT), payments, unspent: wrong.slice(1) })).rejects.toThrow(
      'amount',
    );

    const much = [pay(strangers(HOT), 1_800_000n)];
    await expect(node.plan({ sender: ours(HOT), payments: much, unspent })).rejects.toThrow('FUNDS');
    const dust = [pay(strangers(HOT), 1n)];
    await expect(node.plan({ sender: ours(HOT), payments: dust, unspent })).rejects.toThrow('DESTINATION');
  });

  test('an unknown transaction is reported as unknown', async () => {
    const { node } = fixture();
    for (const txid of ['ab'.repeat(32), 'rubbish', '']) {
      expect(await node.find(txid)).toEqual({ state: 'UNKNOWN' });
      expect(await node.transaction(txid)).toBeNull();
    }
    const { height } = await node.head();
    await expect(node.blocks(height + 1, height + 1)).rejects.toThrow();
    expect(await node.blocks(height, height - 1)).toEqual([]);
  });
}

describe('BITCOIN on bcoin', () => {
  let lab: TestNode;
  let fixture: Fixture;
  beforeAll(async () => {
    lab = await startBcoin();
    fixture = await createFixture('BITCOIN', lab, BCOIN_SEGWIT + 10);
  });
  afterAll(() => lab?.stop());
  commonCases(() => fixture);
});

describe.skipIf(!hasLitecoind())('LITE_COIN on litecoind', () => {
  let lab: TestNode;
  let fixture: Fixture;
  beforeAll(async () => {
    lab = await startLitecoind();
    fixture = await createFixture('LITE_COIN', lab, 130);
  });
  afterAll(() => lab?.stop());
  commonCases(() => fixture);

  /** Two transactions that spend the same output: the second pays a higher fee. */
  async function conflicting() {
    const { pay, fund, mine, spendable, sign, strangers } = fixture;
    await fund([pay(deposit(20), 800_000n)]);
    const unspent = spendable((await mine()).incoming, [deposit(20)]);
    const payment = (amount: bigint) => [pay(strangers(deposit(1)), amount)];
    return {
      first: sign(OURS, payment(300_000n), unspent, 10_000n),
      second: sign(OURS, payment(400_000n), unspent, 50_000n),
    };
  }

  test('a pending transaction is replaced by the same payment with the same inputs and more', async () => {
    const { node, pay, fund, mine, spendable, sign, ours, strangers } = fixture;
    await fund([pay(deposit(22), 500_000n), pay(deposit(23), 300_000n)]);
    const unspent = spendable((await mine()).incoming, [deposit(22), deposit(23)]).toSorted((a, b) =>
      a.amount < b.amount ? 1 : -1,
    );
    const [first, second] = unspent;
    if (!first || !second) throw new Error('no');
    // Nothing remains for a higher fee.
    const fee = 200n;
    const payments = [pay(strangers(deposit(2)), 500_000n - fee)];
    const old = sign(OURS, payments, [first], fee);
    expect(await node.broadcast(old)).toBe('SENT');
    const request = { sender: ours(HOT), payments, bump: { raw: old.raw, inputs: [first], fee } };
    await expect(node.plan({ ...request, unspent: [] })).rejects.toThrow(/^FUNDS$/);
    const plan = await node.plan({ ...request, unspent: [second] });
    expect(inputsOf(plan)).toEqual([first, second]);
    const dearer = sign(OURS, payments, inputsOf(plan), feeOf(plan));
    expect(await node.broadcast(dearer)).toBe('SENT');
    expect(await node.find(old.txid)).toEqual({ state: 'UNKNOWN' });
    const again = { ...request, bump: { raw: dearer.raw, inputs: [first, second], fee: feeOf(plan) } };
    await expect(node.plan({ ...again, unspent: [] })).rejects.toThrow(/^ENOUGH$/);
    await mine();
    expect(await node.find(dearer.txid)).toMatchObject({ state: 'INCLUDED', fee: feeOf(plan) });
    expect(await node.broadcast(old)).toBe('DEAD');
  });

  test('a transaction replaced before it is mined never counts', async () => {
    const { node, mine } = fixture;
    const { first, second } = await conflicting();
    expect(await node.broadcast(first)).toBe('SENT');
    expect(byIndex((await node.waiting?.()) ?? [], first.txid)).toHaveLength(2);
    expect(await node.broadcast(second)).toBe('SENT');
    expect(await node.find(first.txid)).toEqual({ state: 'UNKNOWN' });
    expect(await node.find(second.txid)).toEqual({ state: 'WAITING' });
    expect(new Set((await node.waiting?.())?.map(({ txid }) => txid))).toEqual(new Set([second.txid]));
    const block = await mine();
    expect(new Set(block.incoming.map(({ txid }) => txid))).toEqual(new Set([second.txid]));
  });

  test('a double spend is dead once the other transaction is mined, and not before', async () => {
    const { node, mine } = fixture;
    const { first, second } = await conflicting();
    expect(await node.broadcast(second)).toBe('SENT');
    expect(await node.broadcast(first)).toBe('UNKNOWN');
    await mine();
    expect(await node.broadcast(first)).toBe('DEAD');
    expect(await node.broadcast(second)).toBe('SENT');
  });

  test('an input unknown to the node proves nothing', async () => {
    const { node, sign, pay, strangers } = fixture;
    const nowhere = { txid: 'cd'.repeat(32), index: 0, amount: 1_000_000n, key: HOT };
    const signed = sign(OURS, [pay(strangers(HOT), 100_000n)], [nowhere], 10_000n);
    expect(await node.broadcast(signed)).toBe('UNKNOWN');
  });

  test('a transaction in an orphaned block is neither included nor dead', async () => {
    const { node, pay, fund, mine } = fixture;
    const signed = await fund([pay(deposit(21), 50_000n)]);
    const { height, hash } = await mine();
    await lab.rpc('invalidateblock', [hash]);
    expect((await node.head()).height).toBe(height - 1);
    expect(await node.find(signed.txid)).toEqual({ state: 'WAITING' });
    expect(await node.transaction(signed.txid)).toMatchObject({ height: null });
    expect(await node.broadcast(signed)).toBe('SENT');
    await lab.rpc('reconsiderblock', [hash]);
    expect(await node.find(signed.txid)).toMatchObject({ state: 'INCLUDED', blockHash: hash });
  });

  test('the balance of an address equals its unspent outputs', async () => {
    const { node, pay, fund, mine, ours } = fixture;
    await fund([pay(deposit(30), 250_000n), pay(deposit(30), 750_000n)]);
    await mine();
    expect(await node.balance(ours(deposit(30)), 'LITE_COIN', 'LITE_COIN')).toBe(1_000_000n);
    expect(await node.balance(ours(deposit(31)), 'LITE_COIN', 'LITE_COIN')).toBe(0n);
    await expect(node.balance(ours(deposit(31)), 'BITCOIN', 'LITE_COIN')).rejects.toThrow();
  });
});

describe('an unreachable UTXO node', () => {
  test('fails every call, and leaves the outcome of a broadcast unknown', async () => {
    const node = createUtxoNode({
      chain: 'BITCOIN',
      url: `http://127.0.0.1:${await findFreePort()}/`,
      net: 'regtest',
    });
    await expect(node.head()).rejects.toThrow();
    await expect(node.find('ab'.repeat(32))).rejects.toThrow();
    expect(await node.broadcast({ raw: '00', txid: 'ab'.repeat(32) })).toBe('UNKNOWN');
  });

  test('a wrong password is a failure', async () => {
    const lab = await startBcoin();
    const url = lab.url.replace('regtest@', 'other@');
    await expect(createRpc(url).call('getblockcount', [], AbortSignal.timeout(5_000))).rejects.toThrow();
    await lab.stop();
  });
});
