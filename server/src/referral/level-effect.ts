import { AppError, parseDecimal, scaleOf, type UserLevel } from '@sarraf/domain';
import type { LevelEffect } from '@sarraf/domain/contracts';
import type { ReferralDeps } from './deps.ts';
import { countSupervisors, countUsersFromBounds } from './level-store.ts';

/**
 * Returns how many users have each level above the first by their volume, and would have with another threshold:
 * counted in the index, by their last check. BAD_REQUEST: no amount of Toman, or not between its neighbours.
 */
export async function computeLevelEffect(
  { db, levels }: Pick<ReferralDeps, 'db' | 'levels'>,
  level: UserLevel,
  thresholdText: string | number,
): Promise<LevelEffect[]> {
  const newThreshold = parseDecimal(thresholdText, scaleOf('TOMAN'));
  const tiers = levels.listLevels().filter(({ level: name }) => name !== 'SUPERVISOR');
  const tierIndex = tiers.findIndex((tier) => tier.level === level);
  const [lowerTier, higherTier] = [tiers[tierIndex - 1], tiers[tierIndex + 1]];
  if (
    newThreshold === null ||
    !lowerTier ||
    newThreshold <= lowerTier.tradeAmount ||
    (higherTier && newThreshold >= higherTier.tradeAmount)
  )
    throw new AppError('BAD_REQUEST', { errors: ['tradeAmount'] });
  const bounds = tiers.map(({ tradeAmount }) => tradeAmount);
  const countsFromBounds = await countUsersFromBounds(db, [...bounds.slice(1), newThreshold]);
  const [countsNow, countsAfter] = [countsFromBounds.slice(0, -1), countsFromBounds.slice(0, -1)];
  countsAfter[tierIndex - 1] = countsFromBounds.at(-1) ?? 0;
  const countInTier = (counts: number[], i: number) => (counts[i] ?? 0) - (counts[i + 1] ?? 0);
  const earned = tiers.slice(1).map((tier, i) => ({
    userAccountLevel: tier.level,
    now: countInTier(countsNow, i),
    after: countInTier(countsAfter, i),
  }));
  const supervisorCount = await countSupervisors(db);
  return [...earned, { userAccountLevel: 'SUPERVISOR', now: supervisorCount, after: supervisorCount }];
}
