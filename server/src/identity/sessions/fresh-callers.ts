import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import type { Caller } from '../../platform/http/http.ts';

/** A trade's way passes here: what was read is good for so long, unless something is known to have changed. */
const FRESH_MS = 5_000;
const MAX_CACHED = 20_000;
/** A caller whom another process has admitted is this old at most: read, kept there, and then on its way to the writer. */
const UNDER_WAY_MS = 60_000;

export interface FreshCallers<E extends { caller: Caller }, B> {
  /** From memory, or read; `by`: what the database finds it by. */
  find(key: string, by: B): Promise<E | null> | E;
  /** Whether a caller of this person who is under way may be otherwise by now. */
  mayHaveChanged(userId: string): boolean;
  /** Forgets what was read of this person, from now on. */
  forget(userId: string): void;
  forgetAll(): void;
}

/** Callers by what they bring, read and kept for a moment. */
export function createFreshCallers<E extends { caller: Caller }, B>(
  clock: Clock,
  read: (by: B) => Promise<E | null>,
): FreshCallers<E, B> {
  const cache = new LRUCache<string, { found: E; readAt: number }>({ max: MAX_CACHED });
  const reading = new Map<string, Promise<E | null>>();
  /** Raised by each change, so that a reading that began before it isn't kept. */
  let epoch = 0;
  /** Whom something has changed of while a caller may be under way. */
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
