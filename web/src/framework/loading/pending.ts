import { useSyncExternalStore } from 'react';

/** Work that blocks the whole page: a page's code, the route guard's account. */
let pendingCount = 0;
const listeners = new Set<() => void>();

export function trackPending<T>(work: Promise<T>): Promise<T> {
  addToCount(1);
  return work.finally(() => addToCount(-1));
}

export const usePending = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pendingCount > 0,
    () => false,
  );

/**
 * Listeners are notified asynchronously: lazy code is requested during rendering, when React allows no state
 * updates.
 */
function addToCount(delta: number): void {
  queueMicrotask(() => {
    pendingCount += delta;
    for (const listener of listeners) listener();
  });
}
