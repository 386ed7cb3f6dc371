import type { Clock } from '../platform/clock.ts';

/** How long a text that was changed behind our back may still be told as it was. */
const KEPT_MS = 60_000;

export interface KeptReplies<T> {
  /** What was made last, or is being made, within the last minute and since `forget`. */
  get(key: string): Promise<T>;
  forget(): void;
}

/** Answers that are the same for everybody, made once a change. */
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
    // What is still being made may have been read before the change: nobody who asks from now on gets it.
    forget: () => kept.clear(),
  };
}
