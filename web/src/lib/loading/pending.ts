import { useSyncExternalStore } from 'react';

/** Work that the whole page waits for: a page's code, the guard's account. */
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

/** Told a moment later: lazy code is asked for while React renders, when nobody may be told anything. */
function change(by: number): void {
  queueMicrotask(() => {
    count += by;
    for (const listener of listeners) listener();
  });
}
