import { useSyncExternalStore } from 'react';
import { getBrand, subscribeToBrand, withBrandName } from '../../lib/brand.ts';
import type { DeferredMessages, InitialMessages, Messages, StaffMessages } from './fa/index.ts';
import {
  applyLanguage,
  getLanguage,
  type Language,
  rememberLanguage,
  subscribeToLanguage,
} from './language.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}

interface DictionaryModule {
  initialMessages: InitialMessages;
  /** Texts of later pages, by file (`messages/web`); each page lists those it reads in its record. */
  messageLoaders: Record<string, () => Promise<{ default: object }>>;
  /** All texts of the back office. */
  staff: () => Promise<StaffMessages>;
}
/** Only the current language is loaded, its first screen's texts before all others. */
const dictionaryModules: Record<Language, () => Promise<DictionaryModule>> = {
  fa: () => import('./fa/start.ts'),
  en: () => import('./en/start.ts'),
};

/** The name of a file in `messages/web` without its extension, or all of the back office's. */
export type DictionaryPart = Hyphenated<keyof DeferredMessages & string> | 'staff';
/** Hyphenated file names by their names in code. */
const HYPHENATED_NAMES = { apiKeys: 'api-keys', coinDeposit: 'coin-deposit' } as const;
type Hyphenated<S extends string> = S extends keyof typeof HYPHENATED_NAMES
  ? (typeof HYPHENATED_NAMES)[S]
  : S;
const toMessagesKey = (part: DictionaryPart): string =>
  Object.entries(HYPHENATED_NAMES).find(([, file]) => file === part)?.[0] ?? part;

type DeferredTexts = Partial<DeferredMessages & StaffMessages>;

async function fetchPart(part: DictionaryPart, language: Language): Promise<DeferredTexts> {
  const { messageLoaders, staff } = await dictionaryModules[language]();
  if (part === 'staff') return staff();
  const file = await messageLoaders[`../../../../../messages/web/${language}/${part}.json`]?.();
  return { [toMessagesKey(part)]: file?.default };
}

const loadedMessages: Partial<
  Record<Language, InitialMessages & Omit<DeferredTexts, keyof InitialMessages>>
> = {};
const addedParts = new Set<`${Language} ${DictionaryPart}`>();
const requestedParts = new Set<DictionaryPart>();
const listeners = new Set<() => void>();

export async function loadLanguage(language: Language): Promise<void> {
  loadedMessages[language] ??= (await dictionaryModules[language]()).initialMessages;
  await Promise.all([...requestedParts].map((part) => addPart(part, language)));
  applyLanguage(language);
}

/** Loads texts before a page that needs them is rendered; from then on they are loaded with every language. */
export async function loadTexts(...parts: readonly DictionaryPart[]): Promise<void> {
  for (const part of parts) requestedParts.add(part);
  await Promise.all(parts.map((part) => addPart(part, getLanguage())));
}

/** Loads the other dictionary, then re-renders the page in it. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  rememberLanguage(language);
}

/** Returns the initial texts, for code outside components. */
export function getInitialMessages(): InitialMessages {
  const language = getLanguage();
  const messages = loadedMessages[language];
  if (!messages) throw new Error(`dictionary not loaded: ${language}`);
  const name = getBrand().name[language];
  // Returns the same object for the same texts, to avoid needless re-renders.
  if (cachedMessages?.of !== messages || cachedMessages.name !== name)
    cachedMessages = { of: messages, name, texts: withBrandName(messages, language) };
  return cachedMessages.texts;
}

/** Cache of the last requested messages, with the brand name inserted. */
let cachedMessages: { of: InitialMessages; name: string; texts: InitialMessages } | null = null;

/** Returns the texts loaded so far; `lazyPage` ensures that a page has all it needs. */
export function useMessages(): Messages {
  return useSyncExternalStore(subscribe, getInitialMessages, getInitialMessages) as Messages;
}

async function addPart(part: DictionaryPart, language: Language): Promise<void> {
  if (addedParts.has(`${language} ${part}`)) return;
  const texts = await fetchPart(part, language);
  const current = loadedMessages[language];
  if (!current) return;
  // Some error texts are loaded from the start.
  loadedMessages[language] = { ...current, ...texts, error: { ...current.error, ...texts.error } };
  addedParts.add(`${language} ${part}`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribers = [subscribeToLanguage(listener), subscribeToBrand(listener)];
  return () => {
    listeners.delete(listener);
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
