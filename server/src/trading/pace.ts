import { AppError, SECOND_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';

/** Rate limiter: counts the orders of each account per second. */
export interface OrderRateLimiter {
  /**
   * Counts orders. TOO_MANY_REQUESTS (data.retryAfter in seconds, data.limit per second): these would exceed the
   * limit.
   */
  take(userId: string, times?: number): void;
}

/** Resets its counters each second, so that it retains nothing for inactive accounts. */
export function createPace(most: number, clock: Clock): OrderRateLimiter {
  const counts = new Map<string, number>();
  let second = 0;
  return {
    take(userId, times = 1) {
      const now = Math.floor(clock.now() / SECOND_MS);
      if (now !== second) {
        counts.clear();
        second = now;
      }
      const count = (counts.get(userId) ?? 0) + times;
      if (count > most) throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: 1, limit: most } });
      counts.set(userId, count);
    },
  };
}
