import { AppError, DAY_MS, formatAmount, HOUR_MS, type UserLevel } from '@sarraf/domain';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { WithdrawalContext } from '../deps.ts';
import type { WithdrawalIntent } from '../read-intent.ts';
import type { ReviewNeed } from '../reservations/plan.ts';
import {
  lockCoin,
  readCoinLimits,
  readThresholds,
  sumOfCoin,
  sumOfPerson,
} from '../reservations/reservation-store.ts';
import { MONTH } from '../withdrawal.ts';
import { limitsOf } from './person-limits.ts';

/** Returns the value in Toman, smallest units; null while the coin has no price. */
export const worthOf = (
  context: WithdrawalContext,
  { asset, amount }: Pick<WithdrawalIntent, 'asset' | 'amount'>,
): bigint | null => context.market.tomanValue(asset, amount);

const ago = (context: WithdrawalContext, ms: number): Date => new Date(context.clock.now() - ms);

/** Returns the remainder of a limit, never negative. */
const rest = (limit: bigint, sum: bigint): bigint => (limit > sum ? limit - sum : 0n);

/**
 * Returns the value in Toman that a user of a level may still withdraw within the running 24 hours and 30 days,
 * never negative; the sum of the former; and until when limits of their own apply (null: the level's apply).
 */
export async function readRemainingLimits(
  context: WithdrawalContext,
  db: Queryable,
  userId: string,
  level: UserLevel,
): Promise<{ day: bigint; month: bigint; taken: bigint; ownUntil: Date | null }> {
  const limits = await limitsOf(db, userId, level, context.now());
  const taken = await sumOfPerson(db, userId, { day: ago(context, DAY_MS), month: ago(context, MONTH) });
  return {
    day: rest(limits.perDay, taken.day),
    month: rest(limits.perMonth, taken.month),
    taken: taken.day,
    ownUntil: limits.ownUntil,
  };
}

/**
 * Returns the value in Toman that may still be withdrawn without review, after this sum within the running 24
 * hours.
 */
export const beforeReview = async (db: Queryable, taken: bigint): Promise<bigint> =>
  rest((await readThresholds(db)).review, taken);

/**
 * Returns the value of this and all other withdrawals of the user's running 24 hours, to which the thresholds
 * apply: many small ones are a large one. Null: it has no price, so it can't be counted and is reviewed.
 * DAILY_LIMIT (`left`, Toman): above the level's limit for a day or a month.
 */
export async function refuseOverLimit(
  context: WithdrawalContext,
  db: Queryable,
  userId: string,
  level: UserLevel,
  worth: bigint | null,
): Promise<bigint | null> {
  const { day, month, taken } = await readRemainingLimits(context, db, userId, level);
  const left = day < month ? day : month;
  if (worth !== null && worth > left)
    throw new AppError('DAILY_LIMIT', { data: { left: formatAmount(left, 'TOMAN') } });
  return worth === null ? null : taken + worth;
}

/**
 * Returns whether staff has to review it, and how many of them. Locks the coin until the transaction ends, so that
 * the reservation is inserted before any other request counts.
 */
export async function reviewOf(
  context: WithdrawalContext,
  tx: Tx,
  { asset }: WithdrawalIntent,
  { worth, together }: { worth: bigint | null; together: bigint | null },
): Promise<ReviewNeed> {
  await lockCoin(tx, asset);
  const { review, fourEyes } = await readThresholds(tx);
  const reasons: ReviewNeed['reasons'] = [];
  if (worth === null || together === null || together >= review) reasons.push('LARGE');
  else if (await isOverCoin(context, tx, asset, worth)) reasons.push('COIN_LIMIT');
  const two = together === null || together >= fourEyes;
  return { reasons, approvals: reasons.length === 0 ? 0 : two ? 2 : 1 };
}

async function isOverCoin(
  context: WithdrawalContext,
  tx: Tx,
  asset: WithdrawalIntent['asset'],
  worth: bigint,
): Promise<boolean> {
  const { perHour, perDay } = await readCoinLimits(tx, asset);
  const { hour, day } = await sumOfCoin(tx, asset, {
    hour: ago(context, HOUR_MS),
    day: ago(context, DAY_MS),
  });
  return hour + worth > perHour || day + worth > perDay;
}

/** Returns whether the sum is so large, or unknown, that an e-mail code alone doesn't confirm it. */
export const requiresSmsCode = async (db: Queryable, together: bigint | null): Promise<boolean> =>
  together === null || together >= (await readThresholds(db)).sms;
