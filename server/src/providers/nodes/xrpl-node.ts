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
import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import { NodeFailure } from './node-http.ts';
import { field, getPath, list, moment, readMemo, textField, units, wholeNumber } from './node-replies.ts';
import { type RestNode, restNode } from './node-rest.ts';

export interface XrplOptions {
  /** JSON-RPC of a rippled. */
  url: string;
  /** Our single account, and those of older seeds, whose tags users have stored; queried when needed. */
  accounts(): Promise<readonly string[]>;
  timeoutMs?: number;
  fetch?: Fetch;
}

/** Ledgers until a transaction expires: a little more than a minute. */
const LIFE = 20;
/** Maximum age in ledgers of a transaction of ours at its expiry. */
const MAX_LIFETIME = 100;
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
  const within = restNode('xrpl', url, { timeoutMs, fetch });
  const call = <T>(work: (rpc: Rpc) => Promise<T>) => within((node) => work(rpcOf(node)));
  return {
    chain: 'RIPPLE',
    head: () =>
      call(async (rpc) => {
        const { height } = await readLedger(rpc, 'validated');
        return { height, final: height };
      }),
    blocks: (from, to) => call(async (rpc) => readBlocks(rpc, await accounts(), from, to)),
    transaction: (txid) =>
      call(async (rpc) => {
        const found = await findTransaction(rpc, txid);
        if (found === null) return null;
        if (field(found, 'validated') !== true) return { incoming: [], height: null };
        const incoming = (await accounts()).flatMap((account) => readPayment(found, account) ?? []);
        return { incoming, height: wholeNumber(found, 'ledger_index') };
      }),
    find: (txid) => call((rpc) => find(rpc, txid)),
    plan: (order) => call((rpc) => plan(rpc, order)),
    broadcast: ({ raw, txid }) => call((rpc) => broadcast(rpc, raw, txid)),
    balance: (address) =>
      call(async (rpc) => {
        const info = await accountInfo(rpc, address);
        return info === null ? 0n : units(getPath(info, 'account_data'), 'Balance');
      }),
    isExpired: (expires) => call((rpc) => isExpired(rpc, expires)),
  };
}

/** Returns the result of a method. Throws RpcRefusal with rippled's own code. */
type Rpc = (method: string, params: Record<string, unknown>) => Promise<unknown>;

class RpcRefusal extends Error {
  readonly reason: string;
  readonly answer: unknown;
  constructor(reason: string, answer: unknown) {
    super(`xrpl: ${reason}`);
    this.name = 'RpcRefusal';
    this.reason = reason;
    this.answer = answer;
  }
}

const rpcOf =
  (node: RestNode): Rpc =>
  async (method, params) => {
    const body = await node.need(node.post('/', { method, params: [{ ...params, api_version: 2 }] }));
    const result = field(body, 'result');
    const reason = field(result, 'error');
    if (typeof reason === 'string') throw new RpcRefusal(reason, result);
    if (field(result, 'status') !== 'success') throw new NodeFailure('xrpl', `${method} without success`);
    return result;
  };

/** Returns null for one expected refusal. */
async function unless<T>(reason: string, pending: Promise<T>): Promise<T | null> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof RpcRefusal && error.reason === reason) return null;
    throw error;
  }
}

async function readLedger(rpc: Rpc, ledger: number | 'validated') {
  const result = await rpc('ledger', { ledger_index: ledger });
  if (field(result, 'validated') !== true) throw new NodeFailure('xrpl', 'a ledger that is not validated');
  return {
    height: wholeNumber(result, 'ledger_index'),
    hash: textField(result, 'ledger_hash'),
    at: moment(field(result, 'ledger'), 'close_time_iso'),
  };
}

async function readBlocks(rpc: Rpc, accounts: readonly string[], from: number, to: number): Promise<Block[]> {
  const blocks = new Map<number, Block & { incoming: IncomingPayment[] }>();
  const found: { entry: unknown; incoming: IncomingPayment }[] = [];
  for (const account of accounts)
    for (const entry of await readHistory(rpc, account, from, to)) {
      const incoming = readPayment(entry, account);
      if (incoming !== null) found.push({ entry, incoming });
    }
  for (const { entry, incoming } of found) {
    const height = wholeNumber(entry, 'ledger_index');
    const block = blocks.get(height) ?? {
      height,
      hash: textField(entry, 'ledger_hash'),
      parentHash: null,
      at: moment(entry, 'close_time_iso'),
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
    const result = await unless('actNotFound', pending);
    // The account of a new seed doesn't exist before its first payment, and the node is up to date.
    if (result === null && (await readLedger(rpc, to))) return entries;
    if (wholeNumber(result, 'ledger_index_min') > from || wholeNumber(result, 'ledger_index_max') < to)
      throw new NodeFailure('xrpl', `ledgers of ${from} to ${to} are missing`);
    entries.push(...list(result, 'transactions'));
    marker = field(result, 'marker');
    if (marker === undefined) return entries;
  }
  throw new NodeFailure('xrpl', 'too many pages');
}

/**
 * Returns a payment of XRP to our account; null: it is none. Only `delivered_amount` was received: `Amount`
 * (DeliverMax) of a partial payment may be more ("Partial Payments"). For other currencies it is an object.
 */
function readPayment(entry: unknown, account: string): IncomingPayment | null {
  const tx = field(entry, 'tx_json');
  const meta = field(entry, 'meta');
  if (field(entry, 'validated') !== true || field(meta, 'TransactionResult') !== 'tesSUCCESS') return null;
  if (field(tx, 'TransactionType') !== 'Payment' || field(tx, 'Destination') !== account) return null;
  const delivered = field(meta, 'delivered_amount');
  if (typeof delivered !== 'string' || !/^[1-9]\d*$/.test(delivered)) return null;
  const tag = field(tx, 'DestinationTag');
  return {
    txid: textField(entry, 'hash'),
    index: 0,
    to: account,
    tag: tag === undefined ? null : readMemo(String(tag)),
    asset: 'RIPPLE',
    tokenType: 'RIPPLE',
    contract: null,
    amount: BigInt(delivered),
  };
}

const findTransaction = (rpc: Rpc, txid: string) => unless('txnNotFound', rpc('tx', { transaction: txid }));

async function find(rpc: Rpc, txid: string): Promise<TransactionStatus> {
  const found = await findTransaction(rpc, txid);
  if (found === null) return { state: 'UNKNOWN' };
  if (field(found, 'validated') !== true) return { state: 'WAITING' };
  const height = wholeNumber(found, 'ledger_index');
  const { hash } = await readLedger(rpc, height);
  const ok = getPath(found, 'meta', 'TransactionResult') === 'tesSUCCESS';
  return { state: 'INCLUDED', height, blockHash: hash, ok, fee: units(field(found, 'tx_json'), 'Fee') };
}

async function plan(rpc: Rpc, { sender, payments }: PlanRequest): Promise<TransactionPlan> {
  const [payment] = payments;
  if (!payment) throw new Error('xrpl: nothing to pay');
  const [us, them, state, fees] = await Promise.all([
    rpc('account_info', { account: sender, ledger_index: 'current', queue: true }),
    accountInfo(rpc, payment.to),
    rpc('server_state', {}),
    rpc('fee', {}),
  ]);
  const validated = getPath(state, 'state', 'validated_ledger');
  if (!(await takes(rpc, them, sender, payment, units(validated, 'reserve_base'))))
    throw new Error('DESTINATION');
  return {
    family: 'XRPL',
    sequence: nextSequence(us),
    fee: feeOf(field(fees, 'drops')),
    lastLedgerSequence: wholeNumber(validated, 'seq') + LIFE,
  };
}

/** Account in the newest validated ledger; null: there is none. */
const accountInfo = (rpc: Rpc, account: string) =>
  unless('actNotFound', rpc('account_info', { account, ledger_index: 'validated' }));

/**
 * Whether the destination can be paid: a new account must receive the reserve, others may have further
 * requirements.
 */
async function takes(
  rpc: Rpc,
  info: unknown,
  sender: string,
  payment: { to: string; tag: string | null; amount: bigint },
  reserve: bigint,
): Promise<boolean> {
  if (info === null) return payment.amount >= reserve;
  const data = field(info, 'account_data');
  const flags = wholeNumber(data, 'Flags');
  // An AMM's account accepts no payments.
  if (field(data, 'AMMID') !== undefined) return false;
  if ((flags & REQUIRE_DEST_TAG) !== 0 && payment.tag === null) return false;
  if ((flags & DEPOSIT_AUTH) === 0) return true;
  const parties = { source_account: sender, destination_account: payment.to, ledger_index: 'validated' };
  return field(await rpc('deposit_authorized', parties), 'deposit_authorized') === true;
}

/** Returns the sequence behind the open ledger and the queue. */
function nextSequence(info: unknown): number {
  const next = wholeNumber(field(info, 'account_data'), 'Sequence');
  const queued = getPath(info, 'queue_data', 'highest_sequence');
  return typeof queued === 'number' && queued >= next ? queued + 1 : next;
}

/** Returns the fee for inclusion in the next ledger, within limits. */
function feeOf(drops: unknown): bigint {
  const least = units(drops, 'base_fee');
  const open = units(drops, 'open_ledger_fee');
  if (least > MAX_FEE) throw new NodeFailure('xrpl', `a least fee of ${least} drops`);
  const wanted = open > least ? open : least;
  return wanted < MAX_FEE ? wanted : MAX_FEE;
}

/** Result codes for a transaction that expired, or whose sequence was used by another. */
const OVER: ReadonlySet<string> = new Set(['tefPAST_SEQ', 'tefMAX_LEDGER']);

async function broadcast(rpc: Rpc, raw: string, txid: string): Promise<BroadcastOutcome> {
  const result = await rpc('submit', { tx_blob: raw }).catch((error: unknown) => {
    if (error instanceof NodeFailure || error instanceof RpcRefusal) return null;
    throw error;
  });
  if (result === null) return 'UNKNOWN';
  const code = textField(result, 'engine_result');
  // Accepted: applied, queued, stored or relayed; `find` returns its final outcome.
  if (field(result, 'accepted') === true || code === 'tefALREADY') return 'SENT';
  if (!OVER.has(code)) return 'UNKNOWN';
  if ((await find(rpc, txid)).state !== 'UNKNOWN') return 'SENT';
  const { expires } = createXrpl('main').decode(raw);
  return expires !== null && (await neverCame(rpc, txid, expires)) ? 'DEAD' : 'UNKNOWN';
}

/** Whether none of the ledgers that could contain it does, and the node has them all ("tx", not found response). */
async function neverCame(rpc: Rpc, txid: string, expires: number): Promise<boolean> {
  if ((await readLedger(rpc, 'validated')).height < expires) return false;
  const range = { min_ledger: expires - MAX_LIFETIME, max_ledger: expires };
  try {
    await rpc('tx', { transaction: txid, ...range });
    return false;
  } catch (error) {
    if (!(error instanceof RpcRefusal) || error.reason !== 'txnNotFound') throw error;
    return field(error.answer, 'searched_all') === true;
  }
}

/**
 * Whether its last ledger has passed, and every ledger that could contain it is available, so that a lookup now is
 * conclusive.
 */
async function isExpired(rpc: Rpc, expires: number): Promise<boolean> {
  const state = field(await rpc('server_state', {}), 'state');
  if (wholeNumber(field(state, 'validated_ledger'), 'seq') <= expires) return false;
  return textField(state, 'complete_ledgers')
    .split(',')
    .some((range) => {
      const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(range.trim()) ?? [];
      if (first === '') return false;
      return Number.parseInt(first, 10) <= expires - MAX_LIFETIME && Number.parseInt(last, 10) > expires;
    });
}
