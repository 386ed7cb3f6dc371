import { type Amount, amountOf, mulDiv } from './money.ts';

/** A percentage in parts per million: 0.40 % is 4,000n. */
export type Ppm = bigint;

const MILLION = 1_000_000n;
/** Displayed by the web until the user's level is loaded (requirements §9). */
export const DEFAULT_FEE_RATE: Ppm = 4_000n;
/** The inviter's share of each fee of those invited. */
export const REFERRAL_SHARE: Ppm = 300_000n;

export const USER_LEVELS = ['BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'SUPERVISOR'] as const;
export type UserLevel = (typeof USER_LEVELS)[number];

/** Returns the fee on a quote amount, rounded up: the house never loses the fraction. */
export const computeFee = (notional: bigint, feeRate: Ppm): Amount =>
  mulDiv(notional, feeRate, MILLION, 'up');

/** Returns the inviter's share of a fee, rounded down: it can never exceed the fee. */
export const computeReferralShare = (fee: bigint): Amount => mulDiv(fee, REFERRAL_SHARE, MILLION, 'down');

/** 4,000n → "0.4" percent. */
export function percentText(ppm: Ppm): string {
  const whole = ppm / 10_000n;
  const fraction = (ppm % 10_000n).toString().padStart(4, '0').replace(/0+$/, '');
  return fraction === '' ? whole.toString() : `${whole}.${fraction}`;
}

/** "0.4" percent → 4,000n. */
export function parsePercent(percent: string): Ppm {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(percent);
  if (!match) throw new Error(`not a percentage: ${percent}`);
  return amountOf(BigInt(match[1] ?? '0') * 10_000n + BigInt((match[2] ?? '').padEnd(4, '0')));
}
