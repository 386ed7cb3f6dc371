/** Chooses the outputs that a payment spends, and its fee. Pure. */
import type { Input } from '../../../chains/types.ts';
import { addDustToFee, computeMaxSize } from '../../../chains/utxo/utxo.ts';
import { scriptOfAddress } from '../../../chains/utxo/utxo-address.ts';
import type { UtxoChain, UtxoRules } from '../../../chains/utxo/utxo-rules.ts';
import type { PlanRequest } from '../../../custody/ports.ts';
import type { InputSelection } from './utxo-previous.ts';

/**
 * Smallest units per 1,000 virtual bytes: the minimum that nodes relay, the default without an estimate, and the
 * maximum.
 */
export interface FeeRates {
  min: bigint;
  standard: bigint;
  max: bigint;
}

/**
 * Minima: relay fees of each node's policy.h; DOGE_COIN's recommended 0.01 a kilobyte. Maxima: with the most inputs
 * and payments of one transaction they stay below the signer's limit.
 */
export const FEE_RATES: Readonly<Record<UtxoChain, FeeRates>> = {
  BITCOIN: { min: 1_000n, standard: 10_000n, max: 200_000n },
  LITE_COIN: { min: 1_000n, standard: 10_000n, max: 300_000n },
  DOGE_COIN: { min: 1_000_000n, standard: 2_000_000n, max: 50_000_000n },
  DASH: { min: 1_000n, standard: 2_000n, max: 100_000n },
  BITCOIN_CASH: { min: 1_000n, standard: 2_000n, max: 20_000n },
};

/** Some 15,000 bytes without witness: well below what nodes relay. */
const MAX_INPUTS = 100;

/**
 * Chooses outputs in the given order, oldest first, so that small change isn't left forever; if that takes too
 * many, the first and then the largest (the first may have to be spent, so that dead transactions stay dead). The
 * same request gives the same plan. `all`: spends the oldest 100, and the payment must be their sum less the fee.
 * Throws DESTINATION if it can't be paid, FUNDS if there isn't enough, ENOUGH if nothing can or need be replaced.
 */
export function choosePlan(rules: UtxoRules, request: PlanRequest, rate: bigint): InputSelection {
  const chosen = chooseInputs(rules, request, rate);
  return { ...chosen, fee: addDustToFee(rules.chain, chosen.inputs, request.payments, chosen.fee) };
}

/** With the fee for its size. */
function chooseInputs(rules: UtxoRules, request: PlanRequest, rate: bigint): InputSelection {
  if (!request.payments.every((payment) => isPayable(rules, payment))) throw new Error('DESTINATION');
  if (request.bump) return planFeeBump(rules, request, request.bump, rate);
  const neededAmount = request.payments.reduce((total, { amount }) => total + amount, 0n);
  const feeForInputs = (count: number) =>
    feeForSize(computeMaxSize(rules.chain, rules.net, count, request.payments), rate);
  if (request.all) {
    const inputs = request.unspent.slice(0, MAX_INPUTS);
    if (inputs.length === 0) throw new Error('FUNDS');
    return { family: 'UTXO', inputs, fee: feeForInputs(inputs.length) };
  }
  const inputs =
    takeUntilCovered(request.unspent, neededAmount, feeForInputs) ??
    takeUntilCovered(sortLargestAfterFirst(request.unspent), neededAmount, feeForInputs);
  if (!inputs) throw new Error('FUNDS');
  return { family: 'UTXO', inputs, fee: feeForInputs(inputs.length) };
}

/** Chains whose nodes allow pending transactions to be replaced; the others keep the first one. */
const REPLACEABLE_CHAINS: ReadonlySet<UtxoChain> = new Set(['BITCOIN', 'LITE_COIN', 'DOGE_COIN']);

/**
 * BIP 125: all of the old inputs, additional ones only if confirmed; a fee above the old one by at least the relay
 * cost of the new bytes.
 */
function planFeeBump(
  rules: UtxoRules,
  { payments, unspent }: PlanRequest,
  replaced: NonNullable<PlanRequest['bump']>,
  rate: bigint,
): InputSelection {
  const sizeWithInputs = (count: number) => computeMaxSize(rules.chain, rules.net, count, payments);
  if (
    !REPLACEABLE_CHAINS.has(rules.chain) ||
    feeForSize(sizeWithInputs(replaced.inputs.length), rate) <= replaced.fee
  )
    throw new Error('ENOUGH');
  const feeForInputs = (count: number) => {
    const least = replaced.fee + feeForSize(sizeWithInputs(count), FEE_RATES[rules.chain].min);
    const standard = feeForSize(sizeWithInputs(count), rate);
    return standard < least ? least : standard;
  };
  const neededAmount = payments.reduce((total, { amount }) => total + amount, 0n);
  for (
    let extraInputs = 0;
    extraInputs <= unspent.length && replaced.inputs.length + extraInputs <= MAX_INPUTS;
    extraInputs += 1
  ) {
    const inputs = [...replaced.inputs, ...unspent.slice(0, extraInputs)];
    const total = inputs.reduce((sum, { amount }) => sum + amount, 0n);
    if (total >= neededAmount + feeForInputs(inputs.length))
      return { family: 'UTXO', inputs, fee: feeForInputs(inputs.length) };
  }
  throw new Error('FUNDS');
}

function isPayable(rules: UtxoRules, { to, amount }: { to: string; amount: bigint }): boolean {
  try {
    scriptOfAddress(rules, to);
    return amount >= rules.dust;
  } catch {
    return false;
  }
}

const feeForSize = (size: number, rate: bigint): bigint => (BigInt(size) * rate + 999n) / 1_000n;

/** Null: the maximum number of inputs is not enough. */
function takeUntilCovered(
  unspent: readonly Input[],
  neededAmount: bigint,
  feeForInputs: (count: number) => bigint,
): readonly Input[] | null {
  let total = 0n;
  for (const [i, { amount }] of unspent.slice(0, MAX_INPUTS).entries()) {
    total += amount;
    if (total >= neededAmount + feeForInputs(i + 1)) return unspent.slice(0, i + 1);
  }
  return null;
}

const sortLargestAfterFirst = ([first, ...rest]: readonly Input[]): Input[] =>
  first ? [first, ...rest.sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1))] : [];

/** Limits the node's estimate to a reasonable range. Null or zero: no estimate. */
export function boundRate({ min, standard, max }: FeeRates, estimate: bigint | null): bigint {
  const rate = estimate !== null && estimate > 0n ? estimate : standard;
  return rate < min ? min : rate > max ? max : rate;
}
