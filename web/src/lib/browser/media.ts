import { useCallback, useRef, useSyncExternalStore } from 'react';

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
export const usePageVisible = (): boolean =>
  useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  );

const SETTLE_MS = 150;

/**
 * Whether the window matches a media query: `useMedia('(max-width: 720px)')`. A match of a moment, while the window
 * is resized, rebuilds nothing.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          held.current = list.matches;
          listener();
        }, SETTLE_MS);
      };
      list.addEventListener('change', settle);
      return () => {
        clearTimeout(timer);
        list.removeEventListener('change', settle);
      };
    },
    [query],
  );
  const held = useRef<boolean | null>(null);
  return useSyncExternalStore(
    subscribe,
    () => {
      held.current ??= matchMedia(query).matches;
      return held.current;
    },
    () => false,
  );
}
