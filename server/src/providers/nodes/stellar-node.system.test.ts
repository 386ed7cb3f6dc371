import { mnemonicToSeedSync } from '@scure/bip39';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type NodeReply, type NodeRequest, startNodeServer } from '../../../test/node-server.ts';
import { createStellar } from '../../chains/stellar.ts';
import type { ChainPayment, SignedTransaction } from '../../chains/types.ts';
import type { ChainNode } from '../../custody/ports.ts';
import { createStellarNode } from './stellar-node.ts';

const codec = createStellar('main');
const seed = mnemonicToSeedSync('illness spike retreat truth genius clock brain pass fit cave bargain toe');
const key = codec.keyOf(seed, { branch: 'hot' });
const OURS = key.address;
const THEIRS = 'GAB6EDWGWSRZUYUYCWXAFQFBHE5ZEJPDXCIMVZC3LH2C7IU35FTI2NOQ';
const UNUSED_ADDRESS = 'GDXJHJHWN6GRNOAZXON6XH74ZX6NYFAS5B7642RSJQVJTIPA4ZYUQLEB';
const TIP = 60_000_000;
const T0 = Date.UTC(2026, 0, 1) / 1000;
/** Seconds: a ledger closes every five. */
const timeOf = (ledger: number) => T0 + (ledger - TIP) * 5;
const iso = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
const hashOf = (ledger: number) => ledger.toString(16).padStart(64, '0');
const idOf = (ledger: number, place: number, operation = 1) =>
  String((BigInt(ledger) << 32n) + (BigInt(place) << 12n) + BigInt(operation));

/**
 * Simulates Horizon by the replies documented at developers.stellar.org ("payments of an account", "transactions",
 * "ledgers", "fee stats", "submit a transaction asynchronously", "effects of an operation").
 */
function simulateHorizon() {
  const state = {
    newest: TIP,
    oldest: 2,
    /** A second Horizon at the same URL may lag behind. */
    answersAs: null as number | null,
    operations: [] as Record<string, unknown>[],
    effects: new Map<string, Record<string, unknown>[]>(),
    accounts: new Map<string, Record<string, unknown>>([
      [OURS, account('46117592840339456', '1000.5000000')],
      [THEIRS, account('7', '12.0000000')],
    ]),
    transactions: new Map<string, Record<string, unknown>>(),
    pending: [] as SignedTransaction[],
    fee: '250',
    busy: false,
  };
  const missing: NodeReply = {
    status: 404,
    body: { type: 'https://stellar.org/horizon-errors/not_found', status: 404 },
  };
  const page = (records: unknown[]): NodeReply => ({
    body: { _links: {}, _embedded: { records } },
    headers: { 'latest-ledger': String(state.answersAs ?? state.newest) },
  });

  function answer({ method, path, query, body }: NodeRequest): NodeReply {
    const [, kind = '', name = '', what = ''] = path.split('/');
    if (path === '/')
      return {
        body: {
          history_latest_ledger: state.newest,
          history_latest_ledger_closed_at: iso(timeOf(state.newest)),
          history_elder_ledger: state.oldest,
        },
      };
    if (method === 'POST' && kind === 'transactions_async') return submit(body.tx as string);
    if (kind === 'fee_stats')
      return { body: { last_ledger_base_fee: '100', max_fee: { p50: '100', p95: state.fee } } };
    if (kind === 'ledgers') {
      const ledger = Number.parseInt(name, 10);
      if (ledger > state.newest || ledger < state.oldest) return missing;
      const closed_at = iso(timeOf(ledger));
      return {
        body: { hash: hashOf(ledger), sequence: ledger, closed_at, base_reserve_in_stroops: 5_000_000 },
      };
    }
    if (kind === 'operations') return page(state.effects.get(name) ?? []);
    if (kind === 'accounts' && what === 'payments') {
      const cursor = BigInt(query.get('cursor') ?? '0');
      const limit = Number.parseInt(query.get('limit') ?? '10', 10);
      return page(state.operations.filter(({ id }) => BigInt(id as string) > cursor).slice(0, limit));
    }
    if (kind === 'accounts') return reply(state.accounts.get(name));
    if (kind === 'transactions' && what === 'payments')
      return page(state.operations.filter(({ transaction_hash }) => transaction_hash === name));
    if (kind === 'transactions') return reply(state.transactions.get(name));
    return missing;
  }
  const reply = (resource: Record<string, unknown> | undefined): NodeReply =>
    resource ? { body: resource } : missing;

  function submit(raw: string): NodeReply {
    if (state.busy) return { status: 503, body: { tx_status: 'TRY_AGAIN_LATER', hash: '' } };
    const { txid, sequence, expires, from } = codec.decode(raw);
    const accountSequence = state.accounts.get(from as string)?.sequence as string;
    const error = { status: 400, body: { tx_status: 'ERROR', hash: txid, error_result_xdr: 'AAAA' } };
    if (state.pending.some((one) => one.txid === txid))
      return { status: 409, body: { tx_status: 'DUPLICATE', hash: txid } };
    if ((expires ?? 0) < timeOf(state.newest) || sequence !== BigInt(accountSequence) + 1n) return error;
    state.pending.push({ raw, txid });
    return { status: 201, body: { tx_status: 'PENDING', hash: txid } };
  }

  return {
    state,
    answer,
    close(successful = true): void {
      state.newest += 1;
      for (const { raw, txid } of state.pending.splice(0)) {
        const { sequence } = codec.decode(raw);
        state.transactions.set(txid, {
          hash: txid,
          ledger: state.newest,
          successful,
          source_account: OURS,
          fee_account: OURS,
          fee_charged: '100',
        });
        const ours = state.accounts.get(OURS);
        if (ours) ours.sequence = String(sequence);
      }
    },
  };
}

const account = (sequence: string, balance: string) => ({
  sequence,
  data: {} as Record<string, string>,
  balances: [
    { asset_type: 'credit_alphanum4', asset_code: 'XLM', asset_issuer: THEIRS, balance: '999.0000000' },
    { asset_type: 'native', balance },
  ],
});

/** A payment of one lumen to us with the id 100001, by default. */
const operation = (id: string, change: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  paging_token: id,
  transaction_successful: true,
  type: 'payment',
  transaction_hash: BigInt(id).toString(16).padStart(64, '0'),
  asset_type: 'native',
  from: THEIRS,
  to: OURS,
  amount: '1.0000000',
  transaction: { memo_type: 'id', memo: '100001' },
  ...change,
});

let horizon: ReturnType<typeof simulateHorizon>;
let server: Awaited<ReturnType<typeof startNodeServer>>;
let node: ChainNode;
beforeEach(async () => {
  horizon = simulateHorizon();
  server = await startNodeServer(horizon.answer);
  node = createStellarNode({ url: server.url, accounts: async () => [OURS], timeoutMs: 2_000 });
});
afterEach(() => server.stop());

const arrived = async (...changes: Record<string, unknown>[]) => {
  const operations = changes.map((change, i) => operation(idOf(TIP, i + 1), change));
  horizon.state.operations.push(...operations);
  return (await node.blocks(TIP, TIP)).flatMap(({ incoming }) => incoming);
};

describe('Stellar deposits', () => {
  test('the head is the newest ingested ledger, which is final', async () => {
    expect(await node.head()).toEqual({ height: TIP, final: TIP });
  });

  test('returns payments by ledger and position, including an empty last ledger and excluding others', async () => {
    horizon.state.operations.push(
      operation(idOf(TIP - 10, 1)),
      operation(idOf(TIP - 9, 1), { amount: '0.0000001' }),
      operation(idOf(TIP - 9, 2, 1), { transaction_hash: 'ab' }),
      operation(idOf(TIP - 9, 2, 7), { transaction_hash: 'ab' }),
      operation(idOf(TIP, 1)),
    );
    const blocks = await node.blocks(TIP - 9, TIP - 1);
    expect(
      blocks.map(({ height, incoming }) => [height, incoming.map(({ index, amount }) => [index, amount])]),
    ).toEqual([
      [
        TIP - 9,
        [
          [1, 1n],
          [1, 10_000_000n],
          [7, 10_000_000n],
        ],
      ],
      [TIP - 1, []],
    ]);
    expect(blocks[0]).toMatchObject({ hash: hashOf(TIP - 9), parentHash: null });
    expect(blocks[1]?.at.getTime()).toBe(timeOf(TIP - 1) * 1000);
  });

  test('returns payments to accounts of older seeds too, and tolerates a new account that does not exist yet', async () => {
    const [OLDER, NEWEST] = [THEIRS, codec.keyOf(new Uint8Array(64).fill(3), { branch: 'hot' }).address];
    node = createStellarNode({
      url: server.url,
      accounts: async () => [NEWEST, OURS, OLDER],
      timeoutMs: 2_000,
    });
    const payments = await arrived({}, { from: NEWEST, to: OLDER });
    expect(payments.map(({ to }) => to)).toEqual([OURS, OLDER]);
  });

  test('returns each payment once when they exceed a page', async () => {
    for (let i = 1; i <= 450; i += 1) horizon.state.operations.push(operation(idOf(TIP, i)));
    const [block] = await node.blocks(TIP, TIP);
    expect(new Set(block?.incoming.map(({ txid }) => txid)).size).toBe(450);
    expect(block?.incoming).toHaveLength(450);
  });

  test('counts the amount received by a path payment, not the one sent or promised', async () => {
    const path = {
      amount: '3.0000000',
      source_amount: '900.0000000',
      destination_min: '2.0000000',
      source_asset_type: 'credit_alphanum4',
    };
    const payments = await arrived(
      { ...path, type: 'path_payment_strict_send' },
      { ...path, type: 'path_payment_strict_receive' },
    );
    expect(payments.map(({ amount }) => amount)).toEqual([30_000_000n, 30_000_000n]);
  });

  test('counts the account’s creation, a merge into it and a contract’s transfer', async () => {
    const merge = idOf(TIP, 2);
    horizon.state.effects.set(merge, [
      { type: 'account_debited', account: THEIRS, asset_type: 'native', amount: '42.5000000' },
      { type: 'account_credited', account: OURS, asset_type: 'native', amount: '42.5000000' },
      { type: 'account_removed', account: THEIRS },
    ]);
    const transfer = { asset_type: 'native', type: 'transfer', from: THEIRS, to: OURS, amount: '2.0000000' };
    const payments = await arrived(
      {
        type: 'create_account',
        account: OURS,
        starting_balance: '20.0000000',
        to: undefined,
        asset_type: undefined,
      },
      { type: 'account_merge', account: THEIRS, into: OURS, to: undefined, asset_type: undefined },
      {
        type: 'invoke_host_function',
        asset_balance_changes: [
          transfer,
          { ...transfer, asset_type: 'credit_alphanum4', asset_code: 'XLM', asset_issuer: THEIRS },
          { ...transfer, to: THEIRS },
        ],
      },
    );
    expect(payments.map(({ amount }) => amount)).toEqual([200_000_000n, 425_000_000n, 20_000_000n]);
  });

  test.each<[string, Record<string, unknown>]>([
    [
      'an issued asset named XLM',
      { asset_type: 'credit_alphanum4', asset_code: 'XLM', asset_issuer: THEIRS },
    ],
    ['a failed transaction', { transaction_successful: false }],
    ['a payment of ours', { from: OURS, to: THEIRS }],
    [
      'somebody else’s beginning',
      { type: 'create_account', account: THEIRS, starting_balance: '20.0000000' },
    ],
    [
      'a path that ends in another asset',
      { type: 'path_payment_strict_send', asset_type: 'credit_alphanum12' },
    ],
    ['an operation nobody knows', { type: 'teleport' }],
  ])('does not count: %s', async (_, change) => {
    expect(await arrived(change, {})).toHaveLength(1);
  });

  test.each<[string, Record<string, unknown>, string | null]>([
    ['an id', { transaction: { memo_type: 'id', memo: '100001' } }, '100001'],
    ['a text', { transaction: { memo_type: 'text', memo: '100001' } }, '100001'],
    ['a text of something else', { transaction: { memo_type: 'text', memo: 'for Ali\0' } }, 'for Ali\ufffd'],
    ['no memo', { transaction: { memo_type: 'none' } }, null],
    ['an empty text', { transaction: { memo_type: 'text', memo: '' } }, null],
    ['a hash', { transaction: { memo_type: 'hash', memo: 'AAAA' } }, 'AAAA'],
    ['a muxed address', { to_muxed_id: '100001', transaction: { memo_type: 'none' } }, '100001'],
    ['a muxed address and the same id', { to_muxed_id: '100001' }, '100001'],
    ['a muxed address and another id', { to_muxed_id: '100002' }, null],
  ])('parses the tag of %s', async (_, change, tag) => {
    expect(await arrived(change)).toMatchObject([{ tag }]);
  });

  test('fails rather than returning partial data if Horizon lacks ledgers or lags behind', async () => {
    horizon.state.oldest = TIP - 5;
    await expect(node.blocks(TIP - 9, TIP)).rejects.toThrow('missing');
    await expect(node.blocks(TIP - 5, TIP + 1)).rejects.toThrow('missing');
    horizon.state.answersAs = TIP - 1;
    await expect(node.blocks(TIP - 5, TIP)).rejects.toThrow('has not come');
    await expect(node.blocks(TIP - 5, TIP - 1)).resolves.toHaveLength(1);
  });

  test('finds a transaction by its hash', async () => {
    horizon.state.transactions.set('ab', {
      hash: 'ab',
      ledger: TIP - 1,
      successful: true,
      fee_charged: '100',
    });
    horizon.state.operations.push(operation(idOf(TIP - 1, 3, 2), { transaction_hash: 'ab' }));
    expect(await node.transaction('ab')).toMatchObject({
      height: TIP - 1,
      incoming: [{ index: 2, tag: '100001' }],
    });
    expect(await node.transaction('cd')).toBeNull();
  });

  test('returns the balance of lumens only', async () => {
    expect(await node.balance(OURS, 'STELLAR', 'STELLAR')).toBe(10_005_000_000n);
    expect(await node.balance(UNUSED_ADDRESS, 'STELLAR', 'STELLAR')).toBe(0n);
  });
});

const order = (change: Partial<ChainPayment> = {}) => ({
  sender: OURS,
  payments: [
    { to: THEIRS, tag: '7', asset: 'STELLAR' as const, tokenType: 'STELLAR', amount: 50_000_000n, ...change },
  ],
  unspent: [],
});
const signed = async (): Promise<SignedTransaction> =>
  codec.sign({ from: { branch: 'hot' }, ...order() }, await node.plan(order()), () => key.privateKey);

describe('Stellar payments', () => {
  test('a plan has sequence, fee and expiry', async () => {
    expect(await node.plan(order())).toEqual({
      family: 'STELLAR',
      sequence: 46_117_592_840_339_457n,
      fee: 250n,
      maxTime: timeOf(TIP) + 180,
      createAccount: false,
    });
    horizon.state.fee = '10';
    expect(await node.plan(order())).toMatchObject({ fee: 100n });
    horizon.state.fee = '99000000';
    expect(await node.plan(order())).toMatchObject({ fee: 100_000n });
  });

  test('requires one lumen for a new account, and a memo for an account that demands it', async () => {
    await expect(node.plan(order({ to: UNUSED_ADDRESS, amount: 9_999_999n }))).rejects.toThrow('DESTINATION');
    expect(await node.plan(order({ to: UNUSED_ADDRESS, amount: 10_000_000n }))).toMatchObject({
      createAccount: true,
    });
    const theirs = horizon.state.accounts.get(THEIRS) as { data: Record<string, string> };
    theirs.data['config.memo_required'] = 'MQ==';
    await expect(node.plan(order({ tag: null }))).rejects.toThrow('DESTINATION');
    await expect(node.plan(order({ tag: '0' }))).resolves.toBeTruthy();
  });

  test('broadcasts a transaction and finds it once it is in a ledger', async () => {
    const transaction = await signed();
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.find(transaction.txid)).toEqual({ state: 'UNKNOWN' });
    horizon.close();
    expect(await node.find(transaction.txid)).toEqual({
      state: 'INCLUDED',
      height: TIP + 1,
      blockHash: hashOf(TIP + 1),
      ok: true,
      fee: 100n,
    });
  });

  test('finds a transaction wrapped in another account’s fee bump, which pays both fees', async () => {
    const transaction = await signed();
    await node.broadcast(transaction);
    horizon.close();
    const storedTransaction = horizon.state.transactions.get(transaction.txid);
    Object.assign(storedTransaction ?? {}, { fee_account: THEIRS, fee_charged: '5000000' });
    expect(await node.find(transaction.txid)).toMatchObject({ state: 'INCLUDED', ok: true, fee: 0n });
  });

  test('reports a failed transaction in a ledger', async () => {
    const transaction = await signed();
    await node.broadcast(transaction);
    horizon.close(false);
    expect(await node.find(transaction.txid)).toMatchObject({ state: 'INCLUDED', ok: false, fee: 100n });
  });

  test('an outcome is unknown before the expiry, and dead after it if never included', async () => {
    const transaction = await signed();
    (horizon.state.accounts.get(OURS) as Record<string, unknown>).sequence = '46117592840339457';
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    const { expires } = codec.decode(transaction.raw);
    for (let i = 0; i < 36; i += 1) horizon.close();
    // At the expiry itself it may still be included.
    expect(await node.isExpired?.(expires as number)).toBe(false);
    horizon.close();
    expect(await node.isExpired?.(expires as number)).toBe(true);
    expect(await node.broadcast(transaction)).toBe('DEAD');
    horizon.state.oldest = TIP;
    expect(await node.isExpired?.(expires as number)).toBe(false);
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
  });

  test('reports an included transaction as sent, however late it is queried', async () => {
    const transaction = await signed();
    await node.broadcast(transaction);
    for (let i = 0; i < 40; i += 1) horizon.close();
    expect(await node.broadcast(transaction)).toBe('SENT');
  });

  test('an outcome is unknown after a busy or silent node', async () => {
    const transaction = await signed();
    horizon.state.busy = true;
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    await server.stop();
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    await expect(node.head()).rejects.toThrow('out of reach');
  });
});
