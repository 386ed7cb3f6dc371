/**
 * A node of BITCOIN, LITE_COIN, DOGE_COIN, DASH or BITCOIN_CASH: bitcoind's JSON-RPC
 * (developer.bitcoin.org/reference/rpc) as implemented by Bitcoin Core, Litecoin Core, Dogecoin Core 1.14, Dash
 * Core and Bitcoin Cash Node. The node must have an index of all transactions (txindex=1): without it a transaction
 * of ours couldn't be distinguished from one that never existed.
 */
import type { Chain } from '@sarraf/domain';
import type { Net, SignedTransaction, TransactionPlan } from '../../../chains/types.ts';
import { createUtxo } from '../../../chains/utxo/utxo.ts';
import { isUtxoChain, utxoRulesOf } from '../../../chains/utxo/utxo-rules.ts';
import type {
  Block,
  BroadcastOutcome,
  ChainNode,
  PlanRequest,
  TransactionStatus,
} from '../../../custody/ports.ts';
import type { Fetch } from '../../../platform/outgoing/connections.ts';
import { getField } from '../../prices/price-http.ts';
import { createBalanceReader } from './utxo-balance.ts';
import {
  createPoolReader,
  createUtxoBlockReader,
  locateTransaction,
  lookUpTransactions,
  resultOrThrow,
} from './utxo-lookups.ts';
import { boundRate, choosePlan, FEE_RATES } from './utxo-plan.ts';
import { findTooLong, readPreviousTransactions } from './utxo-previous.ts';
import { createCallTimeout, createRpc, parseCoinAmount, type Rpc, RpcError } from './utxo-rpc.ts';
import { findUtxoIncoming, type NodeTx, parseInteger } from './utxo-transform.ts';

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
  const rules = utxoRulesOf(chain, net);
  const codec = createUtxo(chain, net);
  const readBlocks = createUtxoBlockReader(rpc);
  const readWaiting = createPoolReader(rpc);
  const balances = createBalanceReader(rpc);
  return {
    chain,
    async head() {
      const signal = createCallTimeout();
      const height = parseInteger(await rpc.call('getblockcount', [], signal));
      return { height, final: chain === 'DASH' ? await readFinalHeight(rpc, height, signal) : null };
    },
    async blocks(from, to) {
      const blocks = await readBlocks(from, to);
      return blocks.map(({ transactions, ...block }): Block => {
        return { ...block, incoming: transactions.flatMap((tx) => findUtxoIncoming(rules, tx)) };
      });
    },
    async waiting() {
      return (await readWaiting()).flatMap((tx) => findUtxoIncoming(rules, tx));
    },
    async transaction(txid) {
      const located = await locateTransaction(rpc, txid, createCallTimeout());
      return (
        located && { incoming: findUtxoIncoming(rules, located.tx), height: located.block?.height ?? null }
      );
    },
    find: (txid) => findStatus(rpc, txid),
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
      const bumpedOutputs = new Set(request.bump?.inputs.map(outpointKeyOf));
      const spentOutputs = await findSpentOutputs(
        rpc,
        chosen.inputs.filter((input) => !bumpedOutputs.has(outpointKeyOf(input))),
        signal,
      );
      const raws =
        spentOutputs.size === 0
          ? await readPreviousTransactions(rpc, rules.chain, chosen.inputs, signal)
          : new Map();
      const tooLongTxids = findTooLong(raws);
      if (spentOutputs.size === 0 && tooLongTxids.size === 0)
        return { ...chosen, previous: [...raws.values()] };
      unspent = unspent.filter(
        (output) => !spentOutputs.has(outpointKeyOf(output)) && !tooLongTxids.has(output.txid),
      );
    }
    throw new Error('the node knows none of the outputs it is asked to spend');
  }
}

const PLAN_ROUNDS = 10;

/**
 * Returns the newest block with a ChainLock, which is final; null: none known.
 * Dash Core RPC, getbestchainlock.
 */
async function readFinalHeight(rpc: Rpc, height: number, signal: AbortSignal): Promise<number | null> {
  try {
    const lock = await rpc.call('getbestchainlock', [], signal);
    if (getField(lock, 'known_block') === false) return null;
    return Math.min(height, parseInteger(getField(lock, 'height')));
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

// ── Transactions of ours ────────────────────────────────────────────────────────────────────────

async function findStatus(rpc: Rpc, txid: string): Promise<TransactionStatus> {
  const signal = createCallTimeout();
  const located = await locateTransaction(rpc, txid, signal);
  if (!located) return { state: 'UNKNOWN' };
  if (!located.block) return { state: 'WAITING' };
  const { height, hash } = located.block;
  return {
    state: 'INCLUDED',
    height,
    blockHash: hash,
    ok: true,
    fee: await computeFee(rpc, located.tx, signal),
  };
}

async function computeFee(rpc: Rpc, tx: NodeTx, signal: AbortSignal): Promise<bigint> {
  const ids = [...new Set(tx.inputs.map(({ txid }) => txid))];
  const previousTransactions = new Map(
    (await lookUpTransactions(rpc, ids, signal)).map((spent) => [spent.txid, spent]),
  );
  const amounts = tx.inputs.map(({ txid, index }) => {
    const output = previousTransactions.get(txid)?.outputs.find((candidate) => candidate.index === index);
    if (!output) throw new Error(`what ${tx.txid} spends is unknown`);
    return output.amount;
  });
  const sumAmounts = (amountList: readonly bigint[]) =>
    amountList.reduce((total, amountItem) => total + amountItem, 0n);
  return sumAmounts(amounts) - sumAmounts(tx.outputs.map(({ amount }) => amount));
}

/** Returns the fee rate for a confirmation within about six blocks, smallest units per 1,000 bytes; null: unknown. */
async function estimateRate(rpc: Rpc, signal: AbortSignal): Promise<bigint | null> {
  try {
    const rate = getField(await rpc.call('estimatesmartfee', [6], signal), 'feerate');
    return rate === undefined ? null : parseCoinAmount(rate);
  } catch (error) {
    // Bitcoin Cash Node has no such method.
    if (error instanceof RpcError) return null;
    throw error;
  }
}

const outpointKeyOf = ({ txid, index }: { txid: string; index: number }): string => `${txid}:${index}`;

/**
 * Returns outputs that are spent already, by mined or pending transactions. Throws if one has another amount than
 * recorded.
 */
async function findSpentOutputs(
  rpc: Rpc,
  outputs: readonly { txid: string; index: number; amount: bigint }[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const results = await rpc.batch(
    'gettxout',
    outputs.map(({ txid, index }) => [txid, index, true]),
    signal,
  );
  const spent = new Set<string>();
  for (const [i, output] of outputs.entries()) {
    const result = resultOrThrow(results[i]);
    if (result === null) spent.add(outpointKeyOf(output));
    else if (parseCoinAmount(getField(result, 'value')) !== output.amount)
      throw new Error(`${outpointKeyOf(output)} holds another amount`);
  }
  return spent;
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
    if (isAlreadyAccepted(error)) return 'SENT';
  }
  try {
    return await resolveRefusal(rpc, txid, inputsOf(), createCallTimeout());
  } catch {
    return 'UNKNOWN';
  }
}

/** RPC_VERIFY_ALREADY_IN_CHAIN, and how older nodes report that it is pending already. */
const isAlreadyAccepted = ({ code, message }: RpcError): boolean =>
  code === -27 || /txn-already-known|txn-already-in-mempool|already in block chain/i.test(message);

/**
 * Returns the outcome of a transaction that the node refused. DEAD only if another mined transaction spent one of
 * its inputs; if that is only pending, or the fee is too low, it may still change.
 */
async function resolveRefusal(
  rpc: Rpc,
  txid: string,
  inputs: Outpoints,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  if (await locateTransaction(rpc, txid, signal)) return 'SENT';
  const results = await rpc.batch(
    'gettxout',
    inputs.map((input) => [input.txid, input.index, false]),
    signal,
  );
  const spentInputs = inputs.filter((_, i) => resultOrThrow(results[i]) === null);
  for (const input of spentInputs) {
    const inputTransaction = await locateTransaction(rpc, input.txid, signal);
    // It may have been mined between the two lookups, and then it spent the input itself.
    if (inputTransaction?.block) return (await locateTransaction(rpc, txid, signal)) ? 'SENT' : 'DEAD';
  }
  return 'UNKNOWN';
}
