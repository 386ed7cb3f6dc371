import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import type { Caller } from '../../platform/http/http.ts';

/** On the path of every trade: cached data is used for this time, unless a change is known. */
const FRESH_MS = 5_000;
const MAX_CACHED = 20_000;
/** Maximum age of a caller admitted by another process: cached there, and then forwarded to the writer. */
const UNDER_WAY_MS = 60_000;

export interface FreshCallers<E extends { caller: Caller }, B> {
  /** Returns the cached entry, or queries it; `by`: key for the database. */
  find(key: string, by: B): Promise<E | null> | E;
  /** Whether a forwarded caller of this user may have changed since. */
  mayHaveChanged(userId: string): boolean;
  /** Drops cached data of this user. */
  forget(userId: string): void;
  forgetAll(): void;
}

/** Callers by their credentials, queried and cached briefly. */
export function createFreshCallers<E extends { caller: Caller }, B>(
  clock: Clock,
  read: (by: B) => Promise<E | null>,
): FreshCallers<E, B> {
  const cache = new LRUCache<string, { found: E; readAt: number }>({ max: MAX_CACHED });
  const reading = new Map<string, Promise<E | null>>();
  /** Incremented by each change, so that the result of a query started before it isn't cached. */
  let epoch = 0;
  /** Users changed recently, of whom forwarded callers may be outdated. */
  const changed = new LRUCache<string, true>({ max: MAX_CACHED, ttl: UNDER_WAY_MS });
  let allChangedAt = -Infinity;

  async function readAnew(key: string, by: B): Promise<E | null> {
    const began = epoch;
    const found = await read(by);
    if (found !== null && began === epoch) cache.set(key, { found, readAt: clock.now() });
    return found;
  }

  return {
    find(key, by) {
      const entry = cache.get(key);
      const now = clock.now();
      if (entry && now - entry.readAt < FRESH_MS && now < entry.found.caller.endsAt) return entry.found;
      const current = reading.get(key);
      if (current) return current;
      const begun = readAnew(key, by).finally(() => {
        if (reading.get(key) === begun) reading.delete(key);
      });
      reading.set(key, begun);
      return begun;
    },
    mayHaveChanged: (userId) => changed.has(userId) || performance.now() - allChangedAt <= UNDER_WAY_MS,
    forgetAll() {
      epoch += 1;
      reading.clear();
      cache.clear();
      allChangedAt = performance.now();
    },
    forget(userId) {
      epoch += 1;
      reading.clear();
      changed.set(userId, true);
      for (const [key, { found }] of cache.entries()) if (found.caller.userId === userId) cache.delete(key);
    },
  };
}
