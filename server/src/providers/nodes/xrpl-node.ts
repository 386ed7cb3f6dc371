import type { TransactionPlan } from '../../chains/types.ts';
import { createXrpl } from '../../chains/xrpl.ts';
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
  sanitizeMemo,
  textField,
  timeField,
  unitsField,
} from './node-replies.ts';
import { createWithNode, type RestNode } from './node-rest.ts';

export interface XrplOptions {
  /** JSON-RPC of a rippled. */
  url: string;
  /** Our single account, and those of older seeds, whose tags users have stored; queried when needed. */
  accounts(): Promise<readonly string[]>;
  timeoutMs?: number;
  fetch?: Fetch;
}

/** Ledgers until a transaction expires: a little more than a minute. */
const LIFETIME_LEDGERS = 20;
/** Maximum age in ledgers of a transaction of ours at its expiry. */
const MAX_LIFETIME_LEDGERS = 100;
/** Maximum fee in drops: above it the transaction waits in the queue instead. */
const MAX_FEE = 5_000n;
const PAGE = 200;
const MAX_PAGES = 500;

/** Flags of an account (XRPL documentation, "AccountRoot"). */
const REQUIRE_DEST_TAG = 0x0002_0000;
const DEPOSIT_AUTH = 0x0100_0000;

/**
 * XRP Ledger by rippled's JSON-RPC, API version 2 (xrpl.org, "public API methods"). Only validated ledgers are
 * read, which are final. Other currencies need a trust line, which our account has none of.
 */
export function createXrplNode({ url, accounts, timeoutMs, fetch }: XrplOptions): ChainNode {
  const withNode = createWithNode('xrpl', url, { timeoutMs, fetch });
  const withRpc = <T>(work: (rpc: Rpc) => Promise<T>) => withNode((node) => work(createRpc(node)));
  return {
    chain: 'RIPPLE',
    head: () =>
      withRpc(async (rpc) => {
        const { height } = await readLedger(rpc, 'validated');
        return { height, final: height };
      }),
    blocks: (from, to) => withRpc(async (rpc) => readBlocks(rpc, await accounts(), from, to)),
    transaction: (txid) =>
      withRpc(async (rpc) => {
        const rawTransaction = await findTransaction(rpc, txid);
        if (rawTransaction === null) return null;
        if (getField(rawTransaction, 'validated') !== true) return { incoming: [], height: null };
        const incoming = (await accounts()).flatMap((account) => parsePayment(rawTransaction, account) ?? []);
        return { incoming, height: integerField(rawTransaction, 'ledger_index') };
      }),
    find: (txid) => withRpc((rpc) => findStatus(rpc, txid)),
    plan: (order) => withRpc((rpc) => planTransaction(rpc, order)),
    broadcast: ({ raw, txid }) => withRpc((rpc) => broadcast(rpc, raw, txid)),
    balance: (address) =>
      withRpc(async (rpc) => {
        const info = await readAccountInfo(rpc, address);
        return info === null ? 0n : unitsField(getPath(info, 'account_data'), 'Balance');
      }),
    isExpired: (expires) => withRpc((rpc) => isExpired(rpc, expires)),
  };
}

/** Returns the result of a method. Throws RpcRefusal with rippled's own code. */
type Rpc = (method: string, params: Record<string, unknown>) => Promise<unknown>;

class RpcRefusal extends Error {
  readonly reason: string;
  readonly result: unknown;
  constructor(reason: string, result: unknown) {
    super(`xrpl: ${reason}`);
    this.name = 'RpcRefusal';
    this.reason = reason;
    this.result = result;
  }
}

const createRpc =
  (node: RestNode): Rpc =>
  async (method, params) => {
    const body = await node.requireBody(node.post('/', { method, params: [{ ...params, api_version: 2 }] }));
    const result = getField(body, 'result');
    const reason = getField(result, 'error');
    if (typeof reason === 'string') throw new RpcRefusal(reason, result);
    if (getField(result, 'status') !== 'success') throw new NodeFailure('xrpl', `${method} without success`);
    return result;
  };

/** Returns null for one expected refusal. */
async function nullIfRefused<T>(reason: string, pending: Promise<T>): Promise<T | null> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof RpcRefusal && error.reason === reason) return null;
    throw error;
  }
}

async function readLedger(rpc: Rpc, ledger: number | 'validated') {
  const result = await rpc('ledger', { ledger_index: ledger });
  if (getField(result, 'validated') !== true) throw new NodeFailure('xrpl', 'a ledger that is not validated');
  return {
    height: integerField(result, 'ledger_index'),
    hash: textField(result, 'ledger_hash'),
    at: timeField(getField(result, 'ledger'), 'close_time_iso'),
  };
}

async function readBlocks(rpc: Rpc, accounts: readonly string[], from: number, to: number): Promise<Block[]> {
  const blocks = new Map<number, Block & { incoming: IncomingPayment[] }>();
  const payments: { entry: unknown; incoming: IncomingPayment }[] = [];
  for (const account of accounts)
    for (const entry of await readHistory(rpc, account, from, to)) {
      const incoming = parsePayment(entry, account);
      if (incoming !== null) payments.push({ entry, incoming });
    }
  for (const { entry, incoming } of payments) {
    const height = integerField(entry, 'ledger_index');
    const block = blocks.get(height) ?? {
      height,
      hash: textField(entry, 'ledger_hash'),
      parentHash: null,
      at: timeField(entry, 'close_time_iso'),
      incoming: [],
    };
    block.incoming.push(incoming);
    blocks.set(height, block);
  }
  if (!blocks.has(to)) blocks.set(to, { ...(await readLedger(rpc, to)), parentHash: null, incoming: [] });
  return [...blocks.values()].sort((a, b) => a.height - b.height);
}

/** Reads account_tx, page by page. Throws if the node lacks ledgers of the range, whose payments would be lost. */
async function readHistory(rpc: Rpc, account: string, from: number, to: number): Promise<unknown[]> {
  const entries: unknown[] = [];
  let marker: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const pending = rpc('account_tx', {
      account,
      ledger_index_min: from,
      ledger_index_max: to,
      forward: true,
      limit: PAGE,
      ...(marker === undefined ? {} : { marker }),
    });
    const result = await nullIfRefused('actNotFound', pending);
    // The account of a new seed doesn't exist before its first payment, and the node is up to date.
    if (result === null && (await readLedger(rpc, to))) return entries;
    if (integerField(result, 'ledger_index_min') > from || integerField(result, 'ledger_index_max') < to)
      throw new NodeFailure('xrpl', `ledgers of ${from} to ${to} are missing`);
    entries.push(...listField(result, 'transactions'));
    marker = getField(result, 'marker');
    if (marker === undefined) return entries;
  }
  throw new NodeFailure('xrpl', 'too many pages');
}

/**
 * Returns a payment of XRP to our account; null: it is none. Only `delivered_amount` was received: `Amount`
 * (DeliverMax) of a partial payment may be more ("Partial Payments"). For other currencies it is an object.
 */
function parsePayment(entry: unknown, account: string): IncomingPayment | null {
  const tx = getField(entry, 'tx_json');
  const meta = getField(entry, 'meta');
  if (getField(entry, 'validated') !== true || getField(meta, 'TransactionResult') !== 'tesSUCCESS')
    return null;
  if (getField(tx, 'TransactionType') !== 'Payment' || getField(tx, 'Destination') !== account) return null;
  const delivered = getField(meta, 'delivered_amount');
  if (typeof delivered !== 'string' || !/^[1-9]\d*$/.test(delivered)) return null;
  const tag = getField(tx, 'DestinationTag');
  return {
    txid: textField(entry, 'hash'),
    index: 0,
    to: account,
    tag: tag === undefined ? null : sanitizeMemo(String(tag)),
    asset: 'RIPPLE',
    tokenType: 'RIPPLE',
    contract: null,
    amount: BigInt(delivered),
  };
}

const findTransaction = (rpc: Rpc, txid: string) =>
  nullIfRefused('txnNotFound', rpc('tx', { transaction: txid }));

async function findStatus(rpc: Rpc, txid: string): Promise<TransactionStatus> {
  const rawTransaction = await findTransaction(rpc, txid);
  if (rawTransaction === null) return { state: 'UNKNOWN' };
  if (getField(rawTransaction, 'validated') !== true) return { state: 'WAITING' };
  const height = integerField(rawTransaction, 'ledger_index');
  const { hash } = await readLedger(rpc, height);
  const isSuccessful = getPath(rawTransaction, 'meta', 'TransactionResult') === 'tesSUCCESS';
  return {
    state: 'INCLUDED',
    height,
    blockHash: hash,
    ok: isSuccessful,
    fee: unitsField(getField(rawTransaction, 'tx_json'), 'Fee'),
  };
}

async function planTransaction(rpc: Rpc, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('xrpl: nothing to pay');
  const [senderInfo, destinationInfo, state, fees] = await Promise.all([
    rpc('account_info', { account: sender, ledger_index: 'current', queue: true }),
    readAccountInfo(rpc, payment.to),
    rpc('server_state', {}),
    rpc('fee', {}),
  ]);
  const validated = getPath(state, 'state', 'validated_ledger');
  if (!(await canReceive(rpc, destinationInfo, sender, payment, unitsField(validated, 'reserve_base'))))
    throw new Error('DESTINATION');
  return {
    family: 'XRPL',
    sequence: nextSequenceOf(senderInfo),
    fee: chooseFee(getField(fees, 'drops')),
    lastLedgerSequence: integerField(validated, 'seq') + LIFETIME_LEDGERS,
  };
}

/** Account in the newest validated ledger; null: there is none. */
const readAccountInfo = (rpc: Rpc, account: string) =>
  nullIfRefused('actNotFound', rpc('account_info', { account, ledger_index: 'validated' }));

/**
 * Whether the destination can be paid: a new account must receive the reserve, others may have further
 * requirements.
 */
async function canReceive(
  rpc: Rpc,
  destinationInfo: unknown,
  sender: string,
  payment: { to: string; tag: string | null; amount: bigint },
  reserve: bigint,
): Promise<boolean> {
  if (destinationInfo === null) return payment.amount >= reserve;
  const data = getField(destinationInfo, 'account_data');
  const flags = integerField(data, 'Flags');
  // An AMM's account accepts no payments.
  if (getField(data, 'AMMID') !== undefined) return false;
  if ((flags & REQUIRE_DEST_TAG) !== 0 && payment.tag === null) return false;
  if ((flags & DEPOSIT_AUTH) === 0) return true;
  const parties = { source_account: sender, destination_account: payment.to, ledger_index: 'validated' };
  return getField(await rpc('deposit_authorized', parties), 'deposit_authorized') === true;
}

/** Returns the sequence behind the open ledger and the queue. */
function nextSequenceOf(info: unknown): number {
  const nextValidated = integerField(getField(info, 'account_data'), 'Sequence');
  const queued = getPath(info, 'queue_data', 'highest_sequence');
  return typeof queued === 'number' && queued >= nextValidated ? queued + 1 : nextValidated;
}

/** Returns the fee for inclusion in the next ledger, within limits. */
function chooseFee(drops: unknown): bigint {
  const minFee = unitsField(drops, 'base_fee');
  const openLedgerFee = unitsField(drops, 'open_ledger_fee');
  if (minFee > MAX_FEE) throw new NodeFailure('xrpl', `a least fee of ${minFee} drops`);
  const neededFee = openLedgerFee > minFee ? openLedgerFee : minFee;
  return neededFee < MAX_FEE ? neededFee : MAX_FEE;
}

/** Result codes for a transaction that expired, or whose sequence was used by another. */
const DEAD_RESULT_CODES: ReadonlySet<string> = new Set(['tefPAST_SEQ', 'tefMAX_LEDGER']);

async function broadcast(rpc: Rpc, raw: string, txid: string): Promise<BroadcastOutcome> {
  const result = await rpc('submit', { tx_blob: raw }).catch((error: unknown) => {
    if (error instanceof NodeFailure || error instanceof RpcRefusal) return null;
    throw error;
  });
  if (result === null) return 'UNKNOWN';
  const code = textField(result, 'engine_result');
  // Accepted: applied, queued, stored or relayed; `find` returns its final outcome.
  if (getField(result, 'accepted') === true || code === 'tefALREADY') return 'SENT';
  if (!DEAD_RESULT_CODES.has(code)) return 'UNKNOWN';
  if ((await findStatus(rpc, txid)).state !== 'UNKNOWN') return 'SENT';
  const { expires } = createXrpl('main').decode(raw);
  return expires !== null && (await isProvenAbsent(rpc, txid, expires)) ? 'DEAD' : 'UNKNOWN';
}

/** Whether none of the ledgers that could contain it does, and the node has them all ("tx", not found response). */
async function isProvenAbsent(rpc: Rpc, txid: string, expires: number): Promise<boolean> {
  if ((await readLedger(rpc, 'validated')).height < expires) return false;
  const range = { min_ledger: expires - MAX_LIFETIME_LEDGERS, max_ledger: expires };
  try {
    await rpc('tx', { transaction: txid, ...range });
    return false;
  } catch (error) {
    if (!(error instanceof RpcRefusal) || error.reason !== 'txnNotFound') throw error;
    return getField(error.result, 'searched_all') === true;
  }
}

/**
 * Whether its last ledger has passed, and every ledger that could contain it is available, so that a lookup now is
 * conclusive.
 */
async function isExpired(rpc: Rpc, expires: number): Promise<boolean> {
  const state = getField(await rpc('server_state', {}), 'state');
  if (integerField(getField(state, 'validated_ledger'), 'seq') <= expires) return false;
  return textField(state, 'complete_ledgers')
    .split(',')
    .some((range) => {
      const [, firstLedger = '', lastLedger = firstLedger] = /^(\d+)(?:-(\d+))?$/.exec(range.trim()) ?? [];
      if (firstLedger === '') return false;
      return (
        Number.parseInt(firstLedger, 10) <= expires - MAX_LIFETIME_LEDGERS &&
        Number.parseInt(lastLedger, 10) > expires
      );
    });
}
