import { useCallback, useRef, useSyncExternalStore } from 'react';

const subscribeToVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
export const usePageVisible = (): boolean =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  );

const DEBOUNCE_MS = 150;

/**
 * Whether the window matches a media query: `useMediaQuery('(max-width: 720px)')`. A match of a moment, while the window
 * is resized, rebuilds nothing.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const mediaQueryList = matchMedia(query);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const scheduleUpdate = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          lastMatch.current = mediaQueryList.matches;
          listener();
        }, DEBOUNCE_MS);
      };
      mediaQueryList.addEventListener('change', scheduleUpdate);
      return () => {
        clearTimeout(timer);
        mediaQueryList.removeEventListener('change', scheduleUpdate);
      };
    },
    [query],
  );
  const lastMatch = useRef<boolean | null>(null);
  return useSyncExternalStore(
    subscribe,
    () => {
      lastMatch.current ??= matchMedia(query).matches;
      return lastMatch.current;
    },
    () => false,
  );
}
