import { useEffect, useSyncExternalStore } from 'react';
import { onFirstInteraction } from './on-first-interaction.ts';

export interface LazyPart<T> {
  /** Loads the part now; a failed load may be retried. */
  preload: () => Promise<T>;
  /** Null until loaded. */
  getLoaded: () => T | null;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Declares code that the first paint doesn't need: preloaded at the person's first interaction, so that it is there
 * when needed; and the `texts` it reads.
 */
export function lazyPart<T>(load: () => Promise<T>, texts?: () => Promise<void>): LazyPart<T> {
  let part: T | null = null;
  let pending: Promise<T> | null = null;
  const listeners = new Set<() => void>();

  const preload = (): Promise<T> => {
    pending ??= Promise.all([load(), texts?.()]).then(
      ([loaded]) => {
        part = loaded;
        for (const listener of listeners) listener();
        return loaded;
      },
      (error: unknown) => {
        pending = null;
        throw error;
      },
    );
    return pending;
  };

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { preload: preload, getLoaded: () => part, subscribe };
}

export function useLazyPart<T>(part: LazyPart<T>): T | null {
  useEffect(() => {
    return onFirstInteraction(() => void part.preload().catch(() => undefined));
  }, [part]);
  return useSyncExternalStore(part.subscribe, part.getLoaded, () => null);
}
