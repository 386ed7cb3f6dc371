import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.ts';
import type { Caller } from '../../platform/http/http.ts';

/** On the path of every trade: cached data is used for this time, unless a change is known. */
const FRESH_MS = 5_000;
const MAX_CACHED = 20_000;
/** Maximum age of a caller admitted by another process: cached there, and then forwarded to the writer. */
const UNDER_WAY_MS = 60_000;

export interface CallerCache<E extends { caller: Caller }, B> {
  /** Returns the cached entry, or queries it; `by`: key for the database. */
  find(key: string, by: B): Promise<E | null> | E;
  /** Whether a forwarded caller of this user may have changed since. */
  mayHaveChanged(userId: string): boolean;
  /** Drops cached data of this user. */
  dropUser(userId: string): void;
  dropAll(): void;
}

interface CachedEntry<E> {
  found: E;
  readAt: number;
  /** Changes that had been made when it was read. */
  epoch: number;
}

/** Callers by their credentials, queried and cached briefly. */
export function createCallerCache<E extends { caller: Caller }, B>(
  clock: Clock,
  read: (by: B) => Promise<E | null>,
): CallerCache<E, B> {
  const cache = new LRUCache<string, CachedEntry<E>>({ max: MAX_CACHED });
  const reading = new Map<string, Promise<E | null>>();
  /** Incremented by each change, so that the result of a query started before it isn't cached. */
  let epoch = 0;
  /** The epoch of each user's last change, for longer than what was read before it is used or under way. */
  const changedUsers = new LRUCache<string, number>({ max: MAX_CACHED, ttl: UNDER_WAY_MS });
  let allChangedAt = -Infinity;

  async function queryAndCache(key: string, databaseKey: B): Promise<E | null> {
    const startEpoch = epoch;
    const queried = await read(databaseKey);
    if (queried !== null && startEpoch === epoch)
      cache.set(key, { found: queried, readAt: clock.now(), epoch });
    return queried;
  }
  function isFresh({ found: { caller }, readAt, epoch }: CachedEntry<E>, now: number): boolean {
    // Never after the clock was set back: the change of a user is remembered for a minute only.
    const isRecent = now >= readAt && now - readAt < FRESH_MS;
    return isRecent && now < caller.endsAt && epoch >= (changedUsers.peek(caller.userId) ?? 0);
  }

  return {
    find(key, databaseKey) {
      const entry = cache.get(key);
      if (entry && isFresh(entry, clock.now())) return entry.found;
      const ongoingRead = reading.get(key);
      if (ongoingRead) return ongoingRead;
      const newRead = queryAndCache(key, databaseKey).finally(() => {
        if (reading.get(key) === newRead) reading.delete(key);
      });
      reading.set(key, newRead);
      return newRead;
    },
    mayHaveChanged: (userId) => changedUsers.has(userId) || performance.now() - allChangedAt <= UNDER_WAY_MS,
    dropAll() {
      epoch += 1;
      reading.clear();
      cache.clear();
      allChangedAt = performance.now();
    },
    dropUser(userId) {
      epoch += 1;
      reading.clear();
      changedUsers.set(userId, epoch);
    },
  };
}
