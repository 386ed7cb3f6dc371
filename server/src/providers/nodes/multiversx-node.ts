import { parseAddress } from '@sarraf/domain';
import type { TransactionPlan } from '../../chains/types.ts';
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
  listHeights,
  mapWithConcurrency,
  textField,
  unitsField,
} from './node-replies.ts';
import { createWithNode, type RestNode, type RestResponse } from './node-rest.ts';

export interface MultiversxOptions {
  /** A proxy with its observing squad, or the public gateway. */
  url: string;
  timeoutMs?: number;
  fetch?: Fetch;
}

/** Shard number of the metachain, whose blocks are those of the whole network. */
const METACHAIN = 4_294_967_295;
const CONCURRENCY = 4;
/** 1/10^18 EGLD per unit of gas; the network's minimum is a billion. */
const MAX_GAS_PRICE = 5_000_000_000n;
const MAX_GAS = 200_000n;

/** Nodes before 1.1.6 use other words ("querying the blockchain", transaction status). */
const SUCCESS_STATUSES: ReadonlySet<string> = new Set(['success', 'executed']);
const FAILED_STATUSES: ReadonlySet<string> = new Set(['fail', 'not-executed', 'invalid']);

/**
 * MultiversX by its proxy's REST API (docs.multiversx.com, "REST API", "querying the blockchain"). Only final
 * hyperblocks are read, which contain what was executed in both shards. Transactions don't expire, and one that the
 * observers forgot can't be distinguished from one never sent: so none is ever reported DEAD.
 */
export function createMultiversxNode({ url, timeoutMs, fetch }: MultiversxOptions): ChainNode {
  const withNode = createWithNode('multiversx', url, { timeoutMs, fetch });
  return {
    chain: 'ELROND',
    head: () =>
      withNode(async (node) => {
        const data = await readData(node.get(`/network/status/${METACHAIN}`));
        const height = integerField(getField(data, 'status'), 'erd_highest_final_nonce');
        return { height, final: height };
      }),
    blocks: (from, to) =>
      withNode((node) =>
        mapWithConcurrency(listHeights(from, to), CONCURRENCY, (height) => readBlock(node, height)),
      ),
    transaction: (txid) =>
      withNode(async (node) => {
        const rawTransaction = await findTransaction(node, txid);
        if (rawTransaction === null) return null;
        const results =
          (getField(rawTransaction, 'smartContractResults') as readonly unknown[] | undefined) ?? [];
        const direct = await readTransfer(node, txid, rawTransaction);
        const incoming = [direct, ...results.map((result) => readResult(txid, result))];
        const isFinal = incoming.some((payment) => payment) && (await isProcessed(node, txid));
        return {
          incoming: incoming.filter((entryPayment) => entryPayment !== null),
          height: isFinal ? heightOrNull(rawTransaction) : null,
        };
      }),
    find: (txid) => withNode((node) => findStatus(node, txid)),
    plan: (order) => withNode((node) => planTransaction(node, order)),
    broadcast: ({ raw, txid }) => withNode((node) => broadcast(node, raw, txid)),
    balance: (address) =>
      withNode(async (node) => {
        const data = await readData(node.get(`/address/${address}`));
        return unitsField(getField(data, 'account'), 'balance');
      }),
  };
}

/** Returns `data` of a reply. Throws NodeFailure on an error. */
async function readData(pending: Promise<RestResponse>): Promise<unknown> {
  const { status, ok, body } = await pending;
  const error = getField(body, 'error');
  if (!ok || (typeof error === 'string' && error !== ''))
    throw new NodeFailure('multiversx', `status ${status}`, status);
  return getField(body, 'data');
}

async function readBlock(node: RestNode, height: number): Promise<Block> {
  const pendingReply = node.get(`/hyperblock/by-nonce/${height}`, { withAlteredAccounts: 'false' });
  const block = getField(await readData(pendingReply), 'hyperblock');
  if (integerField(block, 'nonce') !== height)
    throw new NodeFailure('multiversx', `another block than ${height}`);
  // An empty block may lack the list.
  const transactions = (getField(block, 'transactions') ?? []) as readonly unknown[];
  const incoming: (IncomingPayment | null)[] = [];
  for (const transaction of transactions) incoming.push(await readEntry(node, transaction));
  return {
    height,
    hash: textField(block, 'hash'),
    parentHash: textField(block, 'prevBlockHash'),
    at: new Date(integerField(block, 'timestamp') * 1000),
    incoming: incoming.filter((payment) => payment !== null),
  };
}

/**
 * Returns the payment of a hyperblock's entry: a user's transaction (`normal`), or a contract's result of it
 * (`unsigned`).
 */
async function readEntry(node: RestNode, entry: unknown): Promise<IncomingPayment | null> {
  const kind = getField(entry, 'type');
  const hash = textField(entry, 'hash');
  if (kind === 'normal') return readTransfer(node, hash, entry);
  if (kind !== 'unsigned' || !SUCCESS_STATUSES.has(textField(entry, 'status'))) return null;
  const cause = getField(entry, 'originalTransactionHash') ?? getField(entry, 'previousTransactionHash');
  return readResult(typeof cause === 'string' && cause !== '' ? cause : hash, entry);
}

/**
 * Returns the value of a transaction to a user's address. Tokens are data and have no value here. A function call
 * may have failed and returned the value although the status is success ("shallow status"): then the proxy is
 * queried for the outcome.
 */
async function readTransfer(
  node: RestNode,
  txid: string,
  transaction: unknown,
): Promise<IncomingPayment | null> {
  if (!SUCCESS_STATUSES.has(textField(transaction, 'status'))) return null;
  const incoming = toUserPayment(txid, 0, transaction);
  if (incoming === null) return null;
  const data = getField(transaction, 'data');
  const plain =
    data === undefined ||
    data === null ||
    data === '' ||
    getField(transaction, 'processingTypeOnDestination') === 'MoveBalance';
  return plain || (await isProcessed(node, txid)) ? incoming : null;
}

/** Returns the payment of a contract. A gas refund is none. */
function readResult(txid: string, result: unknown): IncomingPayment | null {
  return getField(result, 'isRefund') === true
    ? null
    : toUserPayment(txid, resultIndexOf(textField(result, 'hash')), result);
}

/**
 * The results of one transaction may be in several blocks, so they can't be counted: each is numbered by the first
 * 48 bits of its own hash, plus one; 0 is the transaction's own value.
 */
const resultIndexOf = (hash: string): number => Number.parseInt(hash.slice(0, 12), 16) + 1;

/** Null: no value, or to a contract. */
function toUserPayment(txid: string, index: number, entry: unknown): IncomingPayment | null {
  const amount = unitsField(entry, 'value');
  const to = textField(entry, 'receiver');
  if (amount === 0n || parseAddress('ELROND', 'ELROND', to) === null) return null;
  return { txid, index, to, tag: null, asset: 'ELROND', tokenType: 'ELROND', contract: null, amount };
}

/** Null: unknown to the proxy. */
async function findTransaction(node: RestNode, txid: string): Promise<unknown> {
  const response = await node.get(`/transaction/${txid}`, { withResults: 'true' });
  const error = getField(response.body, 'error');
  if (typeof error === 'string' && /transaction not found/i.test(error)) return null;
  return getField(await readData(Promise.resolve(response)), 'transaction');
}

/** Whether the transaction and all its effects completed successfully. */
async function isProcessed(node: RestNode, txid: string): Promise<boolean> {
  const data = await readData(node.get(`/transaction/${txid}/process-status`));
  return textField(data, 'status') === 'success';
}

/** Set once it is in both shards and the metachain. */
const heightOrNull = (transaction: unknown): number | null =>
  getField(transaction, 'hyperblockNonce') ? integerField(transaction, 'hyperblockNonce') : null;

async function findStatus(node: RestNode, txid: string): Promise<TransactionStatus> {
  const rawTransaction = await findTransaction(node, txid);
  if (rawTransaction === null) return { state: 'UNKNOWN' };
  const status = textField(rawTransaction, 'status');
  const height = heightOrNull(rawTransaction);
  const isSuccessful = SUCCESS_STATUSES.has(status);
  if (height === null || (!isSuccessful && !FAILED_STATUSES.has(status))) return { state: 'WAITING' };
  const fee =
    getField(rawTransaction, 'fee') === undefined
      ? unitsField(rawTransaction, 'gasPrice') * unitsField(rawTransaction, 'gasLimit')
      : unitsField(rawTransaction, 'fee');
  return {
    state: 'INCLUDED',
    height,
    blockHash: textField(rawTransaction, 'hyperblockHash'),
    ok: isSuccessful,
    fee,
  };
}

async function planTransaction(node: RestNode, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('multiversx: nothing to pay');
  const [account, network] = await Promise.all([
    readData(node.get(`/address/${sender}`)),
    readData(node.get('/network/config')),
  ]);
  const config = getField(network, 'config');
  const gasPrice = unitsField(config, 'erd_min_gas_price');
  const gasLimit = unitsField(config, 'erd_min_gas_limit');
  if (gasPrice > MAX_GAS_PRICE || gasLimit > MAX_GAS)
    throw new NodeFailure('multiversx', `gas ${gasLimit} at ${gasPrice}`);
  return {
    family: 'MULTIVERSX',
    nonce: await readNextNonce(node, sender, integerField(getField(account, 'account'), 'nonce')),
    gasPrice,
    gasLimit,
    chainId: textField(config, 'erd_chain_id'),
  };
}

/**
 * Returns the nonce behind the pending transactions of the pool ("get last nonce of sender from transactions
 * pool"). A proxy without a pool, or without this sender, refuses: then the account's own nonce is the next.
 */
async function readNextNonce(node: RestNode, sender: string, executedNonce: number): Promise<number> {
  const { ok, body } = await node.get('/transaction/pool', { 'by-sender': sender, 'last-nonce': 'true' });
  const lastPending = ok ? getPath(body, 'data', 'nonce') : undefined;
  return typeof lastPending === 'number' && lastPending >= executedNonce ? lastPending + 1 : executedNonce;
}

async function broadcast(node: RestNode, raw: string, txid: string): Promise<BroadcastOutcome> {
  try {
    const data = await readData(node.post('/transaction/send', JSON.parse(raw) as object));
    return textField(data, 'txHash') === txid ? 'SENT' : 'UNKNOWN';
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    // A used nonce may have been used by this very transaction.
    if (error.code === null) return 'UNKNOWN';
    return (await findTransaction(node, txid)) === null ? 'UNKNOWN' : 'SENT';
  }
}
