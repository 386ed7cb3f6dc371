import { AppError, SECOND_MS } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';

/** Counts what each account does in a second. */
export interface OrderRateLimiter {
  /** TOO_MANY_REQUESTS (data.retryAfter in seconds, data.limit in a second): with these it would be more than the most. */
  take(userId: string, times?: number): void;
}

/** Counted anew each second, so that nothing is kept of those who are gone. */
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
