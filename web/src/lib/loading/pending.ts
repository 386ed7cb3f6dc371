import { useSyncExternalStore } from 'react';

/** Work that blocks the whole page: a page's code, the route guard's account. */
let count = 0;
const listeners = new Set<() => void>();

export function trackPending<T>(work: Promise<T>): Promise<T> {
  change(1);
  return work.finally(() => change(-1));
}

export const usePending = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count > 0,
    () => false,
  );

/**
 * Listeners are notified asynchronously: lazy code is requested during rendering, when React allows no state
 * updates.
 */
function change(by: number): void {
  queueMicrotask(() => {
    count += by;
    for (const listener of listeners) listener();
  });
}
