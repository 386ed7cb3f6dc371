import { AppError, DAY_MS } from '@sarraf/domain';
import type { Tx } from '../platform/database/database.ts';
import type { WalletDeps } from './deps.ts';
import { lockTomanDeposits, sumRecentPayments } from './store.ts';

/** Toman, smallest units. */
interface TomanDepositLimits {
  min: bigint;
  perPayment: bigint;
}

/** GATEWAY_UNAVAILABLE: no limits are set, so no deposits are accepted. */
export function getDepositLimits(market: WalletDeps['market']): TomanDepositLimits {
  const { minDeposit: min, maxDepositPerPayment: perPayment } = market.coin('TOMAN');
  if (min === undefined || perPayment === undefined) throw new AppError('GATEWAY_UNAVAILABLE');
  return { min, perPayment };
}

/**
 * Returns whether the user may deposit this much more: paid and still payable payments of the last 24 hours count.
 * Serializes the user's deposits until the transaction ends.
 */
export async function fitsDailyLimit(
  deps: WalletDeps,
  tx: Tx,
  userId: string,
  amount: bigint,
): Promise<boolean> {
  await lockTomanDeposits(tx, userId);
  const sum = await sumRecentPayments(tx, userId, new Date(deps.clock.now() - DAY_MS));
  return sum + amount <= deps.rules.current().tomanDepositPerDay;
}

/** Returns what the user may still deposit through gateways within the running 24 hours. */
export async function readRemainingToday(deps: WalletDeps, userId: string): Promise<bigint> {
  const sum = await sumRecentPayments(deps.db, userId, new Date(deps.clock.now() - DAY_MS));
  const remaining = deps.rules.current().tomanDepositPerDay - sum;
  return remaining > 0n ? remaining : 0n;
}
