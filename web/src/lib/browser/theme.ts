import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

const KEY = 'sarraf.theme';
const listeners = new Set<() => void>();

/** boot.js set it before the first paint. */
const readTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

let initialTheme: Theme | null = null;

/** The theme that boot.js set when the page loaded. */
export const getInitialTheme = (): Theme => initialTheme ?? readTheme();

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => 'dark',
  );

export function setTheme(theme: Theme): void {
  initialTheme ??= readTheme();
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice holds for this page only.
  }
  updateBrowserBarColor();
  for (const listener of listeners) listener();
}

export function updateBrowserBarColor(): void {
  const backgroundColor = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  if (backgroundColor)
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundColor);
}
