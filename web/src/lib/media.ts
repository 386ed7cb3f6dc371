import { useSyncExternalStore } from 'react';

const onVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
export const usePageVisible = (): boolean =>
  useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
