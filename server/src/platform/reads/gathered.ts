/**
 * Coalesces calls into one query: calls made while one is in flight are collected for the next. A result is never
 * older than the call.
 */
export function coalesceCalls<T>(
  query: (keys: readonly string[]) => Promise<T>,
): (key: string) => Promise<T> {
  let next: { keys: Set<string>; answer: Promise<T> } | null = null;
  let running: Promise<unknown> = Promise.resolve();
  return (key) => {
    if (next === null) {
      const keys = new Set<string>();
      const result = running.then(() => {
        next = null;
        return query([...keys]);
      });
      running = result.catch(() => {});
      next = { keys, answer: result };
    }
    next.keys.add(key);
    return next.answer;
  };
}
