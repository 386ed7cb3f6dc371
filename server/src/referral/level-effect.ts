import { AppError, parseDecimal, scaleOf, type UserLevel } from '@sarraf/domain';
import type { LevelEffect } from '@sarraf/domain/contracts';
import type { ReferralDeps } from './deps.ts';
import { countFrom, countSupervisors } from './level-store.ts';

/**
 * Returns how many users have each level above the first by their volume, and would have with another threshold:
 * counted in the index, by their last check. BAD_REQUEST: no amount of Toman, or not between its neighbours.
 */
export async function levelEffect(
  { db, levels }: Pick<ReferralDeps, 'db' | 'levels'>,
  level: UserLevel,
  asked: string | number,
): Promise<LevelEffect[]> {
  const wanted = parseDecimal(asked, scaleOf('TOMAN'));
  const tiers = levels.all().filter(({ level: name }) => name !== 'SUPERVISOR');
  const place = tiers.findIndex((tier) => tier.level === level);
  const [below, above] = [tiers[place - 1], tiers[place + 1]];
  if (wanted === null || !below || wanted <= below.tradeAmount || (above && wanted >= above.tradeAmount))
    throw new AppError('BAD_REQUEST', { errors: ['tradeAmount'] });
  const bounds = tiers.map(({ tradeAmount }) => tradeAmount);
  const counted = await countFrom(db, [...bounds.slice(1), wanted]);
  const [now, then] = [counted.slice(0, -1), counted.slice(0, -1)];
  then[place - 1] = counted.at(-1) ?? 0;
  const of = (from: number[], i: number) => (from[i] ?? 0) - (from[i + 1] ?? 0);
  const earned = tiers.slice(1).map((tier, i) => ({
    userAccountLevel: tier.level,
    now: of(now, i),
    after: of(then, i),
  }));
  const given = await countSupervisors(db);
  return [...earned, { userAccountLevel: 'SUPERVISOR', now: given, after: given }];
}
