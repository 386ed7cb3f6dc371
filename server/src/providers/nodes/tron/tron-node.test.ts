import { mnemonicToSeedSync } from '@scure/bip39';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startNodeServer } from '../../../../test/node-server.ts';
import { createTron, decodeTronAddress, encodeTrc20Transfer } from '../../../chains/tron.ts';
import type { ChainPayment } from '../../../chains/types.ts';
import type { ChainNode, PlanRequest } from '../../../custody/ports.ts';
import { createTronNode } from './tron-node.ts';

const TETHER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const FAKE = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const codec = createTron();
const HOT = { branch: 'hot' } as const;
const hot = codec.keyOf(seed, HOT);
const [ALI, SARA] = [0, 1].map((index) => codec.keyOf(seed, { branch: 'deposit', index }).address) as [
  string,
  string,
];

const hex = (address: string) => Buffer.from(decodeTronAddress(address)).toString('hex');
const txid = (n: number) => n.toString(16).padStart(64, '0');
const idOf = (height: number, branch = 'a') => height.toString(16).padStart(16, '0') + branch.repeat(48);
const START = 1_790_000_000_000;

type Json = Record<string, unknown>;

/**
 * A simulated chain with replies as java-tron documents them: absent fields are zero, ids have no prefix, addresses
 * are hex.
 */
class FakeTron {
  /** Replies that override the chain's own, by path. */
  readonly instead = new Map<string, (body: Json) => unknown>();
  /** By height. */
  readonly blocks: { transactions: Json[]; infos: Json[]; branch: string }[] = [];
  readonly pending = new Map<string, string>();
  solid = 0;
  balances: Readonly<Record<string, number>> = {};
  tokenBalances: Readonly<Record<string, bigint>> = {};
  contracts: readonly string[] = [TETHER];

  constructor() {
    this.mine();
  }

  mine(...minedTransactions: { transaction: Json; info: Json }[]): number {
    const height = this.blocks.length;
    const infos = minedTransactions.map(({ info }) => ({
      ...info,
      blockNumber: height,
      blockTimeStamp: this.time(height),
    }));
    this.blocks.push({
      transactions: minedTransactions.map(({ transaction }) => transaction),
      infos,
      branch: 'a',
    });
    return height;
  }

  time = (height: number) => START + height * 3000;

  header(height: number): Json {
    const block = this.blocks[height];
    if (!block) return {};
    const parentHash = idOf(height - 1, this.blocks[height - 1]?.branch);
    const raw = { ...(height === 0 ? {} : { number: height, parentHash }), timestamp: this.time(height) };
    return {
      blockID: height === 0 ? GENESIS : idOf(height, block.branch),
      block_header: { raw_data: raw, witness_signature: '00' },
    };
  }

  block(height: number): Json {
    const { transactions = [] } = this.blocks[height] ?? {};
    return { ...this.header(height), ...(transactions.length > 0 ? { transactions } : {}) };
  }

  answer(path: string, body: Json): unknown {
    const own = this.instead.get(path);
    if (own) return own(body);
    const id = String(body.value);
    switch (path) {
      case '/wallet/getnowblock':
        return this.block(this.blocks.length - 1);
      case '/walletsolidity/getnowblock':
        return this.block(this.solid);
      case '/wallet/getblockbynum':
        return this.block(body.num as number);
      case '/wallet/getblock':
        return this.header(Number.parseInt(String(body.id_or_num), 10));
      case '/wallet/gettransactioninfobyblocknum':
        return this.blocks[body.num as number]?.infos ?? [];
      case '/wallet/gettransactionbyid':
        return this.blocks.flatMap(({ transactions }) => transactions).find(({ txID }) => txID === id) ?? {};
      case '/wallet/gettransactioninfobyid':
        return this.blocks.flatMap(({ infos }) => infos).find((info) => info.id === id) ?? {};
      case '/wallet/gettransactionfrompending':
        return this.pending.has(id) ? { txID: id, raw_data: {} } : {};
      case '/wallet/getaccount':
        return { address: body.address, balance: this.balances[String(body.address)] };
      case '/wallet/getaccountresource':
        return { freeNetLimit: 600, TotalEnergyLimit: 180_000_000_000 };
      case '/wallet/getchainparameters':
        return {
          chainParameter: [
            { key: 'getTransactionFee', value: 1000 },
            { key: 'getEnergyFee', value: 100 },
          ],
        };
      case '/wallet/getcontract':
        return this.contracts.some((one) => hex(one) === id) ? { contract_address: id } : {};
      case '/wallet/triggerconstantcontract':
        return this.trial(String(body.data), String(body.owner_address));
      case '/wallet/broadcasthex':
        return this.take(String(body.transaction));
      default:
        return { Error: `no ${path}` };
    }
  }

  trial(data: string, owner: string): Json {
    if (data.startsWith('70a08231')) {
      const balance = this.tokenBalances[owner] ?? 0n;
      const constant_result = [balance.toString(16).padStart(64, '0')];
      return { result: { result: true }, energy_used: 935, constant_result, transaction: { ret: [{}] } };
    }
    return {
      result: { result: true },
      energy_used: 64_285,
      constant_result: ['0'.repeat(64)],
      transaction: { ret: [{}] },
    };
  }

  /** Accepts a transaction as a node does: parses it, checks the signature, detects duplicates. */
  take(raw: string): Json {
    let read: ReturnType<typeof codec.decode>;
    try {
      read = codec.decode(raw);
    } catch {
      return { code: 'SIGERROR', message: 'Validate signature error', txid: txid(0) };
    }
    if (this.pending.has(read.txid))
      return { code: 'DUP_TRANSACTION_ERROR', message: 'dup', txid: read.txid };
    if ((read.expires ?? 0) * 1000 <= this.time(this.blocks.length - 1))
      return { code: 'TRANSACTION_EXPIRATION_ERROR', message: 'expired', txid: read.txid };
    this.pending.set(read.txid, raw);
    return { result: true, code: 'SUCCESS', message: '', txid: read.txid };
  }
}

const contractOf = (type: string, value: Json): Json => ({
  raw_data: { contract: [{ type, parameter: { value, type_url: `type.googleapis.com/protocol.${type}` } }] },
  ret: [{ contractRet: 'SUCCESS' }],
});

const trx = (n: number, to: string, amount: unknown) => ({
  transaction: { txID: txid(n), ...contractOf('TransferContract', { amount, to_address: hex(to) }) },
  info: { id: txid(n), fee: 267_000, contractResult: [''], receipt: { net_fee: 267_000 } },
});

const logOf = (token: string, to: string, amount: bigint) => ({
  address: hex(token).slice(2),
  topics: [TRANSFER, hex(hot.address).slice(2).padStart(64, '0'), hex(to).slice(2).padStart(64, '0')],
  data: amount.toString(16).padStart(64, '0'),
});

const triggered = (n: number, log: Json[], more: { transaction?: Json; info?: Json } = {}) => ({
  transaction: {
    txID: txid(n),
    ...contractOf('TriggerSmartContract', { data: 'a9059cbb' }),
    ...more.transaction,
  },
  info: {
    id: txid(n),
    fee: 6_428_500,
    contract_address: hex(TETHER),
    receipt: { result: 'SUCCESS', energy_fee: 6_428_500 },
    log,
    ...more.info,
  },
});

let chain: FakeTron;
let server: Awaited<ReturnType<typeof startNodeServer>>;
let node: ChainNode;

beforeEach(async () => {
  chain = new FakeTron();
  server = await startNodeServer(({ path, body }) => {
    const answer = chain.answer(path, body);
    return answer === 'LATE' ? null : { body: answer };
  });
  node = createTronNode({ url: server.url, now: () => START });
});
afterEach(() => server.stop());

const readIncoming = async (height: number) => (await node.blocks(height, height))[0]?.incoming;

describe('TRON deposits', () => {
  it('returns TRX and the known token, in blocks with their parents', async () => {
    chain.mine();
    const height = chain.mine(trx(1, ALI, 5_000_000), triggered(2, [logOf(TETHER, SARA, 25_000_000n)]));
    chain.solid = 1;
    const [before, block] = await node.blocks(height - 1, height);
    expect(await node.head()).toEqual({ height, final: 1 });
    expect(block).toMatchObject({ height, parentHash: before?.hash, at: new Date(chain.time(height)) });
    expect(before?.incoming).toEqual([]);
    expect(block?.incoming).toEqual([
      {
        txid: txid(1),
        index: 1_000_000,
        to: ALI,
        tag: null,
        asset: 'TRON',
        tokenType: 'TRON',
        contract: null,
        amount: 5_000_000n,
      },
      {
        txid: txid(2),
        index: 0,
        to: SARA,
        tag: null,
        asset: 'TETHER',
        tokenType: 'TRC20',
        contract: null,
        amount: 25_000_000n,
      },
    ]);
    expect(await node.transaction(txid(2).toUpperCase())).toEqual({ incoming: [block?.incoming[1]], height });
  });

  it('is exact beyond the precision of a double', async () => {
    chain.instead.set('/wallet/getblockbynum', ({ num }) =>
      num === 0 ? chain.block(0) : JSON.stringify(chain.block(1)).replace('"BIG"', '9007199254740993'),
    );
    const height = chain.mine(trx(1, ALI, 'BIG'));
    expect((await readIncoming(height))?.[0]?.amount).toBe(9_007_199_254_740_993n);
  });

  it('returns nothing for failed transactions, whichever field reports the failure', async () => {
    const log = [logOf(TETHER, ALI, 7n)];
    const failed = [
      triggered(1, log, { transaction: { ret: [{ contractRet: 'REVERT' }] } }),
      triggered(2, log, { transaction: { ret: [{ contractRet: 'OUT_OF_ENERGY' }] } }),
      triggered(3, log, { info: { receipt: { result: 'OUT_OF_ENERGY' } } }),
      triggered(4, log, { info: { result: 'FAILED' } }),
      triggered(5, log, { info: { receipt: {} } }),
      triggered(6, log, { transaction: { ret: [] } }),
    ];
    const height = chain.mine(...failed);
    expect(await readIncoming(height)).toEqual([]);
    expect(await node.find(txid(3))).toMatchObject({ state: 'INCLUDED', ok: false, fee: 6_428_500n });
  });

  it('returns unknown tokens without a name', async () => {
    const asset = {
      transaction: {
        txID: txid(2),
        ...contractOf('TransferAssetContract', {
          asset_name: Buffer.from('1004295').toString('hex'),
          to_address: hex(ALI),
          amount: 50,
        }),
      },
      info: { id: txid(2), receipt: { net_usage: 285 } },
    };
    const huge = triggered(3, [logOf(FAKE, ALI, 1n << 200n)]);
    const height = chain.mine(triggered(1, [logOf(FAKE, ALI, 999n)]), asset, huge);
    expect(
      (await readIncoming(height))?.map(({ asset: transferAsset, contract, amount }) => [
        transferAsset,
        contract,
        amount,
      ]),
    ).toEqual([
      [null, FAKE, 999n],
      [null, 'TRC10 1004295', 50n],
    ]);
  });

  it('distinguishes payments of one transaction to two users, and ignores NFTs', async () => {
    const nft = {
      ...logOf(FAKE, ALI, 1n),
      topics: [...logOf(FAKE, ALI, 1n).topics, '1'.padStart(64, '0')],
      data: '',
    };
    const log = [
      logOf(TETHER, ALI, 3n),
      nft,
      logOf(TETHER, SARA, 4n),
      logOf(TETHER, ALI, 3n),
      logOf(TETHER, ALI, 0n),
    ];
    const height = chain.mine(triggered(1, log));
    expect((await readIncoming(height))?.map(({ index, to, amount }) => [index, to, amount])).toEqual([
      [0, ALI, 3n],
      [2, SARA, 4n],
      [3, ALI, 3n],
    ]);
  });

  it('returns payments by contracts too, unless reverted', async () => {
    const inner = (to: string, callValue: number, more: Json = {}) => ({
      caller_address: hex(TETHER),
      transferTo_address: hex(to),
      callValueInfo: [{ callValue }],
      note: Buffer.from('call').toString('hex'),
      ...more,
    });
    const internal_transactions = [
      inner(ALI, 8),
      inner(ALI, 9, { rejected: true }),
      inner(SARA, 10, { note: Buffer.from('suicide').toString('hex') }),
      inner(SARA, 11, { callValueInfo: [{ callValue: 11, tokenId: '1004295' }] }),
      inner(SARA, 12, { note: Buffer.from('create').toString('hex') }),
      inner(SARA, 0, { callValueInfo: [{}] }),
    ];
    const height = chain.mine(triggered(1, [], { info: { internal_transactions } }));
    expect(
      (await readIncoming(height))?.map(({ index, to, asset, amount }) => [index, to, asset, amount]),
    ).toEqual([
      [2_000_000, ALI, 'TRON', 8n],
      [2_000_002, SARA, 'TRON', 10n],
    ]);
  });

  it('fails if a block changes while it is read', async () => {
    const height = chain.mine(trx(1, ALI, 5));
    chain.instead.set('/wallet/getblock', () => ({ ...chain.header(height), blockID: idOf(height, 'b') }));
    await expect(node.blocks(height, height)).rejects.toThrow('changed');
    chain.instead.clear();
    chain.instead.set('/wallet/gettransactioninfobyblocknum', () => []);
    await expect(node.blocks(height, height)).rejects.toThrow('changed');
    await expect(node.blocks(height + 1, height + 1)).rejects.toThrow('no such block');
  });
});

const pay = (to: string, amount: bigint): ChainPayment => ({
  to,
  tag: null,
  asset: 'TRON',
  tokenType: 'TRON',
  amount,
});
const tether = (to: string, amount: bigint): ChainPayment => ({
  ...pay(to, amount),
  asset: 'TETHER',
  tokenType: 'TRC20',
});
const request = (payment: ChainPayment): PlanRequest => ({
  sender: hot.address,
  payments: [payment],
  unspent: [],
});
const sign = async (payment: ChainPayment) =>
  codec.sign(
    { from: HOT, sender: hot.address, payments: [payment] },
    await node.plan(request(payment)),
    () => hot.privateKey,
  );

describe('TRON payments', () => {
  beforeEach(() => {
    for (let i = 0; i < 30; i += 1) chain.mine();
    chain.solid = 11;
    chain.balances = { [hex(hot.address)]: 900_000_000 };
    chain.tokenBalances = { [hex(hot.address)]: 1_000_000_000n };
  });

  it('broadcasts a signed transaction and finds it, pending and included', async () => {
    const transaction = await sign(tether(ALI, 12_000_000n));
    expect(await node.find(transaction.txid)).toEqual({ state: 'UNKNOWN' });
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.find(transaction.txid)).toEqual({ state: 'WAITING' });
    expect(await node.transaction(transaction.txid)).toEqual({ incoming: [], height: null });
    const contractCall = triggered(1, [logOf(TETHER, ALI, 12_000_000n)]);
    const height = chain.mine({
      transaction: { ...contractCall.transaction, txID: transaction.txid },
      info: { ...contractCall.info, id: transaction.txid },
    });
    expect(await node.find(transaction.txid)).toEqual({
      state: 'INCLUDED',
      height,
      blockHash: idOf(height),
      ok: true,
      fee: 6_428_500n,
    });
    expect(
      await node.broadcast({ ...transaction, raw: transaction.raw.replace(/.{130}$/, '0'.repeat(130)) }),
    ).toBe('UNKNOWN');
  });

  it('refers to a solidified block, and allows a fifth more energy than the simulation', async () => {
    expect(await node.plan(request(tether(ALI, 1n)))).toEqual({
      family: 'TRON',
      refBlockBytes: '000b',
      refBlockHash: 'a'.repeat(16),
      timestamp: START,
      expiration: chain.time(11) + 600_000,
      feeLimit: 7_714_200n,
    });
    expect(await node.plan(request(pay(ALI, 1n)))).toMatchObject({ feeLimit: 0n });
  });

  it('makes equal payments two different transactions', async () => {
    const [first, second] = [await sign(pay(ALI, 5n)), await sign(pay(ALI, 5n))];
    expect(first.txid).not.toBe(second.txid);
  });

  it('refuses destinations that can’t be paid, and insufficient funds', async () => {
    await expect(node.plan(request(pay(TETHER, 1n)))).rejects.toThrow(/^DESTINATION$/);
    await expect(node.plan(request(pay(ALI, 10n ** 12n)))).rejects.toThrow(/^FUNDS$/);
    await expect(node.plan(request(tether(ALI, 10n ** 12n)))).rejects.toThrow(/^FUNDS$/);
    chain.balances = { [hex(hot.address)]: 1_000_000 };
    await expect(node.plan(request(tether(ALI, 1n)))).rejects.toThrow(/^FUNDS$/);
    expect(await node.plan({ ...request(tether(ALI, 1n)), all: true })).toMatchObject({
      feeLimit: 7_714_200n,
    });
    chain.instead.set('/wallet/getaccountresource', () => ({ EnergyLimit: 100_000, EnergyUsed: 30_000 }));
    expect(await node.plan(request(tether(ALI, 1n)))).toMatchObject({ feeLimit: 7_714_200n });
    const data = encodeTrc20Transfer(ALI, 1n);
    chain.instead.set('/wallet/triggerconstantcontract', (body) =>
      body.data === data
        ? {
            result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
            energy_used: 900,
            transaction: { ret: [{ ret: 'FAILED' }] },
          }
        : chain.trial(String(body.data), String(body.owner_address)),
    );
    await expect(node.plan(request(tether(ALI, 1n)))).rejects.toThrow(/^DESTINATION$/);
  });

  it('reports a transaction as expired only when a solidified block is past its expiry', async () => {
    const transaction = await sign(pay(ALI, 5n));
    const expires = codec.decode(transaction.raw).expires ?? 0;
    for (let i = 0; i < 250; i += 1) chain.mine();
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    expect(await node.isExpired?.(expires)).toBe(false);
    chain.solid = 211;
    expect(await node.isExpired?.(expires)).toBe(false);
    chain.solid = 212;
    expect(await node.isExpired?.(expires)).toBe(true);
  });

  it('returns balances', async () => {
    expect(await node.balance(hot.address, 'TRON', 'TRON')).toBe(900_000_000n);
    expect(await node.balance(hot.address, 'TETHER', 'TRC20')).toBe(1_000_000_000n);
    expect(await node.balance(SARA, 'TRON', 'TRON')).toBe(0n);
    await expect(node.balance(SARA, 'BITCOIN', 'BITCOIN')).rejects.toThrow();
  });
});

describe('a TRON node with problems', () => {
  it('never causes a transaction to be reported as unknown', async () => {
    for (const answer of [{ Error: 'busy' }, { success: false, error: 'rate limit' }, '', '<html>']) {
      chain.instead.set('/wallet/gettransactionbyid', () => answer);
      await expect(node.find(txid(1))).rejects.toThrow('TRON:');
    }
  });

  it('is refused if it is of another net or slow, without revealing its URL', async () => {
    chain.instead.set('/wallet/getblockbynum', () => ({ ...chain.block(0), blockID: idOf(0, 'c') }));
    await expect(node.head()).rejects.toThrow('another net');
    chain.instead.set('/wallet/getblockbynum', () => 'LATE');
    const slow = createTronNode({ url: `${server.url}/secret`, timeoutMs: 200 });
    chain.instead.set('/secret/wallet/getblockbynum', () => 'LATE');
    await expect(slow.head()).rejects.toThrow(/^TRON: too slow$/);
    expect(await slow.broadcast({ raw: '00', txid: txid(1) })).toBe('UNKNOWN');
  });

  it('receives the configured API key', async () => {
    await createTronNode({ url: server.url, apiKey: 'k-1' }).head();
    expect(server.requests.every(({ headers }) => headers['tron-pro-api-key'] === 'k-1')).toBe(true);
  });
});
