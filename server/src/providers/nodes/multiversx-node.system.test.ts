import { mnemonicToSeedSync } from '@scure/bip39';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type NodeReply, type NodeRequest, startNodeServer } from '../../../test/node-server.ts';
import { createMultiversx } from '../../chains/multiversx.ts';
import type { SignedTransaction } from '../../chains/types.ts';
import type { ChainNode } from '../../custody/ports.ts';
import { createMultiversxNode } from './multiversx-node.ts';

const codec = createMultiversx('main');
const seed = mnemonicToSeedSync(
  'moral volcano peasant pass circle pen over picture flat shop clap goat never lyrics gather prepare woman film husband gravity behind test tiger improve',
);
const key = codec.keyOf(seed, { branch: 'hot' });
const HOT = key.address;
const OURS = codec.keyOf(seed, { branch: 'deposit', index: 0 }).address;
const THEIRS = codec.keyOf(seed, { branch: 'deposit', index: 1 }).address;
const CONTRACT = 'erd1qqqqqqqqqqqqqpgqfzydqmdw7m2vazsp6u5p95yxz76t2p9rd8ss0zp9ts';
const TIP = 5_000_000;
const T0 = Date.UTC(2026, 0, 1) / 1000;
const hashOf = (nonce: number) => (nonce + 0xabc000).toString(16).padStart(64, '0');
const EGLD = 10n ** 18n;

/**
 * Simulates a proxy by the replies documented at docs.multiversx.com ("REST API: network, blocks, transactions,
 * addresses") and typed in multiversx/mx-chain-core-go's data/transaction (ApiTransactionResult,
 * ApiSmartContractResult).
 */
function simulateProxy() {
  const state = {
    final: TIP,
    blocks: new Map<number, Record<string, unknown>[]>(),
    transactions: new Map<string, string>(),
    processed: new Map<string, string>(),
    accounts: new Map<string, { nonce: number; balance: string }>([
      [HOT, { nonce: 7, balance: `${5n * EGLD}` }],
      [THEIRS, { nonce: 0, balance: '0' }],
    ]),
    pool: [] as SignedTransaction[],
    gasPrice: 1_000_000_000,
  };
  const ok = (data: unknown): NodeReply => ({ body: { data, error: '', code: 'successful' } });
  const no = (error: string, status = 500): NodeReply => ({
    status,
    body: { data: null, error, code: status === 400 ? 'bad_request' : 'internal_issue' },
  });

  function answer({ method, path, query, body }: NodeRequest): NodeReply {
    const [, kind = '', name = '', what = ''] = path.split('/');
    if (path === '/network/status/4294967295')
      return ok({ status: { erd_nonce: state.final + 2, erd_highest_final_nonce: state.final } });
    if (path === '/network/config')
      return ok({
        config: { erd_chain_id: '1', erd_min_gas_price: state.gasPrice, erd_min_gas_limit: 50_000 },
      });
    if (kind === 'hyperblock') return hyperblock(Number.parseInt(what, 10));
    if (kind === 'address') {
      const account = state.accounts.get(name);
      return account ? ok({ account: { address: name, ...account } }) : no('account not found');
    }
    if (method === 'POST' && path === '/transaction/send') return send(body);
    if (path === '/transaction/pool') {
      const nonces = state.pool
        .map(({ raw }) => codec.decode(raw))
        .filter(({ from }) => from === query.get('by-sender'));
      const last = nonces.at(-1)?.sequence;
      return last === undefined
        ? no('no transactions of this sender')
        : ok({ nonce: Number.parseInt(String(last), 10) });
    }
    if (what === 'process-status') {
      const status = state.processed.get(name);
      return status ? ok({ status, reason: '' }) : no('transaction not found');
    }
    if (kind === 'transaction') {
      const transaction = state.transactions.get(name);
      // As text: values of results are numbers there, longer than JavaScript's.
      return transaction
        ? { body: `{"data":{"transaction":${transaction}},"error":"","code":"successful"}` }
        : no('transaction not found');
    }
    return no('not here', 404);
  }

  function hyperblock(nonce: number): NodeReply {
    if (nonce > state.final) return no('block not found');
    return ok({
      hyperblock: {
        nonce,
        hash: hashOf(nonce),
        prevBlockHash: hashOf(nonce - 1),
        timestamp: T0 + (nonce - TIP) * 6,
        transactions: state.blocks.get(nonce),
      },
    });
  }

  function send(body: Record<string, unknown>): NodeReply {
    const raw = JSON.stringify(body);
    const { txid, sequence, from } = codec.decode(raw);
    const nonce = state.accounts.get(from as string)?.nonce ?? 0;
    if ((sequence as bigint) < BigInt(nonce))
      return no('transaction generation failed: lower nonce in transaction', 400);
    if (!state.pool.some((one) => one.txid === txid)) state.pool.push({ raw, txid });
    state.transactions.set(txid, JSON.stringify({ hash: txid, status: 'pending', gasPrice: 1, gasLimit: 1 }));
    return ok({ txHash: txid });
  }

  return {
    state,
    answer,
    /** Executes pending transactions with this `status`. */
    close(status = 'success'): void {
      state.final += 1;
      for (const { raw, txid } of state.pool.splice(0)) {
        const { from, sequence } = codec.decode(raw);
        const hyper = { hyperblockNonce: state.final, hyperblockHash: hashOf(state.final) };
        const tx = {
          hash: txid,
          status,
          gasPrice: 1_000_000_000,
          gasLimit: 50_000,
          fee: '50000000000000',
          ...hyper,
        };
        state.transactions.set(txid, JSON.stringify(tx));
        const account = state.accounts.get(from as string);
        if (account) account.nonce = Number.parseInt(String(sequence), 10) + 1;
      }
    },
  };
}

let counter = 0;
/** One EGLD to us, by default. */
const transfer = (change: Record<string, unknown> = {}): Record<string, unknown> => {
  counter += 1;
  return {
    type: 'normal',
    processingTypeOnSource: 'MoveBalance',
    processingTypeOnDestination: 'MoveBalance',
    hash: counter.toString(16).padStart(64, '0'),
    nonce: counter,
    value: String(EGLD),
    sender: THEIRS,
    receiver: OURS,
    gasPrice: 1_000_000_000,
    gasLimit: 50_000,
    status: 'success',
    ...change,
  };
};

let proxy: ReturnType<typeof simulateProxy>;
let server: Awaited<ReturnType<typeof startNodeServer>>;
let node: ChainNode;
beforeEach(async () => {
  proxy = simulateProxy();
  server = await startNodeServer(proxy.answer);
  node = createMultiversxNode({ url: server.url, timeoutMs: 2_000 });
});
afterEach(() => server.stop());

const arrived = async (...entries: Record<string, unknown>[]) => {
  proxy.state.blocks.set(TIP, entries);
  return (await node.blocks(TIP, TIP)).flatMap(({ incoming }) => incoming);
};
const CALL = Buffer.from('ESDTTransfer@555344432d633736663166@01').toString('base64');

describe('EGLD deposits', () => {
  test('the head is the newest final hyperblock', async () => {
    expect(await node.head()).toEqual({ height: TIP, final: TIP });
  });

  test('returns consecutive blocks with transfers to any address, including empty ones', async () => {
    proxy.state.blocks.set(TIP - 1, [
      transfer(),
      transfer({ receiver: THEIRS, value: '1', status: 'executed' }),
    ]);
    const blocks = await node.blocks(TIP - 2, TIP);
    expect(
      blocks.map(({ height, incoming }) => [height, incoming.map(({ to, amount }) => [to, amount])]),
    ).toEqual([
      [TIP - 2, []],
      [
        TIP - 1,
        [
          [OURS, EGLD],
          [THEIRS, 1n],
        ],
      ],
      [TIP, []],
    ]);
    expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
    expect(blocks[2]?.at.getTime()).toBe(T0 * 1000);
    expect(blocks[1]?.incoming[0]).toMatchObject({
      index: 0,
      tag: null,
      asset: 'ELROND',
      tokenType: 'ELROND',
    });
  });

  test('ignores a message attached to the value, without further requests', async () => {
    expect(await arrived(transfer({ data: Buffer.from('rent of May').toString('base64') }))).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  test.each<[string, Record<string, unknown>]>([
    [
      'a token transfer, which is data',
      { value: '0', data: CALL, processingTypeOnDestination: 'BuiltInFunctionCall' },
    ],
    ['one that waits for the other shard', { status: 'pending' }],
    ['one that is executed in its own shard alone', { status: 'partially-executed' }],
    ['one that failed', { status: 'fail' }],
    ['one that was invalid', { status: 'invalid' }],
    ['a value to a contract', { receiver: CONTRACT }],
    ['a reward', { type: 'reward' }],
  ])('does not count: %s', async (_, change) => {
    expect(await arrived(transfer(change), transfer())).toHaveLength(1);
  });

  test('counts a successful call with value only if it completed', async () => {
    const call = { data: CALL, processingTypeOnDestination: 'BuiltInFunctionCall' };
    const failed = transfer(call);
    const done = transfer({ ...call, processingTypeOnDestination: undefined });
    proxy.state.processed.set(failed.hash as string, 'fail');
    proxy.state.processed.set(done.hash as string, 'success');
    expect((await arrived(failed, done)).map(({ txid }) => txid)).toEqual([done.hash]);
  });

  test('identifies payments by contracts by transaction and own hash, and ignores gas refunds', async () => {
    const cause = 'ca'.repeat(32);
    const result = (hash: string, change: Record<string, unknown> = {}) =>
      transfer({ type: 'unsigned', hash, originalTransactionHash: cause, value: '5', ...change });
    const payments = await arrived(
      result(`0000000000ff${'0'.repeat(52)}`),
      result(`000000000100${'0'.repeat(52)}`),
      result(`000000000200${'0'.repeat(52)}`, { isRefund: true }),
      result(`000000000300${'0'.repeat(52)}`, { status: 'pending' }),
      result(`000000000400${'0'.repeat(52)}`, { value: '0' }),
    );
    expect(payments.map(({ txid, index, amount }) => [txid, index, amount])).toEqual([
      [cause, 256, 5n],
      [cause, 257, 5n],
    ]);
  });

  test('finds a transaction by its hash with the same ids, and values beyond 2^53 exactly', async () => {
    const hash = 'ab'.repeat(32);
    const body = JSON.stringify({
      ...transfer({ hash, value: '0' }),
      hyperblockNonce: TIP,
      smartContractResults: 0,
    });
    const results = `[{"hash":"0000000000ff${'0'.repeat(52)}","value":1234567890123456789,"receiver":"${OURS}"}]`;
    proxy.state.transactions.set(
      hash,
      body.replace('"smartContractResults":0', `"smartContractResults":${results}`),
    );
    proxy.state.processed.set(hash, 'pending');
    const expected = [{ txid: hash, index: 256, to: OURS, amount: 1_234_567_890_123_456_789n }];
    expect(await node.transaction(hash)).toMatchObject({ incoming: expected, height: null });
    proxy.state.processed.set(hash, 'success');
    expect(await node.transaction(hash)).toMatchObject({ incoming: expected, height: TIP });
    expect(await node.transaction('cd'.repeat(32))).toBeNull();
  });

  test('fails for a missing block', async () => {
    await expect(node.blocks(TIP, TIP + 1)).rejects.toThrow('status 500');
  });

  test('returns a balance', async () => {
    expect(await node.balance(HOT, 'ELROND', 'ELROND')).toBe(5n * EGLD);
  });
});

const order = {
  sender: HOT,
  payments: [{ to: THEIRS, tag: null, asset: 'ELROND' as const, tokenType: 'ELROND', amount: EGLD }],
  unspent: [],
};
const signed = async (): Promise<SignedTransaction> =>
  codec.sign({ from: { branch: 'hot' }, ...order }, await node.plan(order), () => key.privateKey);

describe('EGLD payments', () => {
  test('a plan has nonce, gas and chain, behind the pending transactions of the pool', async () => {
    const plan = {
      family: 'MULTIVERSX',
      nonce: 7,
      gasPrice: 1_000_000_000n,
      gasLimit: 50_000n,
      chainId: '1',
    };
    expect(await node.plan(order)).toEqual(plan);
    await node.broadcast(await signed());
    expect(await node.plan(order)).toEqual({ ...plan, nonce: 8 });
    proxy.state.gasPrice = 6_000_000_000;
    await expect(node.plan(order)).rejects.toThrow('gas');
  });

  test('broadcasts a transaction and finds it, pending and included', async () => {
    const transaction = await signed();
    expect(await node.find(transaction.txid)).toEqual({ state: 'UNKNOWN' });
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.find(transaction.txid)).toEqual({ state: 'WAITING' });
    proxy.close();
    expect(await node.find(transaction.txid)).toEqual({
      state: 'INCLUDED',
      height: TIP + 1,
      blockHash: hashOf(TIP + 1),
      ok: true,
      fee: 50_000_000_000_000n,
    });
    expect(await node.broadcast(transaction)).toBe('SENT');
  });

  test('reports an invalid transaction in a block', async () => {
    const transaction = await signed();
    await node.broadcast(transaction);
    proxy.close('invalid');
    expect(await node.find(transaction.txid)).toMatchObject({ state: 'INCLUDED', ok: false });
  });

  test('never reports a used nonce as dead, since observers forget', async () => {
    const transaction = await signed();
    proxy.state.accounts.set(HOT, { nonce: 8, balance: '0' });
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    await server.stop();
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
  });
});
