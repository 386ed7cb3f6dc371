import {
  AppError,
  type Coin,
  computeAmountForTotal,
  isValidSchedule,
  parseDecimal,
  parseUnitPrice,
  scaleOf,
  type UserLevel,
} from '@sarraf/domain';
import type { BodyOf, changeRecurringPlan } from '@sarraf/domain/contracts';
import type { RecurringDeps } from './deps.ts';
import type { PlanTerms } from './plan-store.ts';

/**
 * Validates the terms as if the purchase were made now.
 * BAD_REQUEST (`errors`): no such time; UNACCEPTABLE_AMOUNT; MARKET_IS_NOT_ACTIVE; AMOUNT_IS_LOW, AMOUNT_IS_HIGH.
 */
export function parsePlanTerms(
  { market, getFeeRate, clock }: Pick<RecurringDeps, 'market' | 'getFeeRate' | 'clock'>,
  coin: Coin,
  level: UserLevel,
  { amount, maxUnitPrice, rhythm, day, hour }: BodyOf<typeof changeRecurringPlan>,
): PlanTerms {
  if (!isValidSchedule({ rhythm, day, hour })) throw new AppError('BAD_REQUEST', { errors: ['day'] });
  const budget = parseDecimal(amount, scaleOf('TOMAN'));
  if (budget === null || budget <= 0n) throw new AppError('UNACCEPTABLE_AMOUNT', { errors: ['amount'] });
  const maxPrice = maxUnitPrice === undefined ? null : parseUnitPrice(maxUnitPrice, coin, 'TOMAN');
  if (maxUnitPrice !== undefined && maxPrice === null)
    throw new AppError('UNACCEPTABLE_AMOUNT', { errors: ['maxUnitPrice'] });
  const unitPrice = market.price(coin, 'TOMAN', clock.now())?.buy;
  if (unitPrice === undefined) throw new AppError('MARKET_IS_NOT_ACTIVE');
  const trade = { side: 'buy', coin, quote: 'TOMAN', unitPrice, total: budget } as const;
  const bought = computeAmountForTotal(trade, getFeeRate(level, 'TOMAN'));
  const { minExchange, maxExchange } = market.coin(coin);
  if (bought < minExchange || bought <= 0n) throw new AppError('AMOUNT_IS_LOW');
  if (bought > maxExchange) throw new AppError('AMOUNT_IS_HIGH');
  return { budget, maxPrice, rhythm, day, hour };
}
