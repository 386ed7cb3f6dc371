import { raiseFees, transferData } from '../../../chains/evm.ts';
import type { ChainPayment, SignedTransaction, TransactionPlan } from '../../../chains/types.ts';
import type { BroadcastOutcome, PlanRequest, TransactionStatus } from '../../../custody/ports.ts';
import { NodeFailure } from '../node-http.ts';
import { type EvmClient, evmBalanceOf, finalHeight, hex } from './evm-client.ts';
import { evmNumber, quantity, readEvmBlock, readEvmReceipt, readEvmTransaction } from './evm-replies.ts';
import type { EvmRpc } from './evm-rpc.ts';

/** Maximum gas of a payment: a destination that needs more isn't paid. */
const MAX_GAS = 200_000n;
const PLAIN_GAS = 21_000n;
/** Without finality, a nonce used at this depth counts as used; full nodes have no older state. */
const DEEP = 100;

/**
 * Error messages of geth and its forks (core/txpool/errors.go, core/vm/errors.go), Nethermind, Erigon and anvil:
 * there are no codes.
 */
const KNOWN = /already known|alreadyknown|known transaction|already imported|already exists/i;
const USED = /nonce too low|oldnonce|nonce is too low/i;
const REVERTED = /revert|invalid opcode|out of gas|gas required exceeds/i;

/**
 * Plans a payment. Throws DESTINATION if it can't be paid, FUNDS if there isn't enough, ENOUGH if the fee needn't
 * be raised.
 */
export async function planPayment(client: EvmClient, request: PlanRequest): Promise<TransactionPlan> {
  const [payment, ...others] = request.payments;
  if (!payment || others.length > 0) throw new Error('one payment at a time');
  const rpc = await client.talk();
  const fees = client.chain === 'CLASSIC_ETHEREUM' ? await legacyFees(rpc) : await marketFees(rpc);
  if (request.bump) {
    const plan = raiseFees(request.bump.raw, fees);
    if (plan === null) throw new Error('ENOUGH');
    return plan;
  }
  const nonce = evmNumber(await rpc.ask('eth_getTransactionCount', request.sender, 'pending'));
  const gasLimit = await gasOf(client, rpc, request, payment);
  return { family: 'EVM', chainId: client.chainId, nonce, gasLimit, ...fees };
}

type Fees = Pick<TransactionPlan & { family: 'EVM' }, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/** Twice the base fee and a tip: room for six full blocks in a row (EIP-1559); only what is due is charged. */
async function marketFees(rpc: EvmRpc): Promise<Fees> {
  const [block, tip] = await rpc.askAll([
    ['eth_getBlockByNumber', 'latest', false],
    ['eth_maxPriorityFeePerGas'],
  ]);
  const maxPriorityFeePerGas = quantity(tip);
  const { baseFee } = readEvmBlock(block);
  if (baseFee === null) throw new Error('a chain without a base fee');
  return { maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas, maxPriorityFeePerGas };
}

/** A quarter above the node's suggestion, rounded up. */
async function legacyFees(rpc: EvmRpc): Promise<Fees> {
  const price = quantity(await rpc.ask('eth_gasPrice'));
  return { maxFeePerGas: (price * 5n + 3n) / 4n, maxPriorityFeePerGas: null };
}

async function gasOf(
  client: EvmClient,
  rpc: EvmRpc,
  request: PlanRequest,
  payment: ChainPayment,
): Promise<bigint> {
  const { to, amount } = payment;
  const contract = client.contractOf(payment.asset, payment.tokenType);
  if ((await evmBalanceOf(rpc, request.sender, contract)) < amount) throw new Error('FUNDS');
  const call = contract
    ? { from: request.sender, to: contract, data: transferData(to, amount) }
    : // Estimated with a small amount: the whole balance couldn't pay for its own gas, and gas doesn't depend on the amount.
      { from: request.sender, to, value: hex(request.all ? 1n : amount) };
  const gas = await estimate(rpc, call);
  if (gas > MAX_GAS) throw new Error('DESTINATION');
  // A plain transfer takes exactly this amount; others get a fifth more, rounded up.
  return gas === PLAIN_GAS ? gas : (gas * 6n + 4n) / 5n;
}

/**
 * The sender has enough, so a revert is caused by the destination: a contract that rejects payments, a frozen
 * account.
 */
async function estimate(rpc: EvmRpc, call: object): Promise<bigint> {
  try {
    return quantity(await rpc.ask('eth_estimateGas', call));
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
    const rpc = await client.talk();
    const refusal = await send(rpc, raw);
    if (refusal === null || KNOWN.test(refusal)) return 'SENT';
    if (!USED.test(refusal)) return 'UNKNOWN';
    if ((await findOnChain(rpc, txid)).state !== 'UNKNOWN') return 'SENT';
    return (await sequenceIsGone(client, rpc, raw)) && (await findOnChain(rpc, txid)).state === 'UNKNOWN'
      ? 'DEAD'
      : 'UNKNOWN';
  } catch (error) {
    if (error instanceof NodeFailure) return 'UNKNOWN';
    throw error;
  }
}

/** Null: accepted. Otherwise the node's message. */
async function send(rpc: EvmRpc, raw: string): Promise<string | null> {
  try {
    await rpc.ask('eth_sendRawTransaction', raw);
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
async function sequenceIsGone(client: EvmClient, rpc: EvmRpc, raw: string): Promise<boolean> {
  const { from, sequence } = client.codec.decode(raw);
  const height = client.finalizes
    ? await finalHeight(rpc)
    : evmNumber(await rpc.ask('eth_blockNumber')) - DEEP;
  if (height < 0 || sequence === null) return false;
  return quantity(await rpc.ask('eth_getTransactionCount', from, hex(height))) > sequence;
}

export async function findOnChain(rpc: EvmRpc, txid: string): Promise<TransactionStatus> {
  const [transaction, receipt] = await rpc.askAll([
    ['eth_getTransactionByHash', txid],
    ['eth_getTransactionReceipt', txid],
  ]);
  if (!receipt) return { state: transaction ? 'WAITING' : 'UNKNOWN' };
  const gasPrice = transaction ? readEvmTransaction(transaction).gasPrice : 0n;
  const { height, blockHash, ok, fee } = readEvmReceipt(receipt, gasPrice);
  return { state: 'INCLUDED', height, blockHash, ok, fee };
}
