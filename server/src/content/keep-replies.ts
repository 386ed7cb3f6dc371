import type { Clock } from '../platform/clock.ts';

/** How long a cached text may be outdated after a change directly in the database. */
const KEPT_MS = 60_000;

export interface KeptReplies<T> {
  /** Returns the last value made, or being made, within the last minute and since `forget`. */
  get(key: string): Promise<T>;
  forget(): void;
}

/** Caches replies that are the same for all callers, made once per change. */
export function createReplyCache<T>(clock: Clock, make: (key: string) => Promise<T>): KeptReplies<T> {
  const kept = new Map<string, { until: number; value: Promise<T> }>();
  return {
    get(key) {
      const known = kept.get(key);
      if (known && clock.now() < known.until) return known.value;
      const entry = { until: clock.now() + KEPT_MS, value: make(key) };
      kept.set(key, entry);
      entry.value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.value;
    },
    // A value that is still being made may have been read before the change: later callers don't get it.
    forget: () => kept.clear(),
  };
}
