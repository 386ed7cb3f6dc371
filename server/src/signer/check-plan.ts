import { CHAIN_INFO, type Chain } from '@sarraf/domain';
import { plannedFee } from '../chains/planned-fee.ts';
import { paidBeside, sameAddress } from '../chains/same-payment.ts';
import type { ChainPayment, DecodedTransaction, TransactionPlan } from '../chains/types.ts';
import { type PreviousTransaction, readPrevious } from '../chains/utxo/utxo-previous.ts';
import { SignerRefused } from '../custody/ports.ts';
import { MAX_LIFETIME_S, mostFee } from './bounds.ts';

/** Transactions with more inputs are non-standard. */
const MAX_INPUTS = 600;

const bad = (why: string): SignerRefused => new SignerRefused('BAD_PLAN', why);

/**
 * Checks a plan before anything is signed. BAD_PLAN: of another family, with an excessive fee, or with an input
 * that doesn't match its previous transaction.
 */
export function checkPlan(chain: Chain, plan: TransactionPlan, nowMs: number): void {
  if (plan.family !== CHAIN_INFO[chain].family) throw bad('another family');
  const fee = plannedFee(plan);
  if (fee < 0n || fee > mostFee(chain)) throw bad(`a fee of ${fee}`);
  if (plan.family === 'UTXO') checkInputs(plan);
  const ends = endOf(plan);
  if (ends !== null && ends > nowMs / 1000 + MAX_LIFETIME_S) throw bad('it would live for too long');
}

/**
 * Checks the amounts of inputs. A malicious planner could understate an input, and the difference would go to the
 * miner: directly if signatures don't cover amounts, otherwise by having two inputs signed in two transactions with
 * one wrong amount each. So amounts are read from bytes that hash to the spent txid.
 */
function checkInputs({ inputs, previous }: Extract<TransactionPlan, { family: 'UTXO' }>): void {
  if (inputs.length === 0 || inputs.length > MAX_INPUTS) throw bad(`${inputs.length} inputs`);
  const known = new Map(previous.map(read).map((before) => [before.txid, before]));
  for (const { txid, index, amount } of inputs) {
    const output = known.get(txid)?.outputs[index];
    if (output === undefined) throw bad(`nobody shows what ${txid}:${index} holds`);
    if (output.amount !== amount) throw bad(`${txid}:${index} holds ${output.amount} and not ${amount}`);
  }
}

function read(raw: string): PreviousTransaction {
  try {
    return readPrevious(raw);
  } catch (error) {
    throw bad((error as Error).message);
  }
}

/** Returns seconds; null: it doesn't expire, or not by time. */
function endOf(plan: TransactionPlan): number | null {
  if (plan.family === 'TRON') return plan.expiration / 1000;
  if (plan.family === 'STELLAR') return plan.maxTime;
  return plan.family === 'EOS' ? plan.expiration : null;
}

/**
 * Checks our own serialised bytes: exactly these payments, from us, with change to ourselves alone. A mismatch
 * would be a bug in one of our libraries. Returns the maximum cost.
 */
export function checkSigned(
  chain: Chain,
  plan: TransactionPlan,
  decoded: DecodedTransaction,
  expected: { payments: readonly ChainPayment[]; sender: string; hot: string },
): bigint {
  const left = paidBeside(decoded.payments, expected.payments);
  if (left === null) throw bad('the bytes lack a payment');
  const { asset, tokenType } = { asset: CHAIN_INFO[chain].coin, tokenType: chain };
  const foreign = left.filter(({ to }) => !sameAddress(asset, tokenType, to, expected.hot));
  if (foreign.length > 0 || left.length > (plan.family === 'UTXO' ? 1 : 0))
    throw bad('the bytes pay somebody else');
  const fee = plan.family === 'UTXO' ? spentFee(plan, decoded) : (decoded.maxFee ?? plannedFee(plan));
  const isAgreed = plan.family !== 'UTXO' || fee === plan.fee;
  if (!isAgreed || fee < 0n || fee > mostFee(chain)) throw bad(`the bytes cost ${fee}`);
  if (plan.family !== 'UTXO' && decoded.from !== expected.sender) throw bad('the bytes are somebody else’s');
  return fee;
}

function spentFee(plan: Extract<TransactionPlan, { family: 'UTXO' }>, decoded: DecodedTransaction): bigint {
  const amounts = new Map(plan.inputs.map(({ txid, index, amount }) => [`${txid}:${index}`, amount]));
  let fee = 0n;
  for (const { txid, index } of decoded.inputs) {
    const amount = amounts.get(`${txid}:${index}`);
    if (amount === undefined) throw bad('the bytes spend something else');
    amounts.delete(`${txid}:${index}`);
    fee += amount;
  }
  if (amounts.size > 0) throw bad('the bytes leave an input out');
  for (const { amount } of decoded.payments) fee -= amount;
  return fee;
}
