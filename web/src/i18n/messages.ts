import { useSyncExternalStore } from 'react';
import { getBrand, subscribeToBrand, withBrandName } from '../lib/brand.ts';
import type { First, Messages, Rest, Staff } from './fa/index.ts';
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

interface Start {
  initialMessages: First;
  /** Texts of later pages, by file (`messages/web`); each page lists those it reads in its record. */
  messageLoaders: Record<string, () => Promise<{ default: object }>>;
  /** All texts of the back office. */
  staff: () => Promise<Staff>;
}
/** Only the current language is loaded, its first screen's texts before all others. */
const starts: Record<Language, () => Promise<Start>> = {
  fa: () => import('./fa/start.ts'),
  en: () => import('./en/start.ts'),
};

/** The name of a file in `messages/web` without its extension, or all of the back office's. */
export type LaterPart = Hyphened<keyof Rest & string> | 'staff';
/** Hyphenated file names by their names in code. */
const HYPHENED = { apiKeys: 'api-keys', coinDeposit: 'coin-deposit' } as const;
type Hyphened<S extends string> = S extends keyof typeof HYPHENED ? (typeof HYPHENED)[S] : S;
const nameOf = (part: LaterPart): string =>
  Object.entries(HYPHENED).find(([, file]) => file === part)?.[0] ?? part;

type Later = Partial<Rest & Staff>;

async function fetchPart(part: LaterPart, language: Language): Promise<Later> {
  const { messageLoaders, staff } = await starts[language]();
  if (part === 'staff') return staff();
  const file = await messageLoaders[`../../../../messages/web/${language}/${part}.json`]?.();
  return { [nameOf(part)]: file?.default };
}

const loaded: Partial<Record<Language, First & Omit<Later, keyof First>>> = {};
const added = new Set<`${Language} ${LaterPart}`>();
const wanted = new Set<LaterPart>();
const listeners = new Set<() => void>();

export async function loadLanguage(language: Language): Promise<void> {
  loaded[language] ??= (await starts[language]()).initialMessages;
  await Promise.all([...wanted].map((part) => add(part, language)));
  applyLanguage(language);
}

/** Loads texts before a page that needs them is rendered; from then on they are loaded with every language. */
export async function loadTexts(...parts: readonly LaterPart[]): Promise<void> {
  for (const part of parts) wanted.add(part);
  await Promise.all(parts.map((part) => add(part, getLanguage())));
}

/** Loads the other dictionary, then re-renders the page in it. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  rememberLanguage(language);
}

/** Returns the initial texts, for code outside components. */
export function getInitialMessages(): First {
  const language = getLanguage();
  const messages = loaded[language];
  if (!messages) throw new Error(`dictionary not loaded: ${language}`);
  const name = getBrand().name[language];
  // Returns the same object for the same texts, to avoid needless re-renders.
  if (shown?.of !== messages || shown.name !== name)
    shown = { of: messages, name, texts: withBrandName(messages, language) };
  return shown.texts;
}

/** Cache of the last requested messages, with the brand name inserted. */
let shown: { of: First; name: string; texts: First } | null = null;

/** Returns the texts loaded so far; `lazyPage` ensures that a page has all it needs. */
export function useMessages(): Messages {
  return useSyncExternalStore(subscribe, getInitialMessages, getInitialMessages) as Messages;
}

async function add(part: LaterPart, language: Language): Promise<void> {
  if (added.has(`${language} ${part}`)) return;
  const texts = await fetchPart(part, language);
  const known = loaded[language];
  if (!known) return;
  // Some error texts are loaded from the start.
  loaded[language] = { ...known, ...texts, error: { ...known.error, ...texts.error } };
  added.add(`${language} ${part}`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stops = [subscribeToLanguage(listener), subscribeToBrand(listener)];
  return () => {
    listeners.delete(listener);
    for (const stop of stops) stop();
  };
}
