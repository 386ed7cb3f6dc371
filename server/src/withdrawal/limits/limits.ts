import { AppError, DAY_MS, formatAmount, HOUR_MS, type UserLevel } from '@sarraf/domain';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { WithdrawalContext } from '../deps.ts';
import type { WithdrawalIntent } from '../read-intent.ts';
import type { ReviewNeed } from '../reservations/plan.ts';
import {
  lockCoinLimits,
  readCoinLimits,
  readThresholds,
  sumCoinReservations,
  sumKeyReservations,
  sumUserReservations,
} from '../reservations/reservation-store.ts';
import { MONTH_MS } from '../withdrawal.ts';
import { readEffectiveLimits } from './person-limits.ts';

/** Returns the value in Toman, smallest units; null while the coin has no price. */
export const tomanValueOf = (
  context: WithdrawalContext,
  { asset, amount }: Pick<WithdrawalIntent, 'asset' | 'amount'>,
): bigint | null => context.market.tomanValue(asset, amount);

const timeAgo = (context: WithdrawalContext, ms: number): Date => new Date(context.clock.now() - ms);

/** Returns the remainder of a limit, never negative. */
const remainderOf = (limit: bigint, sum: bigint): bigint => (limit > sum ? limit - sum : 0n);

/**
 * Returns the value in Toman that a user of a level may still withdraw within the running 24 hours and 30 days,
 * never negative; the sum of the former; and until when limits of their own apply (null: the level's apply).
 */
export async function readRemainingLimits(
  context: WithdrawalContext,
  db: Queryable,
  userId: string,
  level: UserLevel,
): Promise<{ day: bigint; month: bigint; reservedToday: bigint; ownUntil: Date | null }> {
  const limits = await readEffectiveLimits(db, userId, level, context.now());
  const reservations = await sumUserReservations(db, userId, {
    day: timeAgo(context, DAY_MS),
    month: timeAgo(context, MONTH_MS),
  });
  return {
    day: remainderOf(limits.perDay, reservations.day),
    month: remainderOf(limits.perMonth, reservations.month),
    reservedToday: reservations.day,
    ownUntil: limits.ownUntil,
  };
}

/**
 * Returns the value in Toman that may still be withdrawn without review, after this sum within the running 24
 * hours.
 */
export const readUnreviewedAllowance = async (db: Queryable, dayTotal: bigint): Promise<bigint> =>
  remainderOf((await readThresholds(db)).review, dayTotal);

/**
 * Returns the value of this and all other withdrawals of the user's running 24 hours, to which the thresholds
 * apply: many small ones are a large one. Null: it has no price, so it can't be counted and is reviewed.
 * DAILY_LIMIT (`left`, Toman): above the level's limit for a day or a month.
 */
export async function enforceLimits(
  context: WithdrawalContext,
  db: Queryable,
  userId: string,
  level: UserLevel,
  tomanValue: bigint | null,
): Promise<bigint | null> {
  const { day, month, reservedToday } = await readRemainingLimits(context, db, userId, level);
  const remaining = day < month ? day : month;
  if (tomanValue !== null && tomanValue > remaining)
    throw new AppError('DAILY_LIMIT', { data: { left: formatAmount(remaining, 'TOMAN') } });
  return tomanValue === null ? null : reservedToday + tomanValue;
}

/**
 * DAILY_LIMIT (`left`, Toman; `of`: API_KEY): above the limit that the owner of an API key has set for it. A coin
 * without a price can't be counted, and is refused. The caller has locked the user.
 */
export async function enforceKeyLimit(
  context: WithdrawalContext,
  tx: Tx,
  userId: string,
  { id, withdrawalLimit }: { id: string; withdrawalLimit: bigint | null },
  tomanValue: bigint | null,
): Promise<void> {
  if (withdrawalLimit === null) return;
  const reservedAmount = await sumKeyReservations(tx, userId, id, timeAgo(context, DAY_MS));
  const left = remainderOf(withdrawalLimit, reservedAmount);
  if (tomanValue === null || tomanValue > left)
    throw new AppError('DAILY_LIMIT', { data: { left: formatAmount(left, 'TOMAN'), of: 'API_KEY' } });
}

/**
 * Returns whether staff has to review it, and how many of them. Locks the coin until the transaction ends, so that
 * the reservation is inserted before any other request counts.
 */
export async function determineReview(
  context: WithdrawalContext,
  tx: Tx,
  { asset }: WithdrawalIntent,
  { worth, together }: { worth: bigint | null; together: bigint | null },
): Promise<ReviewNeed> {
  await lockCoinLimits(tx, asset);
  const { review, fourEyes } = await readThresholds(tx);
  const reasons: ReviewNeed['reasons'] = [];
  if (worth === null || together === null || together >= review) reasons.push('LARGE');
  else if (await exceedsCoinLimit(context, tx, asset, worth)) reasons.push('COIN_LIMIT');
  const needsTwo = together === null || together >= fourEyes;
  return { reasons, approvals: reasons.length === 0 ? 0 : needsTwo ? 2 : 1 };
}

async function exceedsCoinLimit(
  context: WithdrawalContext,
  tx: Tx,
  asset: WithdrawalIntent['asset'],
  tomanValue: bigint,
): Promise<boolean> {
  const { perHour, perDay } = await readCoinLimits(tx, asset);
  const { hour, day } = await sumCoinReservations(tx, asset, {
    hour: timeAgo(context, HOUR_MS),
    day: timeAgo(context, DAY_MS),
  });
  return hour + tomanValue > perHour || day + tomanValue > perDay;
}

/** Returns whether the sum is so large, or unknown, that an e-mail code alone doesn't confirm it. */
export const requiresSmsCode = async (db: Queryable, dayTotal: bigint | null): Promise<boolean> =>
  dayTotal === null || dayTotal >= (await readThresholds(db)).sms;
