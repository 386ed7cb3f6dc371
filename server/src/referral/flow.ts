/**
 * Changes of a user's asset within a period, in its smallest units, and their value in Toman's: opening + bought −
 * sold + received − sent − fees + referral + corrected = closing.
 */
export interface Flow {
  bought: bigint;
  boughtToman: bigint;
  sold: bigint;
  soldToman: bigint;
  received: bigint;
  sent: bigint;
  fees: bigint;
  feesToman: bigint;
  referral: bigint;
  referralToman: bigint;
  /** Refunds and reversals; may be negative. */
  corrected: bigint;
  /** Profit, or loss, in Toman. */
  realised: bigint;
}

export const NO_FLOW: Flow = {
  bought: 0n,
  boughtToman: 0n,
  sold: 0n,
  soldToman: 0n,
  received: 0n,
  sent: 0n,
  fees: 0n,
  feesToman: 0n,
  referral: 0n,
  referralToman: 0n,
  corrected: 0n,
  realised: 0n,
};

export const FLOW_KEYS = Object.keys(NO_FLOW) as (keyof Flow)[];
/** Columns in `daily_balances`. */
export const columnNameOf = (key: keyof Flow): string =>
  key === 'realised' ? 'realised_toman' : key.replace('Toman', '_toman');

export const completeFlow = (part: Partial<Flow>): Flow => ({ ...NO_FLOW, ...part });

export function addFlow(a: Flow, b: Flow): Flow {
  const total = { ...a };
  for (const key of FLOW_KEYS) total[key] += b[key];
  return total;
}
