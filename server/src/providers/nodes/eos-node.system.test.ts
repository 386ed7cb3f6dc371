import { mnemonicToSeedSync } from '@scure/bip39';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type NodeReply, type NodeRequest, startNodeServer } from '../../../test/node-server.ts';
import { createEos, recoverEosSigner } from '../../chains/eos.ts';
import { packData } from '../../chains/eos-pack.ts';
import type { ChainPayment, SignedTransaction } from '../../chains/types.ts';
import type { ChainNode } from '../../custody/ports.ts';
import { createEosNode } from './eos-node.ts';

const codec = createEos('main');
const seed = mnemonicToSeedSync(
  'alcohol woman abuse must during monitor noble actual mixed trade anger aisle',
);
const key = codec.keyOf(seed, { branch: 'hot' });
const OURS = 'sarrafwallet';
const THEIRS = 'maximaximaxi';
const TIP = 400_000_000;
const T0 = Date.UTC(2026, 0, 1);
/** Two blocks a second. */
const timeOf = (block: number) => new Date(T0 + (block - TIP) * 500);
const idOf = (block: number) => `${block.toString(16).padStart(8, '0')}${'5a'.repeat(28)}`;
const CHAIN_ID = 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906';

/**
 * Simulates nodeos: plugins/trace_api_plugin/request_handler.cpp of AntelopeIO/spring for traces,
 * plugins/chain_api_plugin/chain.swagger.yaml for the rest, and the format of its errors (plugins/http_plugin:
 * error_results).
 */
function simulateNodeos() {
  const state = {
    final: TIP,
    firstTrace: 2,
    blocks: new Map<number, Record<string, unknown>[]>(),
    pending: [] as SignedTransaction[],
    balances: { 'eosio.token': '100.0000 EOS', 'core.vaulta': '5.0000 A' } as Record<string, string>,
    accounts: new Set([OURS, THEIRS]),
    refusal: null as number | null,
  };
  const no = (code: number, message: string, status = 500): NodeReply => ({
    status,
    body: {
      code: status,
      message: 'Internal Service Error',
      error: { code, name: 'x', what: 'y', details: [{ message }] },
    },
  });

  function answer({ path, body }: NodeRequest): NodeReply {
    switch (path) {
      case '/v1/chain/get_info':
        return {
          body: {
            chain_id: CHAIN_ID,
            head_block_num: state.final + 330,
            head_block_time: timeOf(state.final + 330)
              .toISOString()
              .slice(0, -1),
            last_irreversible_block_num: state.final,
            last_irreversible_block_id: idOf(state.final),
          },
        };
      case '/v1/trace_api/get_block':
        return getBlock(body.block_num as number);
      case '/v1/trace_api/get_transaction_trace': {
        const transaction = [...state.blocks.values()]
          .flat()
          .find(({ id }) => (id as string).startsWith((body.id as string).slice(0, 8)));
        return transaction ? { body: transaction } : no(0, 'Trace API: transaction trace missing', 404);
      }
      case '/v1/chain/get_account':
        return state.accounts.has(body.account_name as string)
          ? { body: { account_name: body.account_name } }
          : no(0, `unknown key (eosio::chain::name): ${String(body.account_name)}`);
      case '/v1/chain/get_currency_balance': {
        const balance = state.balances[body.code as string];
        return { body: balance?.endsWith(` ${String(body.symbol)}`) ? [balance] : [] };
      }
      case '/v1/chain/send_transaction':
        return send(JSON.stringify(body));
      default:
        return no(0, 'unknown endpoint', 404);
    }
  }

  function getBlock(number: number): NodeReply {
    if (number < state.firstTrace) return no(0, 'Trace API: block trace missing', 404);
    return {
      body: {
        id: idOf(number),
        number,
        previous_id: idOf(number - 1),
        status: number <= state.final ? 'irreversible' : 'pending',
        timestamp: timeOf(number).toISOString(),
        producer: 'eosnationftw',
        transactions: state.blocks.get(number) ?? [],
      },
    };
  }

  function send(raw: string): NodeReply {
    const { txid, expires } = codec.decode(raw);
    if (recoverEosSigner(raw, 'main') !== key.address) return no(3_090_003, 'unsatisfied_authorization');
    if (state.refusal !== null) return no(state.refusal, 'refused');
    if ([...state.pending].some((one) => one.txid === txid))
      return no(3_040_008, 'duplicate transaction', 409);
    if ((expires ?? 0) * 1000 < timeOf(state.final + 330).getTime())
      return no(3_040_005, 'expired transaction');
    state.pending.push({ raw, txid });
    return { status: 202, body: { transaction_id: txid, processed: { id: txid } } };
  }

  return {
    state,
    answer,
    close(blocks = 1): void {
      state.final += blocks;
      const entries = state.pending.splice(0).map(({ txid }) => trace([], { id: txid, block: state.final }));
      if (entries.length > 0) state.blocks.set(state.final, entries);
    },
  };
}

let counter = 0;
function trace(
  actions: Record<string, unknown>[],
  { status = 'executed', id, block = TIP }: { status?: string; id?: string; block?: number } = {},
): Record<string, unknown> {
  counter += 1;
  return {
    id: id ?? counter.toString(16).padStart(8, '0').padEnd(64, '0'),
    block_num: block,
    block_time: timeOf(block).toISOString(),
    producer_block_id: idOf(block),
    actions,
    status,
    cpu_usage_us: 200,
    net_usage_words: 16,
  };
}

const data = (change: Partial<Parameters<typeof packData>[0]> = {}): string => {
  const transfer = {
    from: THEIRS,
    to: OURS,
    amount: 10_000n,
    precision: 4,
    symbol: 'EOS',
    memo: '100001',
    ...change,
  };
  return Buffer.from(packData(transfer)).toString('hex');
};
/** One EOS to us with memo 100001, by default. */
const action = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  global_sequence: '372049562109',
  receiver: 'eosio.token',
  account: 'eosio.token',
  action: 'transfer',
  authorization: [{ account: THEIRS, permission: 'active' }],
  data: data(),
  return_value: '',
  ...change,
});

let nodeos: ReturnType<typeof simulateNodeos>;
let server: Awaited<ReturnType<typeof startNodeServer>>;
let node: ChainNode;
beforeEach(async () => {
  nodeos = simulateNodeos();
  server = await startNodeServer(nodeos.answer);
  node = createEosNode({ url: server.url, account: async () => OURS, timeoutMs: 3_000 });
});
afterEach(() => server.stop());

const arrived = async (...transactions: Record<string, unknown>[]) => {
  nodeos.state.blocks.set(TIP, transactions);
  return (await node.blocks(TIP, TIP)).flatMap(({ incoming }) => incoming);
};

describe('EOS deposits', () => {
  test('the head is the last irreversible block', async () => {
    expect(await node.head()).toEqual({ height: TIP, final: TIP });
  });

  test('returns transfers by block and position, omitting empty blocks except the last', async () => {
    nodeos.state.blocks.set(TIP - 2, [
      trace([action(), action({ receiver: THEIRS }), action({ data: data({ memo: '' }) })]),
    ]);
    const blocks = await node.blocks(TIP - 4, TIP);
    expect(
      blocks.map(({ height, incoming }) => [height, incoming.map(({ index, tag }) => [index, tag])]),
    ).toEqual([
      [
        TIP - 2,
        [
          [0, '100001'],
          [2, null],
        ],
      ],
      [TIP, []],
    ]);
    expect(blocks[0]).toMatchObject({ hash: idOf(TIP - 2), parentHash: idOf(TIP - 3), at: timeOf(TIP - 2) });
    expect(blocks[0]?.incoming[0]).toMatchObject({
      to: OURS,
      asset: 'EOS',
      tokenType: 'EOS',
      amount: 10_000n,
    });
  });

  test('A of Vaulta counts as EOS, one to one', async () => {
    const vaulta = {
      receiver: 'core.vaulta',
      account: 'core.vaulta',
      data: data({ symbol: 'A', amount: 7n }),
    };
    expect(await arrived(trace([action(vaulta)]))).toMatchObject([
      { asset: 'EOS', contract: null, amount: 7n },
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      'a contract of the same token name',
      { receiver: 'eosiotokenio', account: 'eosiotokenio' },
      'eosiotokenio',
    ],
    ['another symbol of the right contract', { data: data({ symbol: 'EOSX' }) }, 'eosio.token'],
    ['other digits of the right symbol', { data: data({ precision: 8 }) }, 'eosio.token'],
    ['A of the contract of EOS', { data: data({ symbol: 'A' }) }, 'eosio.token'],
  ])('%s is an unknown token', async (_, change, contract) => {
    expect(await arrived(trace([action(change)]))).toMatchObject([
      { asset: null, tokenType: null, contract },
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['one that failed hard', trace([action()], { status: 'hard_fail' })],
    ['one that failed softly', trace([action()], { status: 'soft_fail' })],
    ['one that expired', trace([action()], { status: 'expired' })],
    ['a notification that we got of our transfer', trace([action({ receiver: OURS })])],
    ['a notification in the token’s name', trace([action({ receiver: 'spoofer11111' })])],
    ['a contract that only says it was the token', trace([action({ account: 'spoofer11111' })])],
    ['another action', trace([action({ action: 'issue' })])],
    ['a transfer to somebody else', trace([action({ data: data({ to: THEIRS }) })])],
    ['our own transfer', trace([action({ data: data({ from: OURS, to: THEIRS }) })])],
    ['a negative amount', trace([action({ data: data({ amount: -10_000n }) })])],
    ['data of another shape', trace([action({ account: 'x', receiver: 'x', data: '00ff' })])],
  ])('does not count: %s', async (_, transaction) => {
    expect(await arrived(transaction, trace([action()]))).toHaveLength(1);
  });

  test('makes any memo storable', async () => {
    const memo = `a\0b${'x'.repeat(300)}`;
    const [payment] = await arrived(trace([action({ data: data({ memo }) })]));
    expect(payment?.tag).toHaveLength(256);
    expect(payment?.tag).not.toContain('\0');
  });

  test('fails if traces are missing, or of a reversible block', async () => {
    await expect(node.blocks(TIP, TIP + 1)).rejects.toThrow('irreversible');
    nodeos.state.firstTrace = TIP;
    await expect(node.blocks(TIP - 1, TIP)).rejects.toThrow('404');
    nodeos.state.blocks.set(TIP, [{ ...trace([action()]), status: undefined }]);
    await expect(node.blocks(TIP, TIP)).rejects.toThrow('status');
  });

  test('finds a transaction by its full hash only', async () => {
    const transaction = trace([action()]);
    nodeos.state.blocks.set(TIP - 1, [transaction]);
    const txid = transaction.id as string;
    expect(await node.transaction(txid)).toMatchObject({ height: TIP, incoming: [{ txid, index: 0 }] });
    expect(await node.transaction(`${txid.slice(0, 8)}${'1'.repeat(56)}`)).toBeNull();
    expect(await node.transaction('f'.repeat(64))).toBeNull();
  });

  test('returns the balance of EOS and A together', async () => {
    expect(await node.balance(OURS, 'EOS', 'EOS')).toBe(1_050_000n);
    nodeos.state.balances = {};
    expect(await node.balance(OURS, 'EOS', 'EOS')).toBe(0n);
  });
});

const order = (change: Partial<ChainPayment> = {}) => ({
  sender: OURS,
  payments: [
    { to: THEIRS, tag: 'for you', asset: 'EOS' as const, tokenType: 'EOS', amount: 50_000n, ...change },
  ],
  unspent: [],
});
const signed = async (): Promise<SignedTransaction> =>
  codec.sign({ from: { branch: 'hot' }, ...order() }, await node.plan(order()), () => key.privateKey);

describe('EOS payments', () => {
  test('a plan has reference block, expiry and chain id', async () => {
    expect(await node.plan(order())).toEqual({
      family: 'EOS',
      refBlockNum: TIP & 0xffff,
      refBlockPrefix: 0x5a5a5a5a,
      expiration: Math.floor(timeOf(TIP + 330).getTime() / 1000) + 120,
      chainId: CHAIN_ID,
    });
  });

  test('requires an existing destination and enough EOS', async () => {
    await expect(node.plan(order({ to: 'nobodyatall1' }))).rejects.toThrow('DESTINATION');
    await expect(node.plan(order({ amount: 1_000_001n }))).rejects.toThrow('swapped');
  });

  test('broadcasts a transaction and finds it once it is in a block', async () => {
    const transaction = await signed();
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.find(transaction.txid)).toEqual({ state: 'UNKNOWN' });
    nodeos.close();
    const included = { state: 'INCLUDED', height: TIP + 1, blockHash: idOf(TIP + 1), ok: true, fee: 0n };
    expect(await node.find(transaction.txid)).toEqual(included);
  });

  test('reports a transaction as expired after an irreversible block beyond its end, if all traces since are available', async () => {
    const transaction = await signed();
    const { expires } = codec.decode(transaction.raw);
    nodeos.close(200);
    expect(await node.broadcast(transaction)).toBe('SENT');
    nodeos.state.pending = [];
    nodeos.close(370);
    expect(await node.isExpired?.(expires as number)).toBe(false);
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    nodeos.close(1);
    expect(await node.isExpired?.(expires as number)).toBe(true);
    expect(await node.broadcast(transaction)).toBe('DEAD');
    nodeos.state.firstTrace = TIP;
    await expect(node.isExpired?.(expires as number)).rejects.toThrow('404');
  });

  test('reports an included transaction as sent, however late it is queried', async () => {
    const transaction = await signed();
    await node.broadcast(transaction);
    nodeos.close(10);
    nodeos.close(1_000);
    expect(await node.broadcast(transaction)).toBe('SENT');
  });

  test('an outcome is unknown after temporary refusals or timeouts', async () => {
    const transaction = await signed();
    for (const code of [3_080_004, 3_050_003, 3_040_007]) {
      nodeos.state.refusal = code;
      expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    }
    await server.stop();
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
  });
});
