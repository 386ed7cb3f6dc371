import type { Clock } from '../platform/clock.ts';

/** How long a cached text may be outdated after a change directly in the database. */
const MAX_CACHE_AGE_MS = 60_000;

export interface ReplyCache<T> {
  /** Returns the last value made, or being made, within the last minute and since `forget`. */
  get(key: string): Promise<T>;
  clear(): void;
}

/** Caches replies that are the same for all callers, made once per change. */
export function createReplyCache<T>(clock: Clock, make: (key: string) => Promise<T>): ReplyCache<T> {
  const entries = new Map<string, { until: number; value: Promise<T> }>();
  return {
    get(key) {
      const cachedEntry = entries.get(key);
      if (cachedEntry && clock.now() < cachedEntry.until) return cachedEntry.value;
      const entry = { until: clock.now() + MAX_CACHE_AGE_MS, value: make(key) };
      entries.set(key, entry);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.value;
    },
    // A value that is still being made may have been read before the change: later callers don't get it.
    clear: () => entries.clear(),
  };
}
