import { createEos } from '../../chains/eos.ts';
import { parseTransferData, type TransferData } from '../../chains/eos-pack.ts';
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
  listHeights,
  mapWithConcurrency,
  parseDecimalUnits,
  sanitizeMemo,
  textField,
  timeField,
} from './node-replies.ts';
import { createWithNode, type RestNode, type RestResponse } from './node-rest.ts';

export interface EosOptions {
  /** A nodeos (Leap 3.1, Spring) with chain_api_plugin and trace_api_plugin. */
  url: string;
  /** Our single account; queried when needed. */
  account(): Promise<string>;
  net?: Net;
  timeoutMs?: number;
  fetch?: Fetch;
}

/** Seconds until a transaction expires. */
const LIFETIME_S = 120;
/** Maximum age of a transaction of ours at its expiry. */
const MAX_LIFETIME_S = 600;
const BLOCKS_A_SECOND = 2;
const BATCH_SIZE = 4;

/** The only contracts whose tokens are accepted: EOS, and A of Vaulta, which is swapped one to one. */
const ACCEPTED_TOKENS: Readonly<Record<string, string>> = { 'eosio.token': 'EOS', 'core.vaulta': 'A' };
const PRECISION = 4;

/** Codes of nodeos (libraries/chain/include/eosio/chain/exceptions.hpp). */
const EXPIRED = 3_040_005;
const INVALID_REFERENCE = 3_040_007;
const DUPLICATE = 3_040_008;

/**
 * EOS (Vaulta) by nodeos: chain API, and the trace API for executed actions (plugins/trace_api_plugin,
 * plugins/chain_api_plugin of AntelopeIO/spring). Only irreversible blocks are read. Action data is decoded from
 * its own bytes, so the node needs no ABIs.
 */
export function createEosNode({ url, account, net = 'main', timeoutMs, fetch }: EosOptions): ChainNode {
  const withNode = createWithNode('eos', url, { timeoutMs, fetch });
  return {
    chain: 'EOS',
    head: () =>
      withNode(async (node) => {
        const height = integerField(await getInfo(node), 'last_irreversible_block_num');
        return { height, final: height };
      }),
    blocks: (from, to) =>
      withNode(async (node) => {
        const ownAccount = await account();
        const blocks = await mapWithConcurrency(listHeights(from, to), BATCH_SIZE, (height) =>
          readBlock(node, ownAccount, height),
        );
        return blocks.filter(({ height, incoming }) => incoming.length > 0 || height === to);
      }),
    transaction: (txid) =>
      withNode(async (node) => {
        const trace = await findTrace(node, txid);
        if (trace === null) return null;
        return {
          incoming: readTransaction(trace, await account()),
          height: integerField(trace, 'block_num'),
        };
      }),
    find: (txid) => withNode((node) => findStatus(node, txid)),
    plan: (order) => withNode((node) => planTransaction(node, order)),
    broadcast: ({ raw, txid }) => withNode((node) => broadcast(node, raw, txid, net)),
    balance: (address) => withNode((node) => readBalances(node, address)),
    isExpired: (expires) => withNode((node) => isExpired(node, expires)),
  };
}

const getInfo = (node: RestNode): Promise<unknown> => node.requireBody(node.post('/v1/chain/get_info', {}));

async function readTrace(node: RestNode, height: number): Promise<unknown> {
  const block = await node.requireBody(node.post('/v1/trace_api/get_block', { block_num: height }));
  if (integerField(block, 'number') !== height || getField(block, 'status') !== 'irreversible')
    throw new NodeFailure('eos', `block ${height} is not irreversible`);
  return block;
}

async function readBlock(node: RestNode, account: string, height: number): Promise<Block> {
  const block = await readTrace(node, height);
  return {
    height,
    hash: textField(block, 'id'),
    parentHash: textField(block, 'previous_id'),
    at: timeField(block, 'timestamp'),
    incoming: listField(block, 'transactions').flatMap((transaction) =>
      readTransaction(transaction, account),
    ),
  };
}

/**
 * Returns the payments of one transaction. Its actions are in the order of execution, which never changes, so their
 * index identifies them. Only `executed` ones transferred anything; traces of nodes without that field are too old
 * to be trusted.
 */
function readTransaction(transaction: unknown, account: string): IncomingPayment[] {
  if (textField(transaction, 'status') !== 'executed') return [];
  const txid = textField(transaction, 'id');
  return listField(transaction, 'actions').flatMap((action, index) => {
    const transfer = readTransfer(action, account);
    return transfer === null ? [] : [{ txid, index, to: account, ...transfer }];
  });
}

/**
 * Returns a transfer to us. If receiver and account differ, it is a notification, which any contract can send about
 * anything. Tokens of other contracts are not accepted, whatever their name.
 */
function readTransfer(
  action: unknown,
  account: string,
): Omit<IncomingPayment, 'txid' | 'index' | 'to'> | null {
  const contract = textField(action, 'account');
  if (getField(action, 'action') !== 'transfer' || getField(action, 'receiver') !== contract) return null;
  const transfer = parseTransferData(Buffer.from(textField(action, 'data'), 'hex'));
  if (transfer === null || transfer.to !== account || transfer.from === account || transfer.amount <= 0n)
    return null;
  const { amount, memo } = transfer;
  return isAcceptedToken(contract, transfer)
    ? { tag: sanitizeMemo(memo), asset: 'EOS', tokenType: 'EOS', contract: null, amount }
    : { tag: sanitizeMemo(memo), asset: null, tokenType: null, contract, amount };
}

const isAcceptedToken = (contract: string, { symbol, precision }: TransferData): boolean =>
  Object.hasOwn(ACCEPTED_TOKENS, contract) && ACCEPTED_TOKENS[contract] === symbol && precision === PRECISION;

/** Null: the node has no such transaction in a block. */
async function findTrace(node: RestNode, txid: string): Promise<unknown> {
  const { status, ok, body } = await node.post('/v1/trace_api/get_transaction_trace', { id: txid });
  if (status === 404) return null;
  if (!ok || body === undefined) throw new NodeFailure('eos', `status ${status}`, status);
  // The node also accepts a prefix of an id.
  return getField(body, 'id') === txid ? body : null;
}

async function findStatus(node: RestNode, txid: string): Promise<TransactionStatus> {
  const trace = await findTrace(node, txid);
  if (trace === null) return { state: 'UNKNOWN' };
  return {
    state: 'INCLUDED',
    height: integerField(trace, 'block_num'),
    blockHash: textField(trace, 'producer_block_id'),
    ok: getField(trace, 'status') === 'executed',
    fee: 0n,
  };
}

async function planTransaction(node: RestNode, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('eos: nothing to pay');
  const [info, exists, balance] = await Promise.all([
    getInfo(node),
    hasAccount(node, payment.to),
    readBalance(node, sender, 'eosio.token'),
  ]);
  if (!exists) throw new Error('DESTINATION');
  // Deposits may be in A, but only EOS can be sent.
  if (balance < payment.amount)
    throw new NodeFailure('eos', 'too little EOS to pay from; A has to be swapped');
  const block = Buffer.from(textField(info, 'last_irreversible_block_id'), 'hex');
  if (block.length !== 32) throw new NodeFailure('eos', 'a block without an id');
  return {
    family: 'EOS',
    // TaPoS (transaction_header::set_reference_block): the lower half of the number, and four bytes of the id.
    refBlockNum: integerField(info, 'last_irreversible_block_num') & 0xffff,
    refBlockPrefix: block.readUInt32LE(8),
    expiration: Math.floor(timeField(info, 'head_block_time').getTime() / 1000) + LIFETIME_S,
    chainId: textField(info, 'chain_id'),
  };
}

async function hasAccount(node: RestNode, name: string): Promise<boolean> {
  const response = await node.post('/v1/chain/get_account', { account_name: name });
  if (response.ok) return true;
  if (/unknown key|unknown account/i.test(errorDetailsOf(response))) return false;
  throw new NodeFailure('eos', `status ${response.status}`, response.status);
}

/** Returns nodeos' description of an error. */
function errorDetailsOf({ body }: RestResponse): string {
  const error = getField(body, 'error');
  const details = getField(error, 'details');
  const messages = Array.isArray(details) ? details.map((detail) => getField(detail, 'message')) : [];
  return [getField(error, 'what'), ...messages].map(String).join(' ');
}

/** Returns EOS and A together, since they are exchangeable at any time. */
async function readBalances(node: RestNode, account: string): Promise<bigint> {
  const balances = await Promise.all(
    Object.keys(ACCEPTED_TOKENS).map((contract) => readBalance(node, account, contract)),
  );
  return balances.reduce((total, amount) => total + amount, 0n);
}

async function readBalance(node: RestNode, account: string, contract: string): Promise<bigint> {
  const symbol = ACCEPTED_TOKENS[contract] ?? '';
  const query = { code: contract, account, symbol };
  const response = await node.requireBody(node.post('/v1/chain/get_currency_balance', query));
  if (!Array.isArray(response)) throw new NodeFailure('eos', 'a balance that is no list');
  const [amount = '', foundSymbol] = String(response[0] ?? `0.0000 ${symbol}`).split(' ');
  if (foundSymbol !== symbol) throw new NodeFailure('eos', 'a balance of something else');
  return parseDecimalUnits(amount, PRECISION);
}

async function broadcast(node: RestNode, raw: string, txid: string, net: Net): Promise<BroadcastOutcome> {
  const response = await node
    .post('/v1/chain/send_transaction', JSON.parse(raw) as object)
    .catch((error: unknown) => {
      if (error instanceof NodeFailure) return null;
      throw error;
    });
  if (response === null) return 'UNKNOWN';
  if (response.ok) return getField(response.body, 'transaction_id') === txid ? 'SENT' : 'UNKNOWN';
  const code = getPath(response.body, 'error', 'code');
  if (code === DUPLICATE) return 'SENT';
  // Lack of CPU and the like is temporary; only its expiry makes a transaction invalid.
  if (code !== EXPIRED && code !== INVALID_REFERENCE) return 'UNKNOWN';
  const { expires } = createEos(net).decode(raw);
  if (expires === null || !(await isExpired(node, expires))) return 'UNKNOWN';
  return (await findTrace(node, txid)) === null ? 'DEAD' : 'SENT';
}

/**
 * Whether an irreversible block is past its expiry, and traces since its creation are available, so that a lookup
 * now is conclusive.
 */
async function isExpired(node: RestNode, expires: number): Promise<boolean> {
  const height = integerField(await getInfo(node), 'last_irreversible_block_num');
  const now = timeField(await readTrace(node, height), 'timestamp').getTime() / 1000;
  if (now <= expires) return false;
  const firstHeight = height - Math.ceil((now - expires + MAX_LIFETIME_S) * BLOCKS_A_SECOND);
  await readTrace(node, Math.max(2, firstHeight));
  return true;
}
