import { AppError, type AssertNotPaused, type Coin, pausablesForTrade, type Quote } from '@sarraf/domain';
import type { RuleBook } from '../rules/index.ts';

export interface MarketOpenDeps {
  rules: Pick<RuleBook, 'tradingOpensAt'>;
  refusePaused: AssertNotPaused;
}

/**
 * Throws unless a market may be traded at this moment, milliseconds since 1970, by a person or by a company's
 * settlement. Whether it is offered at all is validated with its price and its terms.
 *
 * TRADING_CLOSED (data.opensAt); PAUSED (data.scope, name, until, retryAfter).
 */
export function assertMarketOpen(
  { rules, refusePaused }: MarketOpenDeps,
  coin: Coin,
  quote: Quote,
  now: number,
): void {
  const opensAt = rules.tradingOpensAt(now);
  if (opensAt) throw new AppError('TRADING_CLOSED', { data: { opensAt: opensAt.toISOString() } });
  refusePaused(pausablesForTrade(coin, quote), now);
}
