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
import type { Fetch } from '../../platform/outgoing/connections.ts';
import { NodeFailure } from './node-http.ts';
import {
  getField,
  getPath,
  integerField,
  listField,
  mapWithConcurrency,
  parseDecimalUnits,
  sanitizeMemo,
  textField,
  timeField,
  unitsField,
} from './node-replies.ts';
import { createWithNode, type RestNode, type RestResponse } from './node-rest.ts';

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
const LIFETIME_S = 180;
/** Maximum age of a transaction of ours at its expiry. */
const MAX_LIFETIME_S = 3_600;
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
  const withNode = createWithNode('stellar', url, { timeoutMs, fetch });
  return {
    chain: 'STELLAR',
    head: () =>
      withNode(async (node) => {
        const { newest } = await readRoot(node);
        return { height: newest, final: newest };
      }),
    blocks: (from, to) => withNode(async (node) => readBlocks(node, await accounts(), from, to)),
    transaction: (txid) =>
      withNode(async (node) => {
        const rawTransaction = await nullIfMissing(node.get(`/transactions/${txid}`));
        if (rawTransaction === null) return null;
        const payments = node.get(`/transactions/${txid}/payments`, {
          join: 'transactions',
          limit: `${PAGE}`,
        });
        const operations = recordsOf(await node.requireBody(payments));
        const incoming = [];
        for (const account of await accounts())
          incoming.push(...(await readPayments(node, operations, account)));
        return { incoming, height: integerField(rawTransaction, 'ledger') };
      }),
    find: (txid) => withNode((node) => findStatus(node, txid)),
    plan: (order) => withNode((node) => planTransaction(node, order)),
    broadcast: ({ raw, txid }) => withNode((node) => broadcast(node, raw, txid, net)),
    balance: (address) =>
      withNode(async (node) => {
        const rawAccount = await nullIfMissing(node.get(`/accounts/${address}`));
        return rawAccount === null ? 0n : readLumens(rawAccount);
      }),
    isExpired: (expires) => withNode((node) => isExpired(node, expires)),
  };
}

/** Null: 404. Throws on any other unsuccessful status. */
async function nullIfMissing(pending: Promise<RestResponse>): Promise<unknown> {
  const { status, ok, body } = await pending;
  if (status === 404) return null;
  if (!ok || body === undefined) throw new NodeFailure('stellar', `status ${status}`, status);
  return body;
}

async function readRoot(node: RestNode) {
  const root = await node.requireBody(node.get('/'));
  return {
    oldest: integerField(root, 'history_elder_ledger'),
    newest: integerField(root, 'history_latest_ledger'),
    closedAt: timeField(root, 'history_latest_ledger_closed_at'),
  };
}

async function readLedger(node: RestNode, height: number) {
  const ledger = await node.requireBody(node.get(`/ledgers/${height}`));
  return {
    hash: textField(ledger, 'hash'),
    at: timeField(ledger, 'closed_at'),
    reserve: unitsField(ledger, 'base_reserve_in_stroops'),
  };
}

const recordsOf = (page: unknown): readonly unknown[] => listField(getField(page, '_embedded'), 'records');

/** Ledger of an operation, whose id consists of ledger, transaction index and operation index (SEP-0035, "TOID"). */
const ledgerOfOperation = (id: string): number => Number.parseInt(String(BigInt(id) >> 32n), 10);
const operationIndexOf = (id: string): number => Number.parseInt(String(BigInt(id) & 0xfffn), 10);

async function readBlocks(
  node: RestNode,
  accounts: readonly string[],
  from: number,
  to: number,
): Promise<Block[]> {
  const { oldest, newest } = await readRoot(node);
  if (oldest > from || newest < to)
    throw new NodeFailure('stellar', `ledgers of ${from} to ${to} are missing`);
  const paymentsByHeight = new Map<number, IncomingPayment[]>([[to, []]]);
  for (const account of accounts)
    for (const operation of await readOperations(node, account, from, to)) {
      const incoming = await readOperation(node, operation, account);
      if (incoming === null) continue;
      const height = ledgerOfOperation(textField(operation, 'id'));
      paymentsByHeight.set(height, [...(paymentsByHeight.get(height) ?? []), incoming]);
    }
  const inLedgers = [...paymentsByHeight].sort(([a], [b]) => a - b);
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
    const pendingReply = node.get(`/accounts/${account}/payments`, query);
    // One URL may be served by several Horizons, of which one may lag behind.
    if (Number.parseInt((await pendingReply).header('latest-ledger') ?? `${to}`, 10) < to)
      throw new NodeFailure('stellar', `has not come to ledger ${to}`);
    const pageBody = await nullIfMissing(pendingReply);
    const rows = pageBody === null ? [] : recordsOf(pageBody);
    const inRange = rows.filter((row) => ledgerOfOperation(textField(row, 'id')) <= to);
    operations.push(...inRange);
    if (rows.length < PAGE || inRange.length < rows.length) return operations;
    cursor = textField(rows.at(-1), 'paging_token');
  }
  throw new NodeFailure('stellar', 'too many pages');
}

async function readPayments(
  node: RestNode,
  operations: readonly unknown[],
  account: string,
): Promise<IncomingPayment[]> {
  const incoming = [];
  for (const operation of operations) incoming.push(await readOperation(node, operation, account));
  return incoming.filter((payment) => payment !== null);
}

/** Returns the lumens paid to our account; null: none. */
async function readOperation(
  node: RestNode,
  operation: unknown,
  account: string,
): Promise<IncomingPayment | null> {
  if (getField(operation, 'transaction_successful') !== true) return null;
  const amount = await receivedAmountOf(node, operation, account);
  if (amount === 0n) return null;
  return {
    txid: textField(operation, 'transaction_hash'),
    index: operationIndexOf(textField(operation, 'id')),
    to: account,
    tag: tagOf(operation),
    asset: 'STELLAR',
    tokenType: 'STELLAR',
    contract: null,
    amount,
  };
}

/** Returns the stroops received by one operation; 0n: none. */
async function receivedAmountOf(node: RestNode, operation: unknown, account: string): Promise<bigint> {
  switch (getField(operation, 'type')) {
    case 'payment':
    // `amount` is what was received, whatever was sent (`source_amount`).
    case 'path_payment_strict_receive':
    case 'path_payment_strict_send':
      return getField(operation, 'to') === account ? nativeAmountOf(operation) : 0n;
    case 'create_account':
      return getField(operation, 'account') === account
        ? parseDecimalUnits(textField(operation, 'starting_balance'), 7)
        : 0n;
    case 'account_merge':
      return getField(operation, 'into') === account ? readMergedAmount(node, operation, account) : 0n;
    case 'invoke_host_function':
      return sumNativeAmounts(
        (getField(operation, 'asset_balance_changes') as readonly unknown[] | undefined)?.filter(
          (change) => getField(change, 'type') === 'transfer' && getField(change, 'to') === account,
        ) ?? [],
      );
    default:
      return 0n;
  }
}

/** Only the asset without an issuer is lumens; anybody may issue an asset called XLM. */
const nativeAmountOf = (value: unknown): bigint =>
  getField(value, 'asset_type') === 'native' ? parseDecimalUnits(textField(value, 'amount'), 7) : 0n;

const sumNativeAmounts = (values: readonly unknown[]): bigint =>
  values.reduce<bigint>((total, value) => total + nativeAmountOf(value), 0n);

/** Returns the amount of a merge, the whole balance of the other account, which only its effects contain. */
async function readMergedAmount(node: RestNode, operation: unknown, account: string): Promise<bigint> {
  const effects = await node.requireBody(
    node.get(`/operations/${textField(operation, 'id')}/effects`, { limit: `${PAGE}` }),
  );
  return sumNativeAmounts(
    recordsOf(effects).filter(
      (effect) => getField(effect, 'type') === 'account_credited' && getField(effect, 'account') === account,
    ),
  );
}

/**
 * Returns the memo, or the equivalent id of a muxed address (SEP-23); if they differ, neither is used and staff
 * decides. A hash is stored as Horizon writes it: it matches no user.
 */
function tagOf(operation: unknown): string | null {
  const transaction = getField(operation, 'transaction');
  const kind = textField(transaction, 'memo_type');
  const memo = kind === 'none' ? null : sanitizeMemo(textField(transaction, 'memo'));
  const id = getField(operation, 'to_muxed_id') ?? getField(operation, 'into_muxed_id');
  const muxed = id === undefined ? null : String(id);
  if (memo === null || muxed === null || memo === muxed) return memo ?? muxed;
  return null;
}

async function findStatus(node: RestNode, txid: string): Promise<TransactionStatus> {
  const rawTransaction = await nullIfMissing(node.get(`/transactions/${txid}`));
  if (rawTransaction === null) return { state: 'UNKNOWN' };
  const height = integerField(rawTransaction, 'ledger');
  const { hash } = await readLedger(node, height);
  const isSuccessful = getField(rawTransaction, 'successful') === true;
  // Anybody may wrap our transaction in a fee bump (CAP-15), and pays both fees.
  const hasOwnFeeAccount =
    getField(rawTransaction, 'fee_account') === getField(rawTransaction, 'source_account');
  return {
    state: 'INCLUDED',
    height,
    blockHash: hash,
    ok: isSuccessful,
    fee: hasOwnFeeAccount ? unitsField(rawTransaction, 'fee_charged') : 0n,
  };
}

async function planTransaction(node: RestNode, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('stellar: nothing to pay');
  const [senderAccount, destinationAccount, root, fees] = await Promise.all([
    node.requireBody(node.get(`/accounts/${sender}`)),
    nullIfMissing(node.get(`/accounts/${payment.to}`)),
    readRoot(node),
    node.requireBody(node.get('/fee_stats')),
  ]);
  // A new account must receive two base reserves; an existing one may demand a memo (SEP-0029).
  if (destinationAccount === null) {
    const { reserve } = await readLedger(node, root.newest);
    if (payment.amount < 2n * reserve) throw new Error('DESTINATION');
  } else if (payment.tag === null && getPath(destinationAccount, 'data', 'config.memo_required') === 'MQ==')
    throw new Error('DESTINATION');
  return {
    family: 'STELLAR',
    sequence: unitsField(senderAccount, 'sequence') + 1n,
    fee: chooseFee(fees),
    maxTime: root.closedAt.getTime() / 1000 + LIFETIME_S,
    createAccount: destinationAccount === null,
  };
}

/** Returns the 95th percentile of fees in the latest ledgers, within bounds. */
function chooseFee(stats: unknown): bigint {
  const standard = unitsField(getField(stats, 'max_fee'), 'p95');
  if (standard < MIN_FEE) return MIN_FEE;
  return standard < MAX_FEE ? standard : MAX_FEE;
}

function readLumens(account: unknown): bigint {
  const native = listField(account, 'balances').find(
    (balance) => getField(balance, 'asset_type') === 'native',
  );
  return parseDecimalUnits(textField(native, 'balance'), 7);
}

/** "Submit a transaction asynchronously": `find` returns its outcome. */
async function broadcast(node: RestNode, raw: string, txid: string, net: Net): Promise<BroadcastOutcome> {
  const response = await node
    .post('/transactions_async', new URLSearchParams({ tx: raw }))
    .catch(nullOnFailure);
  if (response === null) return 'UNKNOWN';
  const status = getField(response.body, 'tx_status');
  if (status === 'PENDING' || status === 'DUPLICATE') return 'SENT';
  if (status !== 'ERROR') return 'UNKNOWN';
  // A used sequence may have been used by this very transaction, so only its expiry makes it invalid.
  const { expires } = createStellar(net).decode(raw);
  if (expires === null || !(await isExpired(node, expires))) return 'UNKNOWN';
  return (await findStatus(node, txid)).state === 'UNKNOWN' ? 'DEAD' : 'SENT';
}

function nullOnFailure(error: unknown): null {
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
  return at.getTime() / 1000 < expires - MAX_LIFETIME_S;
}
