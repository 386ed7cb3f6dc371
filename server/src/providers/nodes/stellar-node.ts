import { createStellar } from '../../chains/stellar.ts';
import type { Net, TransactionPlan } from '../../chains/types.ts';
import type {
  Block,
  BroadcastOutcome,
  ChainNode,
  IncomingPayment,
  PlanRequest,
  TransactionStatus,
} from '../../custody/ports.ts';
import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import { NodeFailure } from './node-http.ts';
import {
  decimalUnits,
  field,
  getPath,
  list,
  mapWithConcurrency,
  moment,
  readMemo,
  textField,
  units,
  wholeNumber,
} from './node-replies.ts';
import { type RestAnswer, type RestNode, restNode } from './node-rest.ts';

export interface StellarOptions {
  /** A Horizon. */
  url: string;
  /** Our single account, and those of older seeds, whose tags users have stored; queried when needed. */
  accounts(): Promise<readonly string[]>;
  net?: Net;
  timeoutMs?: number;
  fetch?: Fetch;
}

/** Seconds until a transaction expires. */
const LIFE = 180;
/** Maximum age of a transaction of ours at its expiry. */
const MAX_LIFETIME = 3_600;
/** Stroops per operation: the network's minimum, and the maximum offered. Only what is due is charged. */
const MIN_FEE = 100n;
const MAX_FEE = 100_000n;
const PAGE = 200;
const MAX_PAGES = 500;
const CONCURRENCY = 4;

/**
 * Stellar by Horizon (developers.stellar.org, "Horizon API reference"). A closed ledger is final. Issued assets
 * need a trust line, which our account has none of.
 */
export function createStellarNode({
  url,
  accounts,
  net = 'main',
  timeoutMs,
  fetch,
}: StellarOptions): ChainNode {
  const within = restNode('stellar', url, { timeoutMs, fetch });
  return {
    chain: 'STELLAR',
    head: () =>
      within(async (node) => {
        const { newest } = await readRoot(node);
        return { height: newest, final: newest };
      }),
    blocks: (from, to) => within(async (node) => readBlocks(node, await accounts(), from, to)),
    transaction: (txid) =>
      within(async (node) => {
        const found = await unlessMissing(node.get(`/transactions/${txid}`));
        if (found === null) return null;
        const payments = node.get(`/transactions/${txid}/payments`, {
          join: 'transactions',
          limit: `${PAGE}`,
        });
        const operations = records(await node.need(payments));
        const incoming = [];
        for (const account of await accounts()) incoming.push(...(await readAll(node, operations, account)));
        return { incoming, height: wholeNumber(found, 'ledger') };
      }),
    find: (txid) => within((node) => find(node, txid)),
    plan: (order) => within((node) => plan(node, order)),
    broadcast: ({ raw, txid }) => within((node) => broadcast(node, raw, txid, net)),
    balance: (address) =>
      within(async (node) => {
        const found = await unlessMissing(node.get(`/accounts/${address}`));
        return found === null ? 0n : lumensOf(found);
      }),
    isExpired: (expires) => within((node) => isExpired(node, expires)),
  };
}

/** Null: 404. Throws on any other unsuccessful status. */
async function unlessMissing(pending: Promise<RestAnswer>): Promise<unknown> {
  const { status, ok, body } = await pending;
  if (status === 404) return null;
  if (!ok || body === undefined) throw new NodeFailure('stellar', `status ${status}`, status);
  return body;
}

async function readRoot(node: RestNode) {
  const root = await node.need(node.get('/'));
  return {
    oldest: wholeNumber(root, 'history_elder_ledger'),
    newest: wholeNumber(root, 'history_latest_ledger'),
    closedAt: moment(root, 'history_latest_ledger_closed_at'),
  };
}

async function readLedger(node: RestNode, height: number) {
  const ledger = await node.need(node.get(`/ledgers/${height}`));
  return {
    hash: textField(ledger, 'hash'),
    at: moment(ledger, 'closed_at'),
    reserve: units(ledger, 'base_reserve_in_stroops'),
  };
}

const records = (page: unknown): readonly unknown[] => list(field(page, '_embedded'), 'records');

/** Ledger of an operation, whose id consists of ledger, transaction index and operation index (SEP-0035, "TOID"). */
const ledgerOf = (id: string): number => Number.parseInt(String(BigInt(id) >> 32n), 10);
const placeOf = (id: string): number => Number.parseInt(String(BigInt(id) & 0xfffn), 10);

async function readBlocks(
  node: RestNode,
  accounts: readonly string[],
  from: number,
  to: number,
): Promise<Block[]> {
  const { oldest, newest } = await readRoot(node);
  if (oldest > from || newest < to)
    throw new NodeFailure('stellar', `ledgers of ${from} to ${to} are missing`);
  const found = new Map<number, IncomingPayment[]>([[to, []]]);
  for (const account of accounts)
    for (const operation of await readOperations(node, account, from, to)) {
      const incoming = await readOperation(node, operation, account);
      if (incoming === null) continue;
      const height = ledgerOf(textField(operation, 'id'));
      found.set(height, [...(found.get(height) ?? []), incoming]);
    }
  const inLedgers = [...found].sort(([a], [b]) => a - b);
  return mapWithConcurrency(inLedgers, CONCURRENCY, async ([height, incoming]) => {
    const { hash, at } = await readLedger(node, height);
    return { height, hash, parentHash: null, at, incoming };
  });
}

/** Reads our account's payments of some ledgers, page by page. */
async function readOperations(node: RestNode, account: string, from: number, to: number): Promise<unknown[]> {
  const operations: unknown[] = [];
  let cursor = String((BigInt(from) << 32n) - 1n);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { cursor, order: 'asc', limit: `${PAGE}`, join: 'transactions' };
    const answer = node.get(`/accounts/${account}/payments`, query);
    // One URL may be served by several Horizons, of which one may lag behind.
    if (Number.parseInt((await answer).header('latest-ledger') ?? `${to}`, 10) < to)
      throw new NodeFailure('stellar', `has not come to ledger ${to}`);
    const found = await unlessMissing(answer);
    const rows = found === null ? [] : records(found);
    const wanted = rows.filter((row) => ledgerOf(textField(row, 'id')) <= to);
    operations.push(...wanted);
    if (rows.length < PAGE || wanted.length < rows.length) return operations;
    cursor = textField(rows.at(-1), 'paging_token');
  }
  throw new NodeFailure('stellar', 'too many pages');
}

async function readAll(
  node: RestNode,
  operations: readonly unknown[],
  account: string,
): Promise<IncomingPayment[]> {
  const incoming = [];
  for (const operation of operations) incoming.push(await readOperation(node, operation, account));
  return incoming.filter((found) => found !== null);
}

/** Returns the lumens paid to our account; null: none. */
async function readOperation(
  node: RestNode,
  operation: unknown,
  account: string,
): Promise<IncomingPayment | null> {
  if (field(operation, 'transaction_successful') !== true) return null;
  const amount = await amountOf(node, operation, account);
  if (amount === 0n) return null;
  return {
    txid: textField(operation, 'transaction_hash'),
    index: placeOf(textField(operation, 'id')),
    to: account,
    tag: tagOf(operation),
    asset: 'STELLAR',
    tokenType: 'STELLAR',
    contract: null,
    amount,
  };
}

/** Returns the stroops received by one operation; 0n: none. */
async function amountOf(node: RestNode, operation: unknown, account: string): Promise<bigint> {
  switch (field(operation, 'type')) {
    case 'payment':
    // `amount` is what was received, whatever was sent (`source_amount`).
    case 'path_payment_strict_receive':
    case 'path_payment_strict_send':
      return field(operation, 'to') === account ? nativeAmount(operation) : 0n;
    case 'create_account':
      return field(operation, 'account') === account
        ? decimalUnits(textField(operation, 'starting_balance'), 7)
        : 0n;
    case 'account_merge':
      return field(operation, 'into') === account ? mergedAmount(node, operation, account) : 0n;
    case 'invoke_host_function':
      return sum(
        (field(operation, 'asset_balance_changes') as readonly unknown[] | undefined)?.filter(
          (change) => field(change, 'type') === 'transfer' && field(change, 'to') === account,
        ) ?? [],
      );
    default:
      return 0n;
  }
}

/** Only the asset without an issuer is lumens; anybody may issue an asset called XLM. */
const nativeAmount = (value: unknown): bigint =>
  field(value, 'asset_type') === 'native' ? decimalUnits(textField(value, 'amount'), 7) : 0n;

const sum = (values: readonly unknown[]): bigint =>
  values.reduce<bigint>((total, value) => total + nativeAmount(value), 0n);

/** Returns the amount of a merge, the whole balance of the other account, which only its effects contain. */
async function mergedAmount(node: RestNode, operation: unknown, account: string): Promise<bigint> {
  const effects = await node.need(
    node.get(`/operations/${textField(operation, 'id')}/effects`, { limit: `${PAGE}` }),
  );
  return sum(
    records(effects).filter(
      (effect) => field(effect, 'type') === 'account_credited' && field(effect, 'account') === account,
    ),
  );
}

/**
 * Returns the memo, or the equivalent id of a muxed address (SEP-23); if they differ, neither is used and staff
 * decides. A hash is stored as Horizon writes it: it matches no user.
 */
function tagOf(operation: unknown): string | null {
  const transaction = field(operation, 'transaction');
  const kind = textField(transaction, 'memo_type');
  const memo = kind === 'none' ? null : readMemo(textField(transaction, 'memo'));
  const id = field(operation, 'to_muxed_id') ?? field(operation, 'into_muxed_id');
  const muxed = id === undefined ? null : String(id);
  if (memo === null || muxed === null || memo === muxed) return memo ?? muxed;
  return null;
}

async function find(node: RestNode, txid: string): Promise<TransactionStatus> {
  const found = await unlessMissing(node.get(`/transactions/${txid}`));
  if (found === null) return { state: 'UNKNOWN' };
  const height = wholeNumber(found, 'ledger');
  const { hash } = await readLedger(node, height);
  const ok = field(found, 'successful') === true;
  // Anybody may wrap our transaction in a fee bump (CAP-15), and pays both fees.
  const isOurs = field(found, 'fee_account') === field(found, 'source_account');
  return { state: 'INCLUDED', height, blockHash: hash, ok, fee: isOurs ? units(found, 'fee_charged') : 0n };
}

async function plan(node: RestNode, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('stellar: nothing to pay');
  const [us, them, root, fees] = await Promise.all([
    node.need(node.get(`/accounts/${sender}`)),
    unlessMissing(node.get(`/accounts/${payment.to}`)),
    readRoot(node),
    node.need(node.get('/fee_stats')),
  ]);
  // A new account must receive two base reserves; an existing one may demand a memo (SEP-0029).
  if (them === null) {
    const { reserve } = await readLedger(node, root.newest);
    if (payment.amount < 2n * reserve) throw new Error('DESTINATION');
  } else if (payment.tag === null && getPath(them, 'data', 'config.memo_required') === 'MQ==')
    throw new Error('DESTINATION');
  return {
    family: 'STELLAR',
    sequence: units(us, 'sequence') + 1n,
    fee: feeOf(fees),
    maxTime: root.closedAt.getTime() / 1000 + LIFE,
    createAccount: them === null,
  };
}

/** Returns the 95th percentile of fees in the latest ledgers, within bounds. */
function feeOf(stats: unknown): bigint {
  const standard = units(field(stats, 'max_fee'), 'p95');
  if (standard < MIN_FEE) return MIN_FEE;
  return standard < MAX_FEE ? standard : MAX_FEE;
}

function lumensOf(account: unknown): bigint {
  const native = list(account, 'balances').find((balance) => field(balance, 'asset_type') === 'native');
  return decimalUnits(textField(native, 'balance'), 7);
}

/** "Submit a transaction asynchronously": `find` returns its outcome. */
async function broadcast(node: RestNode, raw: string, txid: string, net: Net): Promise<BroadcastOutcome> {
  const answer = await node
    .post('/transactions_async', new URLSearchParams({ tx: raw }))
    .catch(ignoreFailure);
  if (answer === null) return 'UNKNOWN';
  const status = field(answer.body, 'tx_status');
  if (status === 'PENDING' || status === 'DUPLICATE') return 'SENT';
  if (status !== 'ERROR') return 'UNKNOWN';
  // A used sequence may have been used by this very transaction, so only its expiry makes it invalid.
  const { expires } = createStellar(net).decode(raw);
  if (expires === null || !(await isExpired(node, expires))) return 'UNKNOWN';
  return (await find(node, txid)).state === 'UNKNOWN' ? 'DEAD' : 'SENT';
}

function ignoreFailure(error: unknown): null {
  if (error instanceof NodeFailure) return null;
  throw error;
}

/**
 * Whether a ledger closed after its expiry is ingested, and all since its creation, so that a lookup now is
 * conclusive.
 */
async function isExpired(node: RestNode, expires: number): Promise<boolean> {
  const { oldest, closedAt } = await readRoot(node);
  if (closedAt.getTime() / 1000 <= expires) return false;
  const { at } = await readLedger(node, oldest);
  return at.getTime() / 1000 < expires - MAX_LIFETIME;
}
