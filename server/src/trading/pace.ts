import { AppError, SECOND_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';

/** Rate limiter: counts the orders of each account per second. */
export interface OrderRateLimiter {
  /**
   * Counts orders. TOO_MANY_REQUESTS (data.retryAfter in seconds, data.limit per second): these would exceed the
   * limit.
   */
  countOrders(userId: string, times?: number): void;
}

/** Resets its counters each second, so that it retains nothing for inactive accounts. */
export function createOrderRateLimiter(maxPerSecond: number, clock: Clock): OrderRateLimiter {
  const counts = new Map<string, number>();
  let second = 0;
  return {
    countOrders(userId, orderCount = 1) {
      const now = Math.floor(clock.now() / SECOND_MS);
      if (now !== second) {
        counts.clear();
        second = now;
      }
      const count = (counts.get(userId) ?? 0) + orderCount;
      if (count > maxPerSecond)
        throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter: 1, limit: maxPerSecond } });
      counts.set(userId, count);
    },
  };
}
