import { mnemonicToSeedSync } from '@scure/bip39';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type NodeReply, startNodeServer } from '../../../test/node-server.ts';
import type { ChainPayment, SignedTransaction } from '../../chains/types.ts';
import { createXrpl } from '../../chains/xrpl.ts';
import type { ChainNode } from '../../custody/ports.ts';
import { createXrplNode } from './xrpl-node.ts';

const codec = createXrpl('main');
const seed = mnemonicToSeedSync(
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
);
const key = codec.keyOf(seed, { branch: 'hot' });
const OURS = key.address;
const THEIRS = 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ';
const UNUSED_ADDRESS = 'rNLpgsBTCwiaZAnHe2ZViAN1GcXZtYW6rg';
const id = (n: number) => n.toString(16).toUpperCase().padStart(64, '0');
const hashOf = (ledger: number) => id(ledger + 0xabc000);
const timeOf = (ledger: number) =>
  new Date(Date.UTC(2026, 0, 1) + ledger * 4000).toISOString().replace('.000', '');

/**
 * Simulates rippled by the replies documented at xrpl.org ("account_tx", "tx", "submit", "account_info", "ledger",
 * "server_state", "fee", "deposit_authorized"; API version 2).
 */
function simulateRippled() {
  const state = {
    validated: 90_000_000,
    history: '32570-90000000',
    openFee: '10',
    entries: [] as Record<string, unknown>[],
    accounts: new Map<string, Record<string, unknown>>([
      [OURS, { Account: OURS, Balance: '1000000000', Flags: 0, Sequence: 42 }],
      [THEIRS, { Account: THEIRS, Balance: '50000000', Flags: 0, Sequence: 7 }],
    ]),
    queued: null as number | null,
    authorized: false,
    pending: [] as SignedTransaction[],
    down: false,
  };
  const ok = (result: Record<string, unknown>): NodeReply => ({
    body: { result: { ...result, status: 'success' } },
  });
  const no = (error: string, more: Record<string, unknown> = {}): NodeReply => ({
    body: { result: { error, error_code: 29, error_message: error, status: 'error', ...more } },
  });
  const holds = (ledger: number) => {
    const [first = '0', last = '0'] = state.history.split('-');
    return ledger >= Number.parseInt(first, 10) && ledger <= Number.parseInt(last, 10);
  };

  const methods: Record<string, (p: Record<string, unknown>) => NodeReply> = {
    ledger({ ledger_index }) {
      const index = ledger_index === 'validated' ? state.validated : (ledger_index as number);
      if (index > state.validated) return no('lgrNotFound');
      return ok({
        ledger: { close_time_iso: timeOf(index) },
        ledger_hash: hashOf(index),
        ledger_index: index,
        validated: true,
      });
    },
    account_tx({ account, ledger_index_min, ledger_index_max, marker, forward, api_version }) {
      if (forward !== true || api_version !== 2) return no('invalidParams');
      if (!state.accounts.has(account as string)) return no('actNotFound');
      const [from, to] = [ledger_index_min as number, ledger_index_max as number];
      const first = Number.parseInt(state.history, 10);
      const matches = state.entries.filter(
        ({ ledger_index: at }) => (at as number) >= from && (at as number) <= to,
      );
      const start = (marker as { seq: number } | undefined)?.seq ?? 0;
      return ok({
        account,
        ledger_index_min: Math.max(from, first),
        ledger_index_max: Math.min(to, state.validated),
        transactions: matches.slice(start, start + 2),
        ...(start + 2 < matches.length ? { marker: { ledger: to, seq: start + 2 } } : {}),
      });
    },
    tx({ transaction, min_ledger, max_ledger }) {
      const entry = state.entries.find(({ hash }) => hash === transaction);
      if (entry) return ok(entry);
      const waits = state.pending.find(({ txid }) => txid === transaction);
      if (waits) return ok({ hash: waits.txid, tx_json: { Account: OURS }, validated: false });
      if (min_ledger === undefined) return no('txnNotFound');
      return no('txnNotFound', { searched_all: holds(min_ledger as number) && holds(max_ledger as number) });
    },
    account_info({ account, queue }) {
      const data = state.accounts.get(account as string);
      if (!data) return no('actNotFound');
      const queue_data =
        state.queued === null ? { txn_count: 0 } : { txn_count: 1, highest_sequence: state.queued };
      return ok({ account_data: data, ...(queue ? { queue_data } : {}), validated: true });
    },
    server_state: () =>
      ok({
        state: {
          complete_ledgers: state.history,
          validated_ledger: {
            seq: state.validated,
            reserve_base: 1_000_000,
            reserve_inc: 200_000,
            base_fee: 10,
          },
        },
      }),
    fee: () =>
      ok({
        drops: { base_fee: '10', minimum_fee: '10', median_fee: '5000', open_ledger_fee: state.openFee },
      }),
    deposit_authorized: () => ok({ deposit_authorized: state.authorized }),
    submit({ tx_blob }) {
      const decoded = codec.decode(tx_blob as string);
      const sequence = state.accounts.get(decoded.from as string)?.Sequence as number;
      const result = (engine_result: string, accepted: boolean) =>
        ok({ engine_result, accepted, tx_blob, validated_ledger_index: state.validated });
      if ((decoded.expires as number) <= state.validated) return result('tefMAX_LEDGER', false);
      if (state.pending.some(({ txid }) => txid === decoded.txid)) return result('tefALREADY', false);
      if ((decoded.sequence as bigint) < BigInt(sequence)) return result('tefPAST_SEQ', false);
      if ((decoded.sequence as bigint) > BigInt(sequence)) return result('telCAN_NOT_QUEUE', false);
      state.pending.push({ raw: tx_blob as string, txid: decoded.txid });
      return result('tesSUCCESS', true);
    },
  };

  return {
    state,
    answer: (method: string, params: Record<string, unknown>): NodeReply =>
      state.down ? { status: 503, body: 'busy' } : (methods[method]?.(params) ?? no('unknownCmd')),
    /** Closes a ledger with the pending transactions. */
    close(result = 'tesSUCCESS'): void {
      state.validated += 1;
      state.history = state.history.replace(/\d+$/, String(state.validated));
      for (const { raw, txid } of state.pending.splice(0)) {
        const { payments, maxFee, sequence } = codec.decode(raw);
        state.entries.push(
          payment(state.validated, {
            hash: txid,
            tx_json: { Account: OURS, Destination: payments[0]?.to, Fee: String(maxFee) },
            meta: { TransactionResult: result },
          }),
        );
        const account = state.accounts.get(OURS);
        if (account) account.Sequence = Number.parseInt(String(sequence), 10) + 1;
      }
    },
  };
}

interface Entry {
  hash?: string;
  validated?: boolean;
  tx_json?: Record<string, unknown>;
  meta?: Record<string, unknown>;
}

let counter = 0;
/** An entry of account_tx: one XRP to us with tag 100001, by default. */
function payment(ledger: number, change: Entry = {}): Record<string, unknown> {
  counter += 1;
  return {
    tx_json: {
      TransactionType: 'Payment',
      Account: THEIRS,
      Destination: OURS,
      DestinationTag: 100_001,
      DeliverMax: '1000000',
      Fee: '12',
      Sequence: counter,
      ...change.tx_json,
    },
    meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '1000000', ...change.meta },
    hash: change.hash ?? id(counter),
    ledger_index: ledger,
    ledger_hash: hashOf(ledger),
    close_time_iso: timeOf(ledger),
    validated: change.validated ?? true,
  };
}

let rippled: ReturnType<typeof simulateRippled>;
let server: Awaited<ReturnType<typeof startNodeServer>>;
let node: ChainNode;
beforeEach(async () => {
  rippled = simulateRippled();
  server = await startNodeServer(({ body }) =>
    rippled.answer(body.method as string, (body.params as Record<string, unknown>[])[0] ?? {}),
  );
  node = createXrplNode({ url: server.url, accounts: async () => [OURS], timeoutMs: 2_000 });
});
afterEach(() => server.stop());

const TIP = 90_000_000;
const arrived = async (...entries: Record<string, unknown>[]) => {
  rippled.state.entries.push(...entries);
  return (await node.blocks(TIP - 9, TIP)).flatMap(({ incoming }) => incoming);
};

describe('XRP deposits', () => {
  test('the head is the validated ledger, which is final', async () => {
    expect(await node.head()).toEqual({ height: TIP, final: TIP });
  });

  test('returns payments by ledger, over several pages, including an empty last ledger', async () => {
    rippled.state.entries.push(
      payment(TIP - 5),
      payment(TIP - 5, { tx_json: { DestinationTag: 0 } }),
      payment(TIP - 3, { tx_json: { DestinationTag: undefined } }),
      payment(TIP - 2, { tx_json: { DestinationTag: 4_294_967_295 }, meta: { delivered_amount: '7' } }),
      payment(TIP - 10),
    );
    const blocks = await node.blocks(TIP - 9, TIP);
    expect(
      blocks.map(({ height, incoming }) => [height, incoming.map(({ tag, amount }) => [tag, amount])]),
    ).toEqual([
      [
        TIP - 5,
        [
          ['100001', 1_000_000n],
          ['0', 1_000_000n],
        ],
      ],
      [TIP - 3, [[null, 1_000_000n]]],
      [TIP - 2, [['4294967295', 7n]]],
      [TIP, []],
    ]);
    expect(blocks.at(-1)).toMatchObject({ hash: hashOf(TIP), parentHash: null, at: new Date(timeOf(TIP)) });
    expect(blocks[0]?.incoming[0]).toMatchObject({
      index: 0,
      to: OURS,
      asset: 'RIPPLE',
      tokenType: 'RIPPLE',
    });
  });

  test('returns payments to accounts of older seeds too, and tolerates a new account without payments', async () => {
    const OLDER = 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn';
    const accounts = [UNUSED_ADDRESS, OURS, OLDER];
    rippled.state.accounts.set(OLDER, { Account: OLDER, Balance: '10000000', Flags: 0, Sequence: 1 });
    node = createXrplNode({ url: server.url, accounts: async () => accounts, timeoutMs: 2_000 });
    const [first, second] = [payment(TIP - 1), payment(TIP - 1, { tx_json: { Destination: OLDER } })];
    const payments = await arrived(first, second, payment(TIP, { tx_json: { Destination: THEIRS } }));
    expect(payments.map(({ to, txid }) => [to, txid])).toEqual([
      [OURS, first?.hash],
      [OLDER, second?.hash],
    ]);
    expect((await node.transaction(String(second?.hash)))?.incoming).toMatchObject([{ to: OLDER }]);
    await expect(node.blocks(TIP, TIP + 1)).rejects.toThrow();
    accounts.splice(1);
    await expect(node.blocks(TIP, TIP + 1)).rejects.toThrow();
  });

  test('counts the delivered amount of a partial payment, not the promised one', async () => {
    const partial = payment(TIP, {
      tx_json: { Flags: 0x0002_0000, DeliverMax: '1000000000000', Amount: '1000000000000' },
      meta: { delivered_amount: '1' },
    });
    expect(await arrived(partial)).toMatchObject([{ amount: 1n }]);
  });

  test.each<[string, Entry]>([
    ['a token named XRP', { meta: { delivered_amount: { currency: 'XRP', issuer: THEIRS, value: '1000' } } }],
    ['an issued currency', { meta: { delivered_amount: { currency: 'USD', issuer: THEIRS, value: '1' } } }],
    ['a multi-purpose token', { meta: { delivered_amount: { mpt_issuance_id: id(5), value: '1' } } }],
    ['an amount nobody knows', { meta: { delivered_amount: 'unavailable' } }],
    ['a failed payment', { meta: { TransactionResult: 'tecPATH_DRY' } }],
    ['a payment that is not validated', { validated: false }],
    ['a payment of ours', { tx_json: { Account: OURS, Destination: THEIRS } }],
    ['an escrow', { tx_json: { TransactionType: 'EscrowFinish', Destination: OURS } }],
    ['a check', { tx_json: { TransactionType: 'CheckCreate', SendMax: '5000000' } }],
    ['nothing', { meta: { delivered_amount: '0' } }],
  ])('does not count: %s', async (_, change) => {
    expect(await arrived(payment(TIP, change), payment(TIP))).toHaveLength(1);
  });

  test('fails rather than returning partial data if the node lacks some of the ledgers', async () => {
    rippled.state.history = `${TIP - 5}-${TIP}`;
    await expect(node.blocks(TIP - 9, TIP)).rejects.toThrow('missing');
    await expect(node.blocks(TIP - 5, TIP + 1)).rejects.toThrow('missing');
    await expect(node.blocks(TIP - 5, TIP)).resolves.toHaveLength(1);
  });

  test('finds a transaction by its hash', async () => {
    rippled.state.entries.push(payment(TIP - 1, { hash: id(77) }));
    expect(await node.transaction(id(77))).toMatchObject({ height: TIP - 1, incoming: [{ tag: '100001' }] });
    expect(await node.transaction(id(78))).toBeNull();
  });

  test('returns a balance, and none of a missing account', async () => {
    expect(await node.balance(OURS, 'RIPPLE', 'RIPPLE')).toBe(1_000_000_000n);
    expect(await node.balance(UNUSED_ADDRESS, 'RIPPLE', 'RIPPLE')).toBe(0n);
  });

  test('errors of the node and connection failures are thrown', async () => {
    rippled.state.down = true;
    await expect(node.head()).rejects.toThrow('503');
    const away = createXrplNode({ url: 'http://127.0.0.1:1', accounts: async () => [OURS] });
    await expect(away.head()).rejects.toThrow('out of reach');
  });
});

const order = (change: Partial<ChainPayment> = {}) => ({
  sender: OURS,
  payments: [
    { to: THEIRS, tag: '7', asset: 'RIPPLE' as const, tokenType: 'RIPPLE', amount: 5_000_000n, ...change },
  ],
  unspent: [],
});
const signed = async (): Promise<SignedTransaction> =>
  codec.sign({ from: { branch: 'hot' }, ...order() }, await node.plan(order()), () => key.privateKey);

describe('XRP payments', () => {
  test('a plan has sequence, fee and expiry, behind the queue and within limits', async () => {
    expect(await node.plan(order())).toEqual({
      family: 'XRPL',
      sequence: 42,
      fee: 10n,
      lastLedgerSequence: TIP + 20,
    });
    rippled.state.queued = 44;
    rippled.state.openFee = '800000';
    expect(await node.plan(order())).toMatchObject({ sequence: 45, fee: 5_000n });
  });

  test('refuses destinations that can’t be paid this way', async () => {
    await expect(node.plan(order({ to: UNUSED_ADDRESS, amount: 999_999n }))).rejects.toThrow('DESTINATION');
    await expect(node.plan(order({ to: UNUSED_ADDRESS, amount: 1_000_000n }))).resolves.toMatchObject({
      sequence: 42,
    });
    const theirs = rippled.state.accounts.get(THEIRS) as Record<string, unknown>;
    theirs.Flags = 0x0002_0000;
    await expect(node.plan(order({ tag: null }))).rejects.toThrow('DESTINATION');
    await expect(node.plan(order({ tag: '0' }))).resolves.toBeTruthy();
    theirs.Flags = 0x0100_0000;
    await expect(node.plan(order())).rejects.toThrow('DESTINATION');
    rippled.state.authorized = true;
    await expect(node.plan(order())).resolves.toBeTruthy();
    theirs.AMMID = id(9);
    await expect(node.plan(order())).rejects.toThrow('DESTINATION');
  });

  test('broadcasts a transaction and finds it, pending and included', async () => {
    const transaction = await signed();
    expect(await node.find(transaction.txid)).toEqual({ state: 'UNKNOWN' });
    expect(await node.broadcast(transaction)).toBe('SENT');
    expect(await node.find(transaction.txid)).toEqual({ state: 'WAITING' });
    expect(await node.broadcast(transaction)).toBe('SENT');
    rippled.close();
    const included = { state: 'INCLUDED', height: TIP + 1, blockHash: hashOf(TIP + 1), ok: true, fee: 10n };
    expect(await node.find(transaction.txid)).toEqual(included);
    // The same bytes again: their sequence number is used, and no second payment is made.
    expect(await node.broadcast(transaction)).toBe('SENT');
  });

  test('reports a failed transaction in a ledger: the fee is lost, the money is not', async () => {
    const transaction = await signed();
    await node.broadcast(transaction);
    rippled.close('tecNO_DST_INSUF_XRP');
    expect(await node.find(transaction.txid)).toMatchObject({ state: 'INCLUDED', ok: false, fee: 10n });
  });

  test('reports a transaction whose sequence was used by another as dead only after its last ledger', async () => {
    const transaction = await signed();
    (rippled.state.accounts.get(OURS) as Record<string, unknown>).Sequence = 43;
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    for (let i = 0; i < 20; i += 1) rippled.close();
    expect(await node.broadcast(transaction)).toBe('DEAD');
  });

  test('does not report an expired one as dead while the node lacks ledgers that could contain it', async () => {
    const transaction = await signed();
    for (let i = 0; i < 21; i += 1) rippled.close();
    const complete = rippled.state.history;
    rippled.state.history = `${TIP + 5}-${TIP + 21}`;
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    expect(await node.isExpired?.(TIP + 20)).toBe(false);
    rippled.state.history = complete;
    expect(await node.isExpired?.(TIP + 20)).toBe(true);
    expect(await node.isExpired?.(TIP + 21)).toBe(false);
    expect(await node.broadcast(transaction)).toBe('DEAD');
  });

  test('an outcome is unknown after temporary refusals or timeouts', async () => {
    const transaction = await signed();
    (rippled.state.accounts.get(OURS) as Record<string, unknown>).Sequence = 41;
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
    rippled.state.down = true;
    expect(await node.broadcast(transaction)).toBe('UNKNOWN');
  });
});
