import { AppError, DAY_MS } from '@sarraf/domain';
import type { Tx } from '../platform/database/database.ts';
import type { WalletDeps } from './deps.ts';
import { lockTomanDeposits, sumDeposits } from './store.ts';

/** Toman, smallest units. */
interface Limits {
  min: bigint;
  perPayment: bigint;
}

/** GATEWAY_UNAVAILABLE: no limits are set, so nothing may come in. */
export function depositLimits(market: WalletDeps['market']): Limits {
  const { minDeposit: min, maxDepositPerPayment: perPayment } = market.coin('TOMAN');
  if (min === undefined || perPayment === undefined) throw new AppError('GATEWAY_UNAVAILABLE');
  return { min, perPayment };
}

/**
 * Whether the person may deposit this much more: what was paid and what may still be paid of the last 24 hours counts.
 * Keeps others from counting until the transaction ends.
 */
export async function fitsDailyLimit(
  deps: WalletDeps,
  tx: Tx,
  userId: string,
  amount: bigint,
): Promise<boolean> {
  await lockTomanDeposits(tx, userId);
  const sum = await sumDeposits(tx, userId, new Date(deps.clock.now() - DAY_MS));
  return sum + amount <= deps.rules.current().tomanDepositPerDay;
}

/** What the gateways still take of this person within the running 24 hours. */
export async function leftToday(deps: WalletDeps, userId: string): Promise<bigint> {
  const sum = await sumDeposits(deps.db, userId, new Date(deps.clock.now() - DAY_MS));
  const left = deps.rules.current().tomanDepositPerDay - sum;
  return left > 0n ? left : 0n;
}
