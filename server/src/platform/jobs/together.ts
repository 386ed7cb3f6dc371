/**
 * Coalesces calls of the same moment into one query. It is sent after the last of them, so no caller gets a result
 * older than its call; later callers get another query.
 */
export function coalesceConcurrentCalls<T>(query: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null;
  return () => {
    next ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      next = null;
      return query();
    });
    return next;
  };
}

/** A tick closer than this, in milliseconds, is skipped: a caller that woke slightly early would wake twice. */
const MIN_WAIT_MS = 10;

/**
 * Returns the milliseconds to the next multiple of `ms`, common to all callers with the same interval, so that
 * their queries can be coalesced.
 */
export function msUntilTick(ms: number, now = performance.now()): number {
  const remaining = ms - (now % ms);
  return remaining < ms / MIN_WAIT_MS ? remaining + ms : remaining;
}
