import { useSyncExternalStore } from 'react';
import { getBrand, named, onBrand } from '../lib/brand.ts';
import type { First, Messages, Rest, Staff } from './fa/index.ts';
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

/** What comes later: with the first page that isn't the home page, and with the back office. */
type Later = Partial<Rest & Staff>;
export type LaterPart = 'rest' | 'staff';
const laterParts: Record<LaterPart, Record<Language, () => Promise<Later>>> = {
  rest: {
    fa: async () => (await import('./fa/rest.ts')).rest,
    en: async () => (await import('./en/rest.ts')).rest,
  },
  staff: {
    fa: async () => (await import('./fa/staff.ts')).staff,
    en: async () => (await import('./en/staff.ts')).staff,
  },
};

const loaded: Partial<Record<Language, First & Omit<Later, keyof First>>> = {};
const added = new Set<`${Language} ${LaterPart}`>();
const wanted = new Set<LaterPart>();
const listeners = new Set<() => void>();

export async function loadLanguage(language: Language): Promise<void> {
  loaded[language] ??= (await firstParts[language]()).first;
  await Promise.all([...wanted].map((part) => add(part, language)));
  applyLanguage(language);
}

/** Before a page that needs them is shown; from then on they come with every language. */
export async function loadTexts(...parts: readonly LaterPart[]): Promise<void> {
  for (const part of parts) wanted.add(part);
  await Promise.all(parts.map((part) => add(part, getLanguage())));
}

/** Fetches the other dictionary, then re-renders the page in it. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  rememberLanguage(language);
}

/** The first part, for code outside components. */
export function firstTexts(): First {
  const language = getLanguage();
  const messages = loaded[language];
  if (!messages) throw new Error(`dictionary not loaded: ${language}`);
  const name = getBrand().name[language];
  // The same texts are the same object, so that nothing is drawn anew for nothing.
  if (shown?.of !== messages || shown.name !== name)
    shown = { of: messages, name, texts: named(messages, language) };
  return shown.texts;
}

/** The texts last asked for, with the exchange's own name in them. */
let shown: { of: First; name: string; texts: First } | null = null;

/** What has come so far; `lazyPage` sees to it that a page finds all it needs. */
export function useMessages(): Messages {
  return useSyncExternalStore(subscribe, firstTexts, firstTexts) as Messages;
}

async function add(part: LaterPart, language: Language): Promise<void> {
  if (added.has(`${language} ${part}`)) return;
  const texts = await laterParts[part][language]();
  const known = loaded[language];
  if (!known) return;
  loaded[language] = { ...known, ...texts };
  added.add(`${language} ${part}`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stops = [onLanguage(listener), onBrand(listener)];
  return () => {
    listeners.delete(listener);
    for (const stop of stops) stop();
  };
}
