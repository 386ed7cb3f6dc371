import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

const KEY = 'sarraf.theme';
const listeners = new Set<() => void>();

/** boot.js set it before the first paint. */
const read = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

let begunWith: Theme | null = null;

/** The theme that boot.js set when the page loaded. */
export const themeAtStart = (): Theme => begunWith ?? read();

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    () => 'dark',
  );

export function setTheme(theme: Theme): void {
  begunWith ??= read();
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice holds for this page only.
  }
  showInBrowserBar();
  for (const listener of listeners) listener();
}

export function showInBrowserBar(): void {
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  if (ground) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}
