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
import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import { NodeFailure } from './node-http.ts';
import {
  field,
  getPath,
  heights,
  mapWithConcurrency,
  textField,
  units,
  wholeNumber,
} from './node-replies.ts';
import { type RestAnswer, type RestNode, restNode } from './node-rest.ts';

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
const DONE: ReadonlySet<string> = new Set(['success', 'executed']);
const FAILED: ReadonlySet<string> = new Set(['fail', 'not-executed', 'invalid']);

/**
 * MultiversX by its proxy's REST API (docs.multiversx.com, "REST API", "querying the blockchain"). Only final
 * hyperblocks are read, which contain what was executed in both shards. Transactions don't expire, and one that the
 * observers forgot can't be distinguished from one never sent: so none is ever reported DEAD.
 */
export function createMultiversxNode({ url, timeoutMs, fetch }: MultiversxOptions): ChainNode {
  const within = restNode('multiversx', url, { timeoutMs, fetch });
  return {
    chain: 'ELROND',
    head: () =>
      within(async (node) => {
        const data = await dataOf(node.get(`/network/status/${METACHAIN}`));
        const height = wholeNumber(field(data, 'status'), 'erd_highest_final_nonce');
        return { height, final: height };
      }),
    blocks: (from, to) =>
      within((node) =>
        mapWithConcurrency(heights(from, to), CONCURRENCY, (height) => readBlock(node, height)),
      ),
    transaction: (txid) =>
      within(async (node) => {
        const found = await findTransaction(node, txid);
        if (found === null) return null;
        const results = (field(found, 'smartContractResults') as readonly unknown[] | undefined) ?? [];
        const direct = await readTransfer(node, txid, found);
        const incoming = [direct, ...results.map((result) => readResult(txid, result))];
        const final = incoming.some((one) => one) && (await isProcessed(node, txid));
        return {
          incoming: incoming.filter((one) => one !== null),
          height: final ? heightOf(found) : null,
        };
      }),
    find: (txid) => within((node) => find(node, txid)),
    plan: (order) => within((node) => plan(node, order)),
    broadcast: ({ raw, txid }) => within((node) => broadcast(node, raw, txid)),
    balance: (address) =>
      within(async (node) => {
        const data = await dataOf(node.get(`/address/${address}`));
        return units(field(data, 'account'), 'balance');
      }),
  };
}

/** Returns `data` of a reply. Throws NodeFailure on an error. */
async function dataOf(pending: Promise<RestAnswer>): Promise<unknown> {
  const { status, ok, body } = await pending;
  const error = field(body, 'error');
  if (!ok || (typeof error === 'string' && error !== ''))
    throw new NodeFailure('multiversx', `status ${status}`, status);
  return field(body, 'data');
}

async function readBlock(node: RestNode, height: number): Promise<Block> {
  const answer = node.get(`/hyperblock/by-nonce/${height}`, { withAlteredAccounts: 'false' });
  const block = field(await dataOf(answer), 'hyperblock');
  if (wholeNumber(block, 'nonce') !== height)
    throw new NodeFailure('multiversx', `another block than ${height}`);
  // An empty block may lack the list.
  const transactions = (field(block, 'transactions') ?? []) as readonly unknown[];
  const incoming: (IncomingPayment | null)[] = [];
  for (const transaction of transactions) incoming.push(await readEntry(node, transaction));
  return {
    height,
    hash: textField(block, 'hash'),
    parentHash: textField(block, 'prevBlockHash'),
    at: new Date(wholeNumber(block, 'timestamp') * 1000),
    incoming: incoming.filter((one) => one !== null),
  };
}

/**
 * Returns the payment of a hyperblock's entry: a user's transaction (`normal`), or a contract's result of it
 * (`unsigned`).
 */
async function readEntry(node: RestNode, entry: unknown): Promise<IncomingPayment | null> {
  const kind = field(entry, 'type');
  const hash = textField(entry, 'hash');
  if (kind === 'normal') return readTransfer(node, hash, entry);
  if (kind !== 'unsigned' || !DONE.has(textField(entry, 'status'))) return null;
  const cause = field(entry, 'originalTransactionHash') ?? field(entry, 'previousTransactionHash');
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
  if (!DONE.has(textField(transaction, 'status'))) return null;
  const incoming = toPerson(txid, 0, transaction);
  if (incoming === null) return null;
  const data = field(transaction, 'data');
  const plain =
    data === undefined ||
    data === null ||
    data === '' ||
    field(transaction, 'processingTypeOnDestination') === 'MoveBalance';
  return plain || (await isProcessed(node, txid)) ? incoming : null;
}

/** Returns the payment of a contract. A gas refund is none. */
function readResult(txid: string, result: unknown): IncomingPayment | null {
  return field(result, 'isRefund') === true
    ? null
    : toPerson(txid, indexOf(textField(result, 'hash')), result);
}

/**
 * The results of one transaction may be in several blocks, so they can't be counted: each is numbered by the first
 * 48 bits of its own hash, plus one; 0 is the transaction's own value.
 */
const indexOf = (hash: string): number => Number.parseInt(hash.slice(0, 12), 16) + 1;

/** Null: no value, or to a contract. */
function toPerson(txid: string, index: number, entry: unknown): IncomingPayment | null {
  const amount = units(entry, 'value');
  const to = textField(entry, 'receiver');
  if (amount === 0n || parseAddress('ELROND', 'ELROND', to) === null) return null;
  return { txid, index, to, tag: null, asset: 'ELROND', tokenType: 'ELROND', contract: null, amount };
}

/** Null: unknown to the proxy. */
async function findTransaction(node: RestNode, txid: string): Promise<unknown> {
  const answer = await node.get(`/transaction/${txid}`, { withResults: 'true' });
  const error = field(answer.body, 'error');
  if (typeof error === 'string' && /transaction not found/i.test(error)) return null;
  return field(await dataOf(Promise.resolve(answer)), 'transaction');
}

/** Whether the transaction and all its effects completed successfully. */
async function isProcessed(node: RestNode, txid: string): Promise<boolean> {
  const data = await dataOf(node.get(`/transaction/${txid}/process-status`));
  return textField(data, 'status') === 'success';
}

/** Set once it is in both shards and the metachain. */
const heightOf = (transaction: unknown): number | null =>
  field(transaction, 'hyperblockNonce') ? wholeNumber(transaction, 'hyperblockNonce') : null;

async function find(node: RestNode, txid: string): Promise<TransactionStatus> {
  const found = await findTransaction(node, txid);
  if (found === null) return { state: 'UNKNOWN' };
  const status = textField(found, 'status');
  const height = heightOf(found);
  const ok = DONE.has(status);
  if (height === null || (!ok && !FAILED.has(status))) return { state: 'WAITING' };
  const fee =
    field(found, 'fee') === undefined
      ? units(found, 'gasPrice') * units(found, 'gasLimit')
      : units(found, 'fee');
  return { state: 'INCLUDED', height, blockHash: textField(found, 'hyperblockHash'), ok, fee };
}

async function plan(node: RestNode, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('multiversx: nothing to pay');
  const [account, network] = await Promise.all([
    dataOf(node.get(`/address/${sender}`)),
    dataOf(node.get('/network/config')),
  ]);
  const config = field(network, 'config');
  const gasPrice = units(config, 'erd_min_gas_price');
  const gasLimit = units(config, 'erd_min_gas_limit');
  if (gasPrice > MAX_GAS_PRICE || gasLimit > MAX_GAS)
    throw new NodeFailure('multiversx', `gas ${gasLimit} at ${gasPrice}`);
  return {
    family: 'MULTIVERSX',
    nonce: await nextNonce(node, sender, wholeNumber(field(account, 'account'), 'nonce')),
    gasPrice,
    gasLimit,
    chainId: textField(config, 'erd_chain_id'),
  };
}

/**
 * Returns the nonce behind the pending transactions of the pool ("get last nonce of sender from transactions
 * pool"). A proxy without a pool, or without this sender, refuses: then the account's own nonce is the next.
 */
async function nextNonce(node: RestNode, sender: string, executed: number): Promise<number> {
  const { ok, body } = await node.get('/transaction/pool', { 'by-sender': sender, 'last-nonce': 'true' });
  const last = ok ? getPath(body, 'data', 'nonce') : undefined;
  return typeof last === 'number' && last >= executed ? last + 1 : executed;
}

async function broadcast(node: RestNode, raw: string, txid: string): Promise<BroadcastOutcome> {
  try {
    const data = await dataOf(node.post('/transaction/send', JSON.parse(raw) as object));
    return textField(data, 'txHash') === txid ? 'SENT' : 'UNKNOWN';
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    // A used nonce may have been used by this very transaction.
    if (error.code === null) return 'UNKNOWN';
    return (await findTransaction(node, txid)) === null ? 'UNKNOWN' : 'SENT';
  }
}
