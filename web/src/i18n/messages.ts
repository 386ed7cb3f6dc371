import { useSyncExternalStore } from 'react';
import type { First, Messages, Rest } from './fa/index.ts';
import { applyLanguage, getLanguage, type Language, onLanguage, rememberLanguage } from './language.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

/** Only the language in use is fetched, and of it the first screen's part before all else. */
const firstParts: Record<Language, () => Promise<{ first: First }>> = {
  fa: () => import('./fa/first.ts'),
  en: () => import('./en/first.ts'),
};
const restParts: Record<Language, () => Promise<{ rest: Rest }>> = {
  fa: () => import('./fa/rest.ts'),
  en: () => import('./en/rest.ts'),
};

const loaded: Partial<Record<Language, First & Partial<Rest>>> = {};
const listeners = new Set<() => void>();
let restWanted = false;

export async function loadLanguage(language: Language): Promise<void> {
  loaded[language] ??= (await firstParts[language]()).first;
  if (restWanted) await addRest(language);
  applyLanguage(language);
}

/** Before any page but the home page is shown. */
export function loadAllTexts(): Promise<void> {
  restWanted = true;
  return addRest(getLanguage());
}

/** Fetches the other dictionary, then re-renders the page in it. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  rememberLanguage(language);
}

/** The first part, for code outside components. */
export function firstTexts(): First {
  const messages = loaded[getLanguage()];
  if (!messages) throw new Error(`dictionary not loaded: ${getLanguage()}`);
  return messages;
}

/** What has come so far; `lazyPage` sees to it that a page finds all it needs. */
export function useMessages(): Messages {
  return useSyncExternalStore(subscribe, firstTexts) as Messages;
}

async function addRest(language: Language): Promise<void> {
  const known = loaded[language];
  if (!known || known.auth) return;
  const { rest } = await restParts[language]();
  loaded[language] = { ...known, ...rest };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onLanguage(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
