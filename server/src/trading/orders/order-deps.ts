import type { Ppm, Quote, UserLevel } from '@sarraf/domain';
import type { Ledger } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RuleBook } from '../../rules/index.ts';
import type { OrderRateLimiter } from '../pace.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import type { StablecoinDeps } from '../quick/stablecoin-limit.ts';
import type { MarketOpenDeps } from '../refuse-closed-market.ts';

export interface OrderDeps extends StablecoinDeps, MarketOpenDeps {
  ledger: Ledger;
  exchange: OrderBooks;
  rules: Pick<RuleBook, 'current' | 'tradingOpensAt'>;
  market: Pick<Market, 'orderTerms' | 'summary' | 'tomanValue'>;
  getFeeRate(level: UserLevel, quote: Quote): Ppm;
  pace: OrderRateLimiter;
  bus: Bus;
  clock: Clock;
}
