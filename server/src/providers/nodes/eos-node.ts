import { createEos } from '../../chains/eos.ts';
import { readTransferData, type TransferData } from '../../chains/eos-pack.ts';
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
  heights,
  list,
  mapWithConcurrency,
  moment,
  readMemo,
  textField,
  wholeNumber,
} from './node-replies.ts';
import { type RestAnswer, type RestNode, restNode } from './node-rest.ts';

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
const LIFE = 120;
/** Maximum age of a transaction of ours at its expiry. */
const MAX_LIFETIME = 600;
const BLOCKS_A_SECOND = 2;
const BATCH_SIZE = 4;

/** The only contracts whose tokens are accepted: EOS, and A of Vaulta, which is swapped one to one. */
const MONEY: Readonly<Record<string, string>> = { 'eosio.token': 'EOS', 'core.vaulta': 'A' };
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
  const within = restNode('eos', url, { timeoutMs, fetch });
  return {
    chain: 'EOS',
    head: () =>
      within(async (node) => {
        const height = wholeNumber(await getInfo(node), 'last_irreversible_block_num');
        return { height, final: height };
      }),
    blocks: (from, to) =>
      within(async (node) => {
        const ours = await account();
        const blocks = await mapWithConcurrency(heights(from, to), BATCH_SIZE, (height) =>
          readBlock(node, ours, height),
        );
        return blocks.filter(({ height, incoming }) => incoming.length > 0 || height === to);
      }),
    transaction: (txid) =>
      within(async (node) => {
        const trace = await findTrace(node, txid);
        if (trace === null) return null;
        return { incoming: readTransaction(trace, await account()), height: wholeNumber(trace, 'block_num') };
      }),
    find: (txid) => within((node) => find(node, txid)),
    plan: (order) => within((node) => plan(node, order)),
    broadcast: ({ raw, txid }) => within((node) => broadcast(node, raw, txid, net)),
    balance: (address) => within((node) => holdings(node, address)),
    isExpired: (expires) => within((node) => isExpired(node, expires)),
  };
}

const getInfo = (node: RestNode): Promise<unknown> => node.need(node.post('/v1/chain/get_info', {}));

async function readTrace(node: RestNode, height: number): Promise<unknown> {
  const block = await node.need(node.post('/v1/trace_api/get_block', { block_num: height }));
  if (wholeNumber(block, 'number') !== height || field(block, 'status') !== 'irreversible')
    throw new NodeFailure('eos', `block ${height} is not irreversible`);
  return block;
}

async function readBlock(node: RestNode, account: string, height: number): Promise<Block> {
  const block = await readTrace(node, height);
  return {
    height,
    hash: textField(block, 'id'),
    parentHash: textField(block, 'previous_id'),
    at: moment(block, 'timestamp'),
    incoming: list(block, 'transactions').flatMap((transaction) => readTransaction(transaction, account)),
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
  return list(transaction, 'actions').flatMap((action, index) => {
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
  if (field(action, 'action') !== 'transfer' || field(action, 'receiver') !== contract) return null;
  const transfer = readTransferData(Buffer.from(textField(action, 'data'), 'hex'));
  if (transfer === null || transfer.to !== account || transfer.from === account || transfer.amount <= 0n)
    return null;
  const { amount, memo } = transfer;
  return isMoney(contract, transfer)
    ? { tag: readMemo(memo), asset: 'EOS', tokenType: 'EOS', contract: null, amount }
    : { tag: readMemo(memo), asset: null, tokenType: null, contract, amount };
}

const isMoney = (contract: string, { symbol, precision }: TransferData): boolean =>
  Object.hasOwn(MONEY, contract) && MONEY[contract] === symbol && precision === PRECISION;

/** Null: the node has no such transaction in a block. */
async function findTrace(node: RestNode, txid: string): Promise<unknown> {
  const { status, ok, body } = await node.post('/v1/trace_api/get_transaction_trace', { id: txid });
  if (status === 404) return null;
  if (!ok || body === undefined) throw new NodeFailure('eos', `status ${status}`, status);
  // The node also accepts a prefix of an id.
  return field(body, 'id') === txid ? body : null;
}

async function find(node: RestNode, txid: string): Promise<TransactionStatus> {
  const trace = await findTrace(node, txid);
  if (trace === null) return { state: 'UNKNOWN' };
  return {
    state: 'INCLUDED',
    height: wholeNumber(trace, 'block_num'),
    blockHash: textField(trace, 'producer_block_id'),
    ok: field(trace, 'status') === 'executed',
    fee: 0n,
  };
}

async function plan(node: RestNode, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('eos: nothing to pay');
  const [info, exists, held] = await Promise.all([
    getInfo(node),
    accountExists(node, payment.to),
    holding(node, sender, 'eosio.token'),
  ]);
  if (!exists) throw new Error('DESTINATION');
  // Deposits may be in A, but only EOS can be sent.
  if (held < payment.amount) throw new NodeFailure('eos', 'too little EOS to pay from; A has to be swapped');
  const block = Buffer.from(textField(info, 'last_irreversible_block_id'), 'hex');
  if (block.length !== 32) throw new NodeFailure('eos', 'a block without an id');
  return {
    family: 'EOS',
    // TaPoS (transaction_header::set_reference_block): the lower half of the number, and four bytes of the id.
    refBlockNum: wholeNumber(info, 'last_irreversible_block_num') & 0xffff,
    refBlockPrefix: block.readUInt32LE(8),
    expiration: Math.floor(moment(info, 'head_block_time').getTime() / 1000) + LIFE,
    chainId: textField(info, 'chain_id'),
  };
}

async function accountExists(node: RestNode, name: string): Promise<boolean> {
  const answer = await node.post('/v1/chain/get_account', { account_name: name });
  if (answer.ok) return true;
  if (/unknown key|unknown account/i.test(detailsOf(answer))) return false;
  throw new NodeFailure('eos', `status ${answer.status}`, answer.status);
}

/** Returns nodeos' description of an error. */
function detailsOf({ body }: RestAnswer): string {
  const error = field(body, 'error');
  const details = field(error, 'details');
  const messages = Array.isArray(details) ? details.map((detail) => field(detail, 'message')) : [];
  return [field(error, 'what'), ...messages].map(String).join(' ');
}

/** Returns EOS and A together, since they are exchangeable at any time. */
async function holdings(node: RestNode, account: string): Promise<bigint> {
  const each = await Promise.all(Object.keys(MONEY).map((contract) => holding(node, account, contract)));
  return each.reduce((total, amount) => total + amount, 0n);
}

async function holding(node: RestNode, account: string, contract: string): Promise<bigint> {
  const symbol = MONEY[contract] ?? '';
  const query = { code: contract, account, symbol };
  const answer = await node.need(node.post('/v1/chain/get_currency_balance', query));
  if (!Array.isArray(answer)) throw new NodeFailure('eos', 'a balance that is no list');
  const [amount = '', found] = String(answer[0] ?? `0.0000 ${symbol}`).split(' ');
  if (found !== symbol) throw new NodeFailure('eos', 'a balance of something else');
  return decimalUnits(amount, PRECISION);
}

async function broadcast(node: RestNode, raw: string, txid: string, net: Net): Promise<BroadcastOutcome> {
  const answer = await node
    .post('/v1/chain/send_transaction', JSON.parse(raw) as object)
    .catch((error: unknown) => {
      if (error instanceof NodeFailure) return null;
      throw error;
    });
  if (answer === null) return 'UNKNOWN';
  if (answer.ok) return field(answer.body, 'transaction_id') === txid ? 'SENT' : 'UNKNOWN';
  const code = getPath(answer.body, 'error', 'code');
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
  const height = wholeNumber(await getInfo(node), 'last_irreversible_block_num');
  const now = moment(await readTrace(node, height), 'timestamp').getTime() / 1000;
  if (now <= expires) return false;
  const first = height - Math.ceil((now - expires + MAX_LIFETIME) * BLOCKS_A_SECOND);
  await readTrace(node, Math.max(2, first));
  return true;
}
