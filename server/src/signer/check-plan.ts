import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { computePlannedFee } from '../chains/planned-fee.ts';
import { findExtraPayments, isSameAddress } from '../chains/same-payment.ts';
import type { ChainPayment, DecodedTransaction, TransactionPlan } from '../chains/types.ts';
import { decodePrevious, type PreviousTransaction } from '../chains/utxo/utxo-previous.ts';
import { SignerRefusedError } from '../custody/ports.ts';
import { MAX_LIFETIME_S, maxFeeOf } from './bounds.ts';

/** Transactions with more inputs are non-standard. */
const MAX_INPUTS = 600;

const badPlanError = (why: string): SignerRefusedError => new SignerRefusedError('BAD_PLAN', why);

/**
 * Checks a plan before anything is signed. BAD_PLAN: of another family, with an excessive fee, or with an input
 * that doesn't match its previous transaction.
 */
export function assertPlanAcceptable(chain: Chain, plan: TransactionPlan, nowMs: number): void {
  if (plan.family !== CHAIN_INFO[chain].family) throw badPlanError('another family');
  const fee = computePlannedFee(plan);
  if (fee < 0n || fee > maxFeeOf(chain)) throw badPlanError(`a fee of ${fee}`);
  if (plan.family === 'UTXO') assertInputAmounts(plan);
  const expiresAt = expiryOf(plan);
  if (expiresAt !== null && expiresAt > nowMs / 1000 + MAX_LIFETIME_S)
    throw badPlanError('it would live for too long');
}

/**
 * Checks the amounts of inputs. A malicious planner could understate an input, and the difference would go to the
 * miner: directly if signatures don't cover amounts, otherwise by having two inputs signed in two transactions with
 * one wrong amount each. So amounts are read from bytes that hash to the spent txid.
 */
function assertInputAmounts({ inputs, previous }: Extract<TransactionPlan, { family: 'UTXO' }>): void {
  if (inputs.length === 0 || inputs.length > MAX_INPUTS) throw badPlanError(`${inputs.length} inputs`);
  const previousByTxid = new Map(
    previous.map(decodePreviousOrRefuse).map((transaction) => [transaction.txid, transaction]),
  );
  for (const { txid, index, amount } of inputs) {
    const output = previousByTxid.get(txid)?.outputs[index];
    if (output === undefined) throw badPlanError(`no source shows the content of ${txid}:${index}`);
    if (output.amount !== amount)
      throw badPlanError(`${txid}:${index} holds ${output.amount} and not ${amount}`);
  }
}

function decodePreviousOrRefuse(raw: string): PreviousTransaction {
  try {
    return decodePrevious(raw);
  } catch (error) {
    throw badPlanError((error as Error).message);
  }
}

/** Returns seconds; null: it doesn't expire, or not by time. */
function expiryOf(plan: TransactionPlan): number | null {
  if (plan.family === 'TRON') return plan.expiration / 1000;
  if (plan.family === 'STELLAR') return plan.maxTime;
  return plan.family === 'EOS' ? plan.expiration : null;
}

/**
 * Checks our own serialised bytes: exactly these payments, from us, with change to ourselves alone. A mismatch
 * would be a bug in one of our libraries. Returns the maximum cost.
 */
export function verifySignedBytes(
  chain: Chain,
  plan: TransactionPlan,
  decoded: DecodedTransaction,
  expected: { payments: readonly ChainPayment[]; sender: string; hot: string },
): bigint {
  const extra = findExtraPayments(decoded.payments, expected.payments);
  if (extra === null) throw badPlanError('the bytes lack a payment');
  const { asset, tokenType } = { asset: CHAIN_INFO[chain].coin, tokenType: chain };
  const foreign = extra.filter(({ to }) => !isSameAddress(asset, tokenType, to, expected.hot));
  if (foreign.length > 0 || extra.length > (plan.family === 'UTXO' ? 1 : 0))
    throw badPlanError('the bytes pay another recipient');
  const fee =
    plan.family === 'UTXO' ? computeSpentFee(plan, decoded) : (decoded.maxFee ?? computePlannedFee(plan));
  const isAgreed = plan.family !== 'UTXO' || fee === plan.fee;
  if (!isAgreed || fee < 0n || fee > maxFeeOf(chain)) throw badPlanError(`the bytes cost ${fee}`);
  if (plan.family !== 'UTXO' && decoded.from !== expected.sender)
    throw badPlanError('the bytes have another sender');
  return fee;
}

function computeSpentFee(
  plan: Extract<TransactionPlan, { family: 'UTXO' }>,
  decoded: DecodedTransaction,
): bigint {
  const amounts = new Map(plan.inputs.map(({ txid, index, amount }) => [`${txid}:${index}`, amount]));
  let fee = 0n;
  for (const { txid, index } of decoded.inputs) {
    const amount = amounts.get(`${txid}:${index}`);
    if (amount === undefined) throw badPlanError('the bytes spend something else');
    amounts.delete(`${txid}:${index}`);
    fee += amount;
  }
  if (amounts.size > 0) throw badPlanError('the bytes leave an input out');
  for (const { amount } of decoded.payments) fee -= amount;
  return fee;
}
