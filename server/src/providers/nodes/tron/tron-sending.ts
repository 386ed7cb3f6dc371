import type { Asset } from '@sarraf/domain';
import { trc20TransferData } from '../../../chains/tron.ts';
import type { ChainPayment, SignedTransaction, TransactionPlan } from '../../../chains/types.ts';
import type { BroadcastOutcome, PlanRequest } from '../../../custody/ports.ts';
import { field } from '../../prices/price-http.ts';
import { NodeFailure } from '../node-http.ts';
import { readInt64, tronText, txidOf } from './tron-replies.ts';
import { callContract, hexOf, solidified, type TronAsk, tronBalanceOf } from './tron-rest.ts';

/** How long a transaction may still be included; the maximum is a day. */
const LIFE_MS = 600_000;
/** A transfer burns some 30 TRX when energy is expensive and the destination is new to the token. */
const MAX_FEE_LIMIT = 140_000_000n;
/** Sun that the bytes of a transfer burn at most, without free bandwidth. */
const BANDWIDTH = 350_000n;

/**
 * Creates strictly increasing timestamps. Transactions have no sequence: two equal payments with the same timestamp
 * would be one transaction, and pay once.
 */
export function createTimestamps(now: () => number): () => number {
  let last = 0;
  return () => {
    last = now() > last ? now() : last + 1;
    return last;
  };
}

/** Plans a transfer. Throws DESTINATION if it can't be paid, FUNDS if amount or fee exceed the balance. */
export async function planTransfer(
  ask: TronAsk,
  request: PlanRequest,
  contractOf: (asset: Asset, tokenType: string) => string | null,
  timestamp: number,
): Promise<TransactionPlan> {
  const [payment, ...others] = request.payments;
  if (!payment || others.length > 0) throw new Error('one payment at a time');
  const contract = contractOf(payment.asset, payment.tokenType);
  if ((await tronBalanceOf(ask, request.sender, contract)) < payment.amount) throw new Error('FUNDS');
  // A solidified block exists on every branch.
  const block = await solidified(ask);
  return {
    family: 'TRON',
    refBlockBytes: (block.height & 0xffff).toString(16).padStart(4, '0'),
    refBlockHash: block.hash.slice(16, 32),
    timestamp,
    expiration: Math.max(block.time, timestamp) + LIFE_MS,
    feeLimit:
      contract === null ? await checkCoin(ask, payment) : await feeLimitOf(ask, request, payment, contract),
  };
}

/** The chain refuses plain transfers of TRX to contracts (parameter #35, forbidTransferToContract). */
async function checkCoin(ask: TronAsk, { to }: ChainPayment): Promise<0n> {
  const contract = await ask('/wallet/getcontract', { value: hexOf(to) });
  if (tronText(field(contract, 'contract_address')) !== '') throw new Error('DESTINATION');
  return 0n;
}

/** Returns the TRX that the transfer burns if the sender has no energy, plus a fifth. */
async function feeLimitOf(
  ask: TronAsk,
  request: PlanRequest,
  payment: ChainPayment,
  contract: string,
): Promise<bigint> {
  const { to, amount } = payment;
  const trial = await callContract(ask, request.sender, contract, trc20TransferData(to, amount));
  if (!wouldSucceed(trial)) throw new Error('DESTINATION');
  const energy = readInt64(field(trial, 'energy_used'));
  const price = await energyPrice(ask);
  const feeLimit = (energy * price * 6n + 4n) / 5n;
  if (energy <= 0n || feeLimit > MAX_FEE_LIMIT)
    throw new NodeFailure('TRON', `a transfer of ${energy} energy`);
  // Running out of energy burns the fee in vain. A sweep has provided energy before.
  if (!request.all) await checkMeans(ask, request.sender, energy, price);
  return feeLimit;
}

/** A simulation that reverts reports it in addition to `result`, which only concerns the request. */
function wouldSucceed(trial: unknown): boolean {
  const answer = field(trial, 'result');
  const [ret] = (field(field(trial, 'transaction'), 'ret') as unknown[] | undefined) ?? [];
  return (
    field(answer, 'result') === true &&
    field(answer, 'message') === undefined &&
    field(ret, 'ret') !== 'FAILED'
  );
}

async function checkMeans(ask: TronAsk, sender: string, energy: bigint, price: bigint): Promise<void> {
  const resource = await ask('/wallet/getaccountresource', { address: hexOf(sender) });
  const staked = readInt64(field(resource, 'EnergyLimit')) - readInt64(field(resource, 'EnergyUsed'));
  const toBurn = energy > staked ? (energy - (staked > 0n ? staked : 0n)) * price : 0n;
  if ((await tronBalanceOf(ask, sender, null)) < toBurn + BANDWIDTH) throw new Error('FUNDS');
}

/** Price of one energy in sun. */
async function energyPrice(ask: TronAsk): Promise<bigint> {
  const answer = field(await ask('/wallet/getchainparameters', {}), 'chainParameter');
  const list: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const price = readInt64(
    field(
      list.find((one) => field(one, 'key') === 'getEnergyFee'),
      'value',
    ),
  );
  if (price <= 0n) throw new NodeFailure('TRON', 'no price of energy');
  return price;
}

/** Codes of api.Return (developers.tron.network, "Broadcast and RPC errors"). */
export async function broadcastHex(
  ask: TronAsk,
  { raw, txid }: SignedTransaction,
): Promise<BroadcastOutcome> {
  const answer = await ask('/wallet/broadcasthex', { transaction: raw });
  const code = tronText(field(answer, 'code'));
  const taken = field(answer, 'result') === true || code === 'DUP_TRANSACTION_ERROR';
  if (taken) return txidOf(field(answer, 'txid') ?? txid) === txid ? 'SENT' : 'UNKNOWN';
  // Whether an expired one is dead depends on solidified blocks: see isExpired and find.
  return 'UNKNOWN';
}
