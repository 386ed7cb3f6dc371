import type { TransactionPlan } from './types.ts';

/**
 * Returns the maximum cost of a transaction of this plan, smallest units of the chain's coin. On TRON its bytes may
 * burn coins too, which only the bytes show (`Decoded.maxFee`).
 */
export function computePlannedFee(plan: TransactionPlan): bigint {
  switch (plan.family) {
    case 'EVM':
      return plan.gasLimit * plan.maxFeePerGas;
    case 'MULTIVERSX':
      return plan.gasLimit * plan.gasPrice;
    case 'TRON':
      return plan.feeLimit;
    case 'EOS':
      return 0n;
    default:
      return plan.fee;
  }
}
