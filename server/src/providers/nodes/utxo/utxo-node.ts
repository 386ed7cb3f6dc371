/**
 * A node of BITCOIN, LITE_COIN, DOGE_COIN, DASH or BITCOIN_CASH: bitcoind's JSON-RPC
 * (developer.bitcoin.org/reference/rpc) as implemented by Bitcoin Core, Litecoin Core, Dogecoin Core 1.14, Dash
 * Core and Bitcoin Cash Node. The node must have an index of all transactions (txindex=1): without it a transaction
 * of ours couldn't be distinguished from one that never existed.
 */
import type { Chain } from '@sarraf/domain';
import type { Net, SignedTransaction, TransactionPlan } from '../../../chains/types.ts';
import { createUtxo } from '../../../chains/utxo/utxo.ts';
import { isUtxoChain, rulesOf } from '../../../chains/utxo/utxo-rules.ts';
import type {
  Block,
  BroadcastOutcome,
  ChainNode,
  PlanRequest,
  TransactionStatus,
} from '../../../custody/ports.ts';
import type { Fetch } from '../../../platform/outgoing/ways-out.ts';
import { field } from '../../prices/price-http.ts';
import { balanceReader } from './utxo-balance.ts';
import { blockReader, locate, lookUpTransactions, resultOrThrow, waitingReader } from './utxo-lookups.ts';
import { boundRate, choosePlan, FEE_RATES } from './utxo-plan.ts';
import { readPreviousTransactions, tooLong } from './utxo-previous.ts';
import { createCallTimeout, createRpc, type Rpc, RpcError, readAmount } from './utxo-rpc.ts';
import { type NodeTx, readInteger, utxoIncomingOf } from './utxo-transform.ts';

export interface UtxoNodeOptions {
  chain: Chain;
  /** http://user:password@host:port/ */
  url: string;
  net: Net;
  fetch?: Fetch;
}

export function createUtxoNode({ chain, url, net, fetch }: UtxoNodeOptions): ChainNode {
  if (!isUtxoChain(chain)) throw new Error(`${chain} is no chain of the Bitcoin family`);
  const rpc = createRpc(url, fetch);
  const rules = rulesOf(chain, net);
  const codec = createUtxo(chain, net);
  const readBlocks = blockReader(rpc);
  const readWaiting = waitingReader(rpc);
  const balances = balanceReader(rpc);
  return {
    chain,
    async head() {
      const signal = createCallTimeout();
      const height = readInteger(await rpc.call('getblockcount', [], signal));
      return { height, final: chain === 'DASH' ? await finalHeight(rpc, height, signal) : null };
    },
    async blocks(from, to) {
      const blocks = await readBlocks(from, to);
      return blocks.map(({ transactions, ...block }): Block => {
        return { ...block, incoming: transactions.flatMap((tx) => utxoIncomingOf(rules, tx)) };
      });
    },
    async waiting() {
      return (await readWaiting()).flatMap((tx) => utxoIncomingOf(rules, tx));
    },
    async transaction(txid) {
      const seen = await locate(rpc, txid, createCallTimeout());
      return seen && { incoming: utxoIncomingOf(rules, seen.tx), height: seen.block?.height ?? null };
    },
    find: (txid) => find(rpc, txid),
    plan: (request) => plan(request),
    broadcast: (signed) => broadcast(rpc, signed, () => codec.decode(signed.raw).inputs),
    async balance(address, asset, tokenType) {
      if (asset !== rules.coin || tokenType !== chain) throw new Error(`no ${asset} on ${chain}`);
      return balances(address);
    },
  };

  async function plan(request: PlanRequest): Promise<TransactionPlan> {
    const signal = createCallTimeout();
    const rate = boundRate(FEE_RATES[rules.chain], await estimateRate(rpc, signal));
    let { unspent } = request;
    // Each round removes outputs that the node reports as spent, so that nothing is signed that would be refused.
    for (let round = 0; round < PLAN_ROUNDS; round += 1) {
      const chosen = choosePlan(rules, { ...request, unspent }, rate);
      // A replacement spends the inputs of the transaction it replaces.
      const own = new Set(request.bump?.inputs.map(nameOf));
      const gone = await findGone(
        rpc,
        chosen.inputs.filter((input) => !own.has(nameOf(input))),
        signal,
      );
      const raws =
        gone.size === 0 ? await readPreviousTransactions(rpc, rules.chain, chosen.inputs, signal) : new Map();
      const long = tooLong(raws);
      if (gone.size === 0 && long.size === 0) return { ...chosen, previous: [...raws.values()] };
      unspent = unspent.filter((output) => !gone.has(nameOf(output)) && !long.has(output.txid));
    }
    throw new Error('the node knows none of the outputs it is asked to spend');
  }
}

const PLAN_ROUNDS = 10;

/**
 * Returns the newest block with a ChainLock, which is final; null: none known.
 * Dash Core RPC, getbestchainlock.
 */
async function finalHeight(rpc: Rpc, height: number, signal: AbortSignal): Promise<number | null> {
  try {
    const lock = await rpc.call('getbestchainlock', [], signal);
    if (field(lock, 'known_block') === false) return null;
    return Math.min(height, readInteger(field(lock, 'height')));
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

// ── Transactions of ours ────────────────────────────────────────────────────────────────────────

async function find(rpc: Rpc, txid: string): Promise<TransactionStatus> {
  const signal = createCallTimeout();
  const seen = await locate(rpc, txid, signal);
  if (!seen) return { state: 'UNKNOWN' };
  if (!seen.block) return { state: 'WAITING' };
  const { height, hash } = seen.block;
  return { state: 'INCLUDED', height, blockHash: hash, ok: true, fee: await feeOf(rpc, seen.tx, signal) };
}

async function feeOf(rpc: Rpc, tx: NodeTx, signal: AbortSignal): Promise<bigint> {
  const ids = [...new Set(tx.inputs.map(({ txid }) => txid))];
  const before = new Map((await lookUpTransactions(rpc, ids, signal)).map((spent) => [spent.txid, spent]));
  const amounts = tx.inputs.map(({ txid, index }) => {
    const output = before.get(txid)?.outputs.find((candidate) => candidate.index === index);
    if (!output) throw new Error(`what ${tx.txid} spends is unknown`);
    return output.amount;
  });
  const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n);
  return sum(amounts) - sum(tx.outputs.map(({ amount }) => amount));
}

/** Returns the fee rate for a confirmation within about six blocks, smallest units per 1,000 bytes; null: unknown. */
async function estimateRate(rpc: Rpc, signal: AbortSignal): Promise<bigint | null> {
  try {
    const rate = field(await rpc.call('estimatesmartfee', [6], signal), 'feerate');
    return rate === undefined ? null : readAmount(rate);
  } catch (error) {
    // Bitcoin Cash Node has no such method.
    if (error instanceof RpcError) return null;
    throw error;
  }
}

const nameOf = ({ txid, index }: { txid: string; index: number }): string => `${txid}:${index}`;

/**
 * Returns outputs that are spent already, by mined or pending transactions. Throws if one has another amount than
 * recorded.
 */
async function findGone(
  rpc: Rpc,
  outputs: readonly { txid: string; index: number; amount: bigint }[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const answers = await rpc.batch(
    'gettxout',
    outputs.map(({ txid, index }) => [txid, index, true]),
    signal,
  );
  const gone = new Set<string>();
  for (const [i, output] of outputs.entries()) {
    const answer = resultOrThrow(answers[i]);
    if (answer === null) gone.add(nameOf(output));
    else if (readAmount(field(answer, 'value')) !== output.amount)
      throw new Error(`${nameOf(output)} holds another amount`);
  }
  return gone;
}

// ── Sending ─────────────────────────────────────────────────────────────────────────────────────

type Outpoints = readonly { txid: string; index: number }[];

async function broadcast(
  rpc: Rpc,
  { raw, txid }: SignedTransaction,
  inputsOf: () => Outpoints,
): Promise<BroadcastOutcome> {
  try {
    await rpc.call('sendrawtransaction', [raw], createCallTimeout());
    return 'SENT';
  } catch (error) {
    if (!(error instanceof RpcError)) return 'UNKNOWN';
    if (isTaken(error)) return 'SENT';
  }
  try {
    return await judge(rpc, txid, inputsOf(), createCallTimeout());
  } catch {
    return 'UNKNOWN';
  }
}

/** RPC_VERIFY_ALREADY_IN_CHAIN, and how older nodes report that it is pending already. */
const isTaken = ({ code, message }: RpcError): boolean =>
  code === -27 || /txn-already-known|txn-already-in-mempool|already in block chain/i.test(message);

/**
 * Returns the outcome of a transaction that the node refused. DEAD only if another mined transaction spent one of
 * its inputs; if that is only pending, or the fee is too low, it may still change.
 */
async function judge(
  rpc: Rpc,
  txid: string,
  inputs: Outpoints,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  if (await locate(rpc, txid, signal)) return 'SENT';
  const answers = await rpc.batch(
    'gettxout',
    inputs.map((input) => [input.txid, input.index, false]),
    signal,
  );
  const missing = inputs.filter((_, i) => resultOrThrow(answers[i]) === null);
  for (const input of missing) {
    const before = await locate(rpc, input.txid, signal);
    // It may have been mined between the two lookups, and then it spent the input itself.
    if (before?.block) return (await locate(rpc, txid, signal)) ? 'SENT' : 'DEAD';
  }
  return 'UNKNOWN';
}
