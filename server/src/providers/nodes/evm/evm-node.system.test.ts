import type { Asset, Chain } from '@sarraf/domain';
import { mnemonicToSeedSync } from '@scure/bip39';
import { getAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Anvil, hasAnvil, startAnvil } from '../../../../test/anvil.ts';
import {
  AIRDROP,
  encodeWords,
  FORWARDER,
  GOLD_TOKEN,
  MRC20,
  REGRETTER,
  SPLITTER,
  TOKEN,
} from '../../../../test/evm-code.ts';
import { startNodeServer } from '../../../../test/node-server.ts';
import { createEvm, encodeTransferCall } from '../../../chains/evm.ts';
import type { ChainPayment, KeyPath, TransactionPlan } from '../../../chains/types.ts';
import type { ChainNode, IncomingPayment } from '../../../custody/ports.ts';
import { createEvmNode } from './evm-node.ts';

const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const GOLD = '0x471EcE3750Da237f93B8E339c536989b8978a438';
const POL = '0x0000000000000000000000000000000000001010';
const [FAKE, SPLIT, REGRET, FORWARD, AIR] = [
  '0x00000000000000000000000000000000000fAce1',
  '0x00000000000000000000000000000000005B1170',
  '0x00000000000000000000000000000000004E64E7',
  '0x00000000000000000000000000000000F0a4A4D0',
  '0x0000000000000000000000000000000000A14d40',
].map((address) => getAddress(address.toLowerCase())) as [string, string, string, string, string];

const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const HOT: KeyPath = { branch: 'hot' };
const codec = createEvm('ETHEREUM', 'regtest');
const person = (index: number) => codec.keyOf(seed, { branch: 'deposit', index }).address;
const [ALI, SARA] = [person(0), person(1)];
const hot = codec.keyOf(seed, HOT);
const ETHER = 10n ** 18n;

let anvil: Anvil;
let node: ChainNode;
let traced: ChainNode;

const nodeOf = (chain: Chain, more: Partial<Parameters<typeof createEvmNode>[0]> = {}) =>
  createEvmNode({ chain, url: anvil.url, net: 'regtest', ...more });

/** Returns the payments of the newest block to the two addresses. */
async function listIncoming(by: ChainNode = node): Promise<IncomingPayment[]> {
  const { height } = await by.head();
  const [block] = await by.blocks(height, height);
  return (block?.incoming ?? []).filter(({ to }) => to === ALI || to === SARA);
}

const coin = (txid: string, to: string, amount: bigint, index = 1_000_000, chain: Chain = 'ETHEREUM') => ({
  txid,
  index,
  to,
  tag: null,
  asset: chain as Asset,
  tokenType: chain,
  contract: null,
  amount,
});

async function giveTokens(token: string, to: string, amount: bigint): Promise<void> {
  await anvil.rpc('anvil_setStorageAt', token, encodeWords(to), encodeWords(amount));
}

const payment = (
  to: string,
  amount: bigint,
  asset: Asset = 'ETHEREUM',
  tokenType: string = asset,
): ChainPayment => ({
  to,
  tag: null,
  asset,
  tokenType,
  amount,
});

async function signed(payment: ChainPayment, changed: Partial<TransactionPlan & { family: 'EVM' }> = {}) {
  const plan = await node.plan({ sender: hot.address, payments: [payment], unspent: [] });
  return codec.sign(
    { from: HOT, sender: hot.address, payments: [payment] },
    { ...plan, ...changed } as TransactionPlan,
    () => hot.privateKey,
  );
}

describe.skipIf(!hasAnvil)('a node of an EVM chain (anvil)', () => {
  beforeAll(async () => {
    anvil = await startAnvil('--celo');
    node = nodeOf('ETHEREUM');
    traced = nodeOf('ETHEREUM', { traces: true });
    const code = {
      [TETHER]: TOKEN,
      [FAKE]: TOKEN,
      [GOLD]: GOLD_TOKEN,
      [POL]: MRC20,
      [SPLIT]: SPLITTER,
      [REGRET]: REGRETTER,
      [FORWARD]: FORWARDER,
      [AIR]: AIRDROP,
    };
    for (const [address, bytes] of Object.entries(code)) await anvil.rpc('anvil_setCode', address, bytes);
    await anvil.rpc('anvil_setBalance', hot.address, `0x${(100n * ETHER).toString(16)}`);
    await giveTokens(TETHER, hot.address, 1_000_000_000n);
    await giveTokens(TETHER, anvil.accounts[0] ?? '', 1_000_000_000n);
    await giveTokens(TETHER, AIR, 1_000_000_000n);
    await giveTokens(FAKE, anvil.accounts[0] ?? '', 1n << 255n);
  });
  afterAll(() => anvil.stop());
  beforeEach(() => anvil.mine());

  describe('EVM deposits', () => {
    it('returns the coin, identified by its transaction, in a block with its parent', async () => {
      const txid = await anvil.send({ to: ALI.toLowerCase(), value: 2n * ETHER });
      await anvil.mine();
      expect(await listIncoming()).toEqual([coin(txid, ALI, 2n * ETHER)]);
      const { height, final } = await node.head();
      const [before, last] = await node.blocks(height - 1, height);
      expect(last).toMatchObject({ height, parentHash: before?.hash });
      expect(Math.abs((last?.at.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
      expect(final).toBeTypeOf('number');
      expect(await node.transaction(txid)).toEqual({ incoming: [coin(txid, ALI, 2n * ETHER)], height });
    });

    it('returns a known token, and any other one without a name', async () => {
      const good = await anvil.send({ to: TETHER, data: encodeTransferCall(ALI, 25_000_000n) });
      const bad = await anvil.send({ to: FAKE, data: encodeTransferCall(ALI, 999n) });
      const huge = await anvil.send({ to: FAKE, data: encodeTransferCall(SARA, 1n << 200n) });
      const nothing = await anvil.send({ to: TETHER, data: encodeTransferCall(SARA, 0n) });
      await anvil.mine();
      expect(await listIncoming()).toEqual([
        { ...coin(good, ALI, 25_000_000n, 0), asset: 'TETHER', tokenType: 'ERC20' },
        { ...coin(bad, ALI, 999n, 0), asset: null, tokenType: null, contract: FAKE },
      ]);
      for (const txid of [huge, nothing])
        expect(await node.transaction(txid)).toMatchObject({ incoming: [] });
    });

    it('returns nothing for a failed transaction', async () => {
      const from = anvil.accounts[5];
      const token = await anvil.send({ to: TETHER, data: encodeTransferCall(ALI, 5n), from });
      const value = await anvil.send({ to: TETHER, value: ETHER, from });
      await anvil.mine();
      expect(await listIncoming()).toEqual([]);
      expect(await traced.transaction(token)).toMatchObject({ incoming: [] });
      const { height } = await node.head();
      expect(await node.find(token)).toMatchObject({ state: 'INCLUDED', height, ok: false });
      expect(await node.transaction(value)).toEqual({ incoming: [], height });
    });

    it('distinguishes several payments of one transaction', async () => {
      const data = encodeWords(TETHER, ALI, 3n, SARA, 4n, ALI, 3n);
      const txid = await anvil.send({ to: AIR, data });
      await anvil.send({ to: AIR, data });
      await anvil.mine();
      const payments = (await listIncoming()).filter((one) => one.txid === txid);
      expect(payments.map(({ index, to, amount }) => [index, to, amount])).toEqual([
        [0, ALI, 3n],
        [1, SARA, 4n],
        [2, ALI, 3n],
      ]);
    });

    it('returns payments by contracts if calls are traced, unless reverted', async () => {
      const splitTxid = await anvil.send({ to: SPLIT, value: 5n, data: encodeWords(ALI, 2n, SARA, 3n) });
      const undone = await anvil.send({
        to: FORWARD,
        value: 5n,
        data: encodeWords(REGRET, ALI, 2n, SARA, 3n),
      });
      const handed = await anvil.send({ to: FORWARD, value: 9n, data: encodeWords(SPLIT, ALI, 9n) });
      await anvil.mine();
      expect(await listIncoming()).toEqual([]);
      const incoming = [
        coin(splitTxid, ALI, 2n, 2_000_001),
        coin(splitTxid, SARA, 3n, 2_000_002),
        coin(handed, ALI, 9n, 2_000_002),
      ];
      expect(await listIncoming(traced)).toEqual(incoming);
      expect(await traced.transaction(splitTxid)).toMatchObject({
        incoming: [{ to: SPLIT }, ...incoming.slice(0, 2)],
      });
      expect((await traced.transaction(undone))?.incoming.map(({ to }) => to)).toEqual([FORWARD]);
    });

    it('counts CELO once, sent as coin or token, traced or not', async () => {
      const native = await anvil.send({ to: ALI, value: 7n });
      const token = await anvil.send({ to: GOLD, data: encodeTransferCall(ALI, 8n) });
      const before = BigInt(await anvil.rpc('eth_getBalance', ALI, 'latest'));
      await anvil.mine();
      expect(BigInt(await anvil.rpc('eth_getBalance', ALI, 'latest')) - before).toBe(15n);
      const expected = [coin(native, ALI, 7n, 1_000_000, 'CELO'), coin(token, ALI, 8n, 0, 'CELO')];
      for (const traces of [false, true])
        expect(await listIncoming(nodeOf('CELO', { traces }))).toEqual(expected);
      // On other chains that contract is an ordinary token.
      expect((await listIncoming())[1]).toMatchObject({ asset: null, contract: GOLD });
    });

    it('counts POL once if forwarded by its contract, traced or not', async () => {
      const txid = await anvil.send({ to: POL, value: 6n, data: encodeTransferCall(ALI, 6n) });
      await anvil.mine();
      for (const traces of [false, true])
        expect(await listIncoming(nodeOf('MATIC', { traces }))).toEqual([coin(txid, ALI, 6n, 0, 'MATIC')]);
    });

    it('detects a reorganisation by other block hashes', async () => {
      await anvil.send({ to: ALI, value: 1n });
      await anvil.mine(3);
      const { height } = await node.head();
      const before = await node.blocks(height - 2, height);
      await anvil.rpc('anvil_reorg', 3, []);
      const after = await node.blocks(height - 2, height);
      expect(after.map(({ hash }) => hash)).not.toEqual(before.map(({ hash }) => hash));
      expect(after[0]?.parentHash).toBe(before[0]?.parentHash);
      expect(after[1]?.parentHash).toBe(after[0]?.hash);
      expect(after.flatMap(({ incoming }) => incoming)).toEqual([]);
    });

    it('reports unknown and pending transactions', async () => {
      expect(await node.transaction(`0x${'12'.repeat(32)}`)).toBeNull();
      expect(await node.transaction('no txid')).toBeNull();
      const txid = await anvil.send({ to: ALI, value: 1n });
      expect(await node.transaction(txid)).toEqual({ incoming: [], height: null });
    });
  });

  describe('EVM payments', () => {
    it('broadcasts a transaction, finds it, and accepts it again when known', async () => {
      const transaction = await signed(payment(ALI, ETHER));
      expect(await node.find(transaction.txid)).toEqual({ state: 'UNKNOWN' });
      expect(await node.broadcast(transaction)).toBe('SENT');
      expect(await node.broadcast(transaction)).toBe('SENT');
      expect(await node.find(transaction.txid)).toEqual({ state: 'WAITING' });
      await anvil.mine();
      const transactionState = await node.find(transaction.txid);
      const { height } = await node.head();
      expect(transactionState).toMatchObject({ state: 'INCLUDED', height, ok: true });
      expect(transactionState).toHaveProperty(
        'fee',
        expect.toSatisfy((fee: bigint) => fee > 0n && fee % 21_000n === 0n),
      );
      expect(await node.broadcast(transaction)).toBe('SENT');
      expect(await listIncoming()).toEqual([coin(transaction.txid, ALI, ETHER)]);
    });

    it('plans a token payment', async () => {
      const before = await node.balance(SARA, 'TETHER', 'ERC20');
      const transaction = await signed(payment(SARA, 12_000_000n, 'TETHER', 'ERC20'));
      expect(await node.broadcast(transaction)).toBe('SENT');
      await anvil.mine();
      expect(await node.find(transaction.txid)).toMatchObject({ state: 'INCLUDED', ok: true });
      expect((await node.balance(SARA, 'TETHER', 'ERC20')) - before).toBe(12_000_000n);
    });

    it('plans behind pending transactions: the next nonce, a fee with room for a rising base fee', async () => {
      const first = await signed(payment(ALI, 1n));
      await node.broadcast(first);
      const plan = await node.plan({ sender: hot.address, payments: [payment(ALI, 2n)], unspent: [] });
      expect(plan).toMatchObject({ chainId: 31337, gasLimit: 21_000n });
      if (plan.family !== 'EVM') throw new Error('no');
      expect(BigInt(plan.nonce)).toBe((codec.decode(first.raw).sequence ?? 0n) + 1n);
      const block = await anvil.rpc('eth_getBlockByNumber', 'latest', false);
      expect(plan.maxFeePerGas).toBe(2n * BigInt(block.baseFeePerGas) + (plan.maxPriorityFeePerGas ?? 0n));
      await anvil.mine();
    });

    it('reports a transaction as dead only when another one has used its nonce in a final block', async () => {
      const first = await signed(payment(ALI, 3n));
      const { sequence } = codec.decode(first.raw);
      const nonce = Number.parseInt(String(sequence), 10);
      const dearer = { nonce, maxFeePerGas: 50n * 10n ** 9n, maxPriorityFeePerGas: 20n * 10n ** 9n };
      const second = await signed(payment(ALI, 3n), dearer);
      expect(await node.broadcast(first)).toBe('SENT');
      expect(await node.broadcast(second)).toBe('SENT');
      expect(await node.broadcast(first)).toBe('UNKNOWN');
      await anvil.mine();
      expect(await node.find(second.txid)).toMatchObject({ state: 'INCLUDED', ok: true });
      expect(await node.find(first.txid)).toEqual({ state: 'UNKNOWN' });
      expect(await node.broadcast(first)).toBe('UNKNOWN');
      await anvil.mine(200);
      expect(await node.broadcast(first)).toBe('DEAD');
      expect(await nodeOf('ETHEREUM', { finality: 'confirmations' }).broadcast(first)).toBe('DEAD');
      expect(await node.broadcast(second)).toBe('SENT');
    });

    it('plans legacy transactions on CLASSIC_ETHEREUM', async () => {
      const classic = createEvm('CLASSIC_ETHEREUM', 'regtest');
      const own = nodeOf('CLASSIC_ETHEREUM');
      const key = classic.keyOf(seed, HOT);
      await anvil.rpc('anvil_setBalance', key.address, `0x${ETHER.toString(16)}`);
      const ownPayment = payment(ALI, 5n, 'CLASSIC_ETHEREUM');
      const plan = await own.plan({ sender: key.address, payments: [ownPayment], unspent: [] });
      const order = { from: HOT, sender: key.address, payments: [ownPayment] };
      const transaction = classic.sign(order, plan, () => key.privateKey);
      expect(await own.broadcast(transaction)).toBe('SENT');
      await anvil.mine();
      expect(await own.find(transaction.txid)).toMatchObject({ state: 'INCLUDED', ok: true });
      expect(await own.head()).toMatchObject({ final: null });
    });

    it('refuses a destination that rejects payments, and insufficient funds', async () => {
      const request = { sender: hot.address, unspent: [] };
      await expect(node.plan({ ...request, payments: [payment(TETHER, 1n)] })).rejects.toThrow(
        /^DESTINATION$/,
      );
      await expect(node.plan({ ...request, payments: [payment(ALI, 10n ** 24n)] })).rejects.toThrow(
        /^FUNDS$/,
      );
      const tokens = payment(ALI, 10n ** 24n, 'TETHER', 'ERC20');
      await expect(node.plan({ ...request, payments: [tokens] })).rejects.toThrow(/^FUNDS$/);
    });

    it('sends the whole balance, less the fee', async () => {
      const key = codec.keyOf(seed, { branch: 'deposit', index: 9 });
      await anvil.send({ to: key.address, value: ETHER });
      await anvil.mine();
      const whole = payment(hot.address, await node.balance(key.address, 'ETHEREUM', 'ETHEREUM'));
      const plan = await node.plan({ sender: key.address, payments: [whole], unspent: [], all: true });
      if (plan.family !== 'EVM') throw new Error('no');
      const rest = payment(hot.address, whole.amount - plan.gasLimit * plan.maxFeePerGas);
      const order = { from: { branch: 'deposit', index: 9 } as const, sender: key.address, payments: [rest] };
      expect(await node.broadcast(codec.sign(order, plan, () => key.privateKey))).toBe('SENT');
      await anvil.mine();
      expect(await node.balance(key.address, 'ETHEREUM', 'ETHEREUM')).toBeLessThan(
        plan.gasLimit * plan.maxFeePerGas,
      );
    });
  });

  describe('an EVM node with limitations', () => {
    it('queries receipts one by one if it can’t return those of a block', async () => {
      const proxy = await proxyOf((method) => (method === 'eth_getBlockReceipts' ? NOT_FOUND : null));
      const txid = await anvil.send({ to: ALI, value: 4n });
      const token = await anvil.send({ to: TETHER, data: encodeTransferCall(SARA, 5n) });
      const inner = await anvil.send({ to: AIR, data: encodeWords(TETHER, ALI, 6n) });
      await anvil.mine();
      const { height } = await node.head();
      for (const traces of [false, true]) {
        const poor = nodeOf('ETHEREUM', { url: proxy.url, traces });
        const [block] = await poor.blocks(height, height);
        expect(block).toEqual((await node.blocks(height, height))[0]);
        expect(block?.incoming.map((one) => one.txid)).toEqual(expect.arrayContaining([txid, token, inner]));
      }
      await proxy.stop();
    });

    it('rejects replies of different branches', async () => {
      await anvil.send({ to: ALI, value: 4n });
      await anvil.mine();
      const { height } = await node.head();
      const [{ hash } = { hash: '' }] = await node.blocks(height, height);
      const torn = await proxyOf(
        () => null,
        (method, text) =>
          method === 'eth_getBlockReceipts' ? text.replaceAll(hash, `0x${'77'.repeat(32)}`) : text,
      );
      const poor = nodeOf('ETHEREUM', { url: torn.url });
      await expect(poor.blocks(height, height)).rejects.toThrow('changed');
      await torn.stop();
      const cut = await proxyOf(
        () => null,
        (method, text) =>
          method === 'eth_getBlockReceipts' ? text.replace(/"result":.*/, '"result":[]}') : text,
      );
      await expect(nodeOf('ETHEREUM', { url: cut.url }).blocks(height, height)).rejects.toThrow('missing');
      await cut.stop();
    });

    it('is refused if it is of another chain, slow or unreachable, without revealing its URL', async () => {
      const other = createEvmNode({ chain: 'ETHEREUM', url: anvil.url });
      await expect(other.head()).rejects.toThrow('another chain');
      const late = await proxyOf(() => 'LATE');
      const slow = nodeOf('ETHEREUM', { url: `${late.url}/secret-key`, timeoutMs: 300 });
      await expect(slow.head()).rejects.toThrow(/^ETHEREUM: too slow$/);
      expect(await slow.broadcast({ raw: '0x00', txid: '0x00' })).toBe('UNKNOWN');
      await late.stop();
      await expect(slow.head()).rejects.toThrow(/^ETHEREUM: out of reach$/);
      await expect(node.blocks(10_000_000, 10_000_000)).rejects.toThrow('no block');
    });
  });
});

const NOT_FOUND = { code: -32_601, message: 'the method does not exist' };

/** Forwards to anvil what isn't answered here. */
const proxyOf = (
  answer: (method: string) => object | 'LATE' | null,
  rewrite: (method: string, text: string) => string = (_method, text) => text,
) =>
  startNodeServer(async ({ body }) => {
    const method = String(body.method);
    const error = answer(method);
    if (error === 'LATE') return null;
    if (error) return { body: { jsonrpc: '2.0', id: 1, error } };
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(anvil.url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { body: rewrite(method, await reply.text()) };
  });
