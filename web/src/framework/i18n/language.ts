import { useSyncExternalStore } from 'react';
import { removeServerMetaTags } from '../navigation/history.ts';

export const LANGUAGES = ['fa', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'sarraf.language';
const listeners = new Set<() => void>();
let currentLanguage: Language = 'fa';
let initialLanguage: Language | null = null;

export const getLanguage = (): Language => currentLanguage;
/** Returns the language of the initial page. */
export const getInitialLanguage = (): Language => initialLanguage ?? currentLanguage;
export const getTextDirection = (language: Language): 'rtl' | 'ltr' => (language === 'fa' ? 'rtl' : 'ltr');

/** boot.js has already chosen the language from `?lang=`, storage or the default. */
export const bootLanguage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'fa');

/** Sets the language and direction of the document and notifies listeners; the dictionary must be loaded. */
export function applyLanguage(language: Language): void {
  currentLanguage = language;
  initialLanguage ??= language;
  for (const listener of listeners) listener();
  if (typeof document === 'undefined') return;
  if (bootLanguage() !== language) removeServerMetaTags();
  document.documentElement.lang = language;
  document.documentElement.dir = getTextDirection(language);
}

/** Saves the language in storage, and in a cookie, so that the server renders the first screen in it. */
export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not supported everywhere yet.
  document.cookie = `sarraf_language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds for this page only.
  }
}

export const useLanguage = (): Language =>
  useSyncExternalStore(subscribeToLanguage, getLanguage, getLanguage);

export function subscribeToLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
