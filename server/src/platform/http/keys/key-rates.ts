import { AppError } from '@sarraf/domain';
import type { RateClass } from '@sarraf/domain/contracts';
import type { Config } from '../../config/config.ts';
import type { CallerKey } from '../admit.ts';
import { GUESS_WIDTHS, listCountedNetworks } from '../network-address.ts';
import type { SharedRates } from '../shared-rates.ts';

/** Factor by which a market maker's limits are higher. */
export const MARKET_MAKER_RATE_FACTOR = 10;

type Rates = ReturnType<SharedRates['child']>;

/** Rate-limit headers of every response to a program. */
export type RateHeaders = Readonly<
  Record<'x-ratelimit-limit' | 'x-ratelimit-remaining' | 'x-ratelimit-reset', number>
>;

/**
 * Rate limits of API keys: per class, over all endpoints of the class and all processes. Also limits the refusals
 * per network address, against guessing of keys.
 */
export class KeyRates {
  readonly #rates: SharedRates;
  readonly #limits: Config['rates'];
  readonly #ratesByClass = new Map<RateClass, Rates>();
  readonly #refused: Rates;

  constructor(rates: SharedRates, limits: Config['rates']) {
    this.#rates = rates;
    this.#limits = limits;
    this.#refused = this.#createCounter('refused', limits.write.windowMs);
  }

  /** Counts one call. */
  count(key: CallerKey, rate: RateClass): { headers: RateHeaders; retryAfter: number | null } {
    const { rates, max } = this.#ratesFor(key, rate);
    const { current, ttl } = rates.count(key.id, max);
    const reset = Math.ceil(ttl / 1000);
    return {
      headers: {
        'x-ratelimit-limit': max,
        'x-ratelimit-remaining': Math.max(0, max - current),
        'x-ratelimit-reset': reset,
      },
      retryAfter: current > max ? reset : null,
    };
  }

  /** Returns the usage of a class in the current window, without counting. */
  readUsage(key: CallerKey, rate: RateClass): { max: number; used: number } {
    const { rates, max } = this.#ratesFor(key, rate);
    return { max, used: Math.min(max, rates.readCount(key.id).count) };
  }

  #ratesFor(key: CallerKey, rate: RateClass): { rates: Rates; max: number } {
    const { max, windowMs } = this.#limits[rate];
    const rates = this.#ratesByClass.get(rate) ?? this.#createCounter(rate, windowMs);
    this.#ratesByClass.set(rate, rates);
    return { rates, max: key.level === 'MARKET_MAKER' ? max * MARKET_MAKER_RATE_FACTOR : max };
  }

  /** TOO_MANY_REQUESTS (`retryAfter`): too many requests from this address were refused. */
  assertNotGuessing(ip: string): void {
    for (const { name, times } of listCountedNetworks(ip, GUESS_WIDTHS)) {
      const { count, ttl } = this.#refused.readCount(name);
      if (count >= this.#limits.write.max * times)
        throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: Math.ceil(ttl / 1000) } });
    }
  }

  countRefused(ip: string): void {
    this.#refused.countAddress(ip, this.#limits.write.max, GUESS_WIDTHS);
  }

  #createCounter(name: string, timeWindow: number): Rates {
    return this.#rates.child({ routeInfo: { method: 'KEY', url: name }, timeWindow });
  }
}
