import { encodeTransferCall, raiseFees } from '../../../chains/evm.ts';
import type { ChainPayment, SignedTransaction, TransactionPlan } from '../../../chains/types.ts';
import type { BroadcastOutcome, PlanRequest, TransactionStatus } from '../../../custody/ports.ts';
import { NodeFailure } from '../node-http.ts';
import { type EvmClient, readEvmBalance, readFinalHeight, toHex } from './evm-client.ts';
import {
  parseEvmBlock,
  parseEvmNumber,
  parseEvmReceipt,
  parseEvmTransaction,
  parseQuantity,
} from './evm-replies.ts';
import type { EvmRpc } from './evm-rpc.ts';

/** Maximum gas of a payment: a destination that needs more isn't paid. */
const MAX_GAS = 200_000n;
const PLAIN_GAS = 21_000n;
/** Without finality, a nonce used at this depth counts as used; full nodes have no older state. */
const FINAL_DEPTH = 100;

/**
 * Error messages of geth and its forks (core/txpool/errors.go, core/vm/errors.go), Nethermind, Erigon and anvil:
 * there are no codes.
 */
const ALREADY_KNOWN = /already known|alreadyknown|known transaction|already imported|already exists/i;
const NONCE_USED = /nonce too low|oldnonce|nonce is too low/i;
const REVERTED = /revert|invalid opcode|out of gas|gas required exceeds/i;

/**
 * Plans a payment. Throws DESTINATION if it can't be paid, FUNDS if there isn't enough, ENOUGH if the fee needn't
 * be raised.
 */
export async function planPayment(client: EvmClient, request: PlanRequest): Promise<TransactionPlan> {
  const [payment, ...otherPayments] = request.payments;
  if (!payment || otherPayments.length > 0) throw new Error('one payment at a time');
  const rpc = await client.openSession();
  const fees = client.chain === 'CLASSIC_ETHEREUM' ? await readLegacyFees(rpc) : await readMarketFees(rpc);
  if (request.bump) {
    const plan = raiseFees(request.bump.raw, fees);
    if (plan === null) throw new Error('ENOUGH');
    return plan;
  }
  const nonce = parseEvmNumber(await rpc.call('eth_getTransactionCount', request.sender, 'pending'));
  const gasLimit = await computeGasLimit(client, rpc, request, payment);
  return { family: 'EVM', chainId: client.chainId, nonce, gasLimit, ...fees };
}

type Fees = Pick<TransactionPlan & { family: 'EVM' }, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/** Twice the base fee and a tip: room for six full blocks in a row (EIP-1559); only what is due is charged. */
async function readMarketFees(rpc: EvmRpc): Promise<Fees> {
  const [block, tip] = await rpc.callAll([
    ['eth_getBlockByNumber', 'latest', false],
    ['eth_maxPriorityFeePerGas'],
  ]);
  const maxPriorityFeePerGas = parseQuantity(tip);
  const { baseFee } = parseEvmBlock(block);
  if (baseFee === null) throw new Error('a chain without a base fee');
  return { maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

/** A quarter above the node's suggestion, rounded up. */
async function readLegacyFees(rpc: EvmRpc): Promise<Fees> {
  const price = parseQuantity(await rpc.call('eth_gasPrice'));
  return { maxFeePerGas: (price * 5n + 3n) / 4n, maxPriorityFeePerGas: null };
}

async function computeGasLimit(
  client: EvmClient,
  rpc: EvmRpc,
  request: PlanRequest,
  payment: ChainPayment,
): Promise<bigint> {
  const { to, amount } = payment;
  const contract = client.contractOf(payment.asset, payment.tokenType);
  if ((await readEvmBalance(rpc, request.sender, contract)) < amount) throw new Error('FUNDS');
  const call = contract
    ? { from: request.sender, to: contract, data: encodeTransferCall(to, amount) }
    : // Estimated with a small amount: the whole balance couldn't pay for its own gas, and gas doesn't depend on the amount.
      { from: request.sender, to, value: toHex(request.all ? 1n : amount) };
  const gas = await estimateGas(rpc, call);
  if (gas > MAX_GAS) throw new Error('DESTINATION');
  // A plain transfer takes exactly this amount; others get a fifth more, rounded up.
  return gas === PLAIN_GAS ? gas : (gas * 6n + 4n) / 5n;
}

/**
 * The sender has enough, so a revert is caused by the destination: a contract that rejects payments, a frozen
 * account.
 */
async function estimateGas(rpc: EvmRpc, call: object): Promise<bigint> {
  try {
    return parseQuantity(await rpc.call('eth_estimateGas', call));
  } catch (error) {
    if (error instanceof NodeFailure && REVERTED.test(error.message)) throw new Error('DESTINATION');
    throw error;
  }
}

export async function broadcastSigned(
  client: EvmClient,
  { raw, txid }: SignedTransaction,
): Promise<BroadcastOutcome> {
  try {
    const rpc = await client.openSession();
    const refusal = await sendRaw(rpc, raw);
    if (refusal === null || ALREADY_KNOWN.test(refusal)) return 'SENT';
    if (!NONCE_USED.test(refusal)) return 'UNKNOWN';
    if ((await findOnChain(rpc, txid)).state !== 'UNKNOWN') return 'SENT';
    return (await isSequenceUsed(client, rpc, raw)) && (await findOnChain(rpc, txid)).state === 'UNKNOWN'
      ? 'DEAD'
      : 'UNKNOWN';
  } catch (error) {
    if (error instanceof NodeFailure) return 'UNKNOWN';
    throw error;
  }
}

/** Null: accepted. Otherwise the node's message. */
async function sendRaw(rpc: EvmRpc, raw: string): Promise<string | null> {
  try {
    await rpc.call('eth_sendRawTransaction', raw);
    return null;
  } catch (error) {
    if (error instanceof NodeFailure && error.code !== null) return error.message;
    throw error;
  }
}

/**
 * Whether the sender's nonce is past this transaction's in a final block, so that another one replaced it. A newer
 * block could be reorganised, and this transaction be included after the money was sent again.
 */
async function isSequenceUsed(client: EvmClient, rpc: EvmRpc, raw: string): Promise<boolean> {
  const { from, sequence } = client.codec.decode(raw);
  const height = client.finalizes
    ? await readFinalHeight(rpc)
    : parseEvmNumber(await rpc.call('eth_blockNumber')) - FINAL_DEPTH;
  if (height < 0 || sequence === null) return false;
  return parseQuantity(await rpc.call('eth_getTransactionCount', from, toHex(height))) > sequence;
}

export async function findOnChain(rpc: EvmRpc, txid: string): Promise<TransactionStatus> {
  const [transaction, receipt] = await rpc.callAll([
    ['eth_getTransactionByHash', txid],
    ['eth_getTransactionReceipt', txid],
  ]);
  if (!receipt) return { state: transaction ? 'WAITING' : 'UNKNOWN' };
  const gasPrice = transaction ? parseEvmTransaction(transaction).gasPrice : 0n;
  const { height, blockHash, ok, fee } = parseEvmReceipt(receipt, gasPrice);
  return { state: 'INCLUDED', height, blockHash, ok, fee };
}
