/**
 * Coalesces calls into one query: calls made while one is in flight are collected for the next. A result is never
 * older than the call.
 */
export function coalesceCalls<T>(ask: (keys: readonly string[]) => Promise<T>): (key: string) => Promise<T> {
  let next: { keys: Set<string>; answer: Promise<T> } | null = null;
  let running: Promise<unknown> = Promise.resolve();
  return (key) => {
    if (next === null) {
      const keys = new Set<string>();
      const answer = running.then(() => {
        next = null;
        return ask([...keys]);
      });
      running = answer.catch(() => {});
      next = { keys, answer };
    }
    next.keys.add(key);
    return next.answer;
  };
}
