import { useSyncExternalStore } from 'react';

export const LANGUAGES = ['fa', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'sarraf.language';
const listeners = new Set<() => void>();
let current: Language = 'fa';

export const getLanguage = (): Language => current;
export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'fa' ? 'rtl' : 'ltr');

/** boot.js has already judged `?lang=`, storage and the default. */
export const bootLanguage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'fa');

/** Sets language and direction of the document and tells everyone; the dictionary must be there already. */
export function applyLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  for (const listener of listeners) listener();
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds for this page only.
  }
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, getLanguage);

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
