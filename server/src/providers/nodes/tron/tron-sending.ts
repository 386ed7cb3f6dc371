import type { Asset } from '@sarraf/domain';
import { encodeTrc20Transfer } from '../../../chains/tron.ts';
import type { ChainPayment, SignedTransaction, TransactionPlan } from '../../../chains/types.ts';
import type { BroadcastOutcome, PlanRequest } from '../../../custody/ports.ts';
import { getField } from '../../prices/price-http.ts';
import { NodeFailure } from '../node-http.ts';
import { parseInt64, parseTxid, toTronText } from './tron-replies.ts';
import {
  callContract,
  readSolidifiedBlock,
  readTronBalance,
  type TronCall,
  toHexAddress,
} from './tron-rest.ts';

/** How long a transaction may still be included; the maximum is a day. */
const LIFETIME_MS = 600_000;
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
  callNode: TronCall,
  request: PlanRequest,
  contractOf: (asset: Asset, tokenType: string) => string | null,
  timestamp: number,
): Promise<TransactionPlan> {
  const [payment, ...otherPayments] = request.payments;
  if (!payment || otherPayments.length > 0) throw new Error('one payment at a time');
  const contract = contractOf(payment.asset, payment.tokenType);
  if ((await readTronBalance(callNode, request.sender, contract)) < payment.amount) throw new Error('FUNDS');
  // A solidified block exists on every branch.
  const block = await readSolidifiedBlock(callNode);
  return {
    family: 'TRON',
    refBlockBytes: (block.height & 0xffff).toString(16).padStart(4, '0'),
    refBlockHash: block.hash.slice(16, 32),
    timestamp,
    expiration: Math.max(block.time, timestamp) + LIFETIME_MS,
    feeLimit:
      contract === null
        ? await assertNotContract(callNode, payment)
        : await computeFeeLimit(callNode, request, payment, contract),
  };
}

/** The chain refuses plain transfers of TRX to contracts (parameter #35, forbidTransferToContract). */
async function assertNotContract(callNode: TronCall, { to }: ChainPayment): Promise<0n> {
  const contract = await callNode('/wallet/getcontract', { value: toHexAddress(to) });
  if (toTronText(getField(contract, 'contract_address')) !== '') throw new Error('DESTINATION');
  return 0n;
}

/** Returns the TRX that the transfer burns if the sender has no energy, plus a fifth. */
async function computeFeeLimit(
  callNode: TronCall,
  request: PlanRequest,
  payment: ChainPayment,
  contract: string,
): Promise<bigint> {
  const { to, amount } = payment;
  const simulation = await callContract(callNode, request.sender, contract, encodeTrc20Transfer(to, amount));
  if (!hasSucceeded(simulation)) throw new Error('DESTINATION');
  const energy = parseInt64(getField(simulation, 'energy_used'));
  const price = await readEnergyPrice(callNode);
  const feeLimit = (energy * price * 6n + 4n) / 5n;
  if (energy <= 0n || feeLimit > MAX_FEE_LIMIT)
    throw new NodeFailure('TRON', `a transfer of ${energy} energy`);
  // Running out of energy burns the fee in vain. A sweep has provided energy before.
  if (!request.all) await assertFeeAffordable(callNode, request.sender, energy, price);
  return feeLimit;
}

/** A simulation that reverts reports it in addition to `result`, which only concerns the request. */
function hasSucceeded(simulation: unknown): boolean {
  const result = getField(simulation, 'result');
  const [ret] = (getField(getField(simulation, 'transaction'), 'ret') as unknown[] | undefined) ?? [];
  return (
    getField(result, 'result') === true &&
    getField(result, 'message') === undefined &&
    getField(ret, 'ret') !== 'FAILED'
  );
}

async function assertFeeAffordable(
  callNode: TronCall,
  sender: string,
  energy: bigint,
  price: bigint,
): Promise<void> {
  const resource = await callNode('/wallet/getaccountresource', { address: toHexAddress(sender) });
  const staked = parseInt64(getField(resource, 'EnergyLimit')) - parseInt64(getField(resource, 'EnergyUsed'));
  const toBurn = energy > staked ? (energy - (staked > 0n ? staked : 0n)) * price : 0n;
  if ((await readTronBalance(callNode, sender, null)) < toBurn + BANDWIDTH) throw new Error('FUNDS');
}

/** Price of one energy in sun. */
async function readEnergyPrice(callNode: TronCall): Promise<bigint> {
  const parameters = getField(await callNode('/wallet/getchainparameters', {}), 'chainParameter');
  const list: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
  const price = parseInt64(
    getField(
      list.find((parameter) => getField(parameter, 'key') === 'getEnergyFee'),
      'value',
    ),
  );
  if (price <= 0n) throw new NodeFailure('TRON', 'no price of energy');
  return price;
}

/** Codes of api.Return (developers.tron.network, "Broadcast and RPC errors"). */
export async function broadcastHex(
  callNode: TronCall,
  { raw, txid }: SignedTransaction,
): Promise<BroadcastOutcome> {
  const reply = await callNode('/wallet/broadcasthex', { transaction: raw });
  const code = toTronText(getField(reply, 'code'));
  const isAccepted = getField(reply, 'result') === true || code === 'DUP_TRANSACTION_ERROR';
  if (isAccepted) return parseTxid(getField(reply, 'txid') ?? txid) === txid ? 'SENT' : 'UNKNOWN';
  // Whether an expired one is dead depends on solidified blocks: see isExpired and find.
  return 'UNKNOWN';
}
