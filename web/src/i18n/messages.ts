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
  /** What later pages say, by file (`messages/web`); each page names what it reads in its record. */
  messageLoaders: Record<string, () => Promise<{ default: object }>>;
  /** What the back office says, in one. */
  staff: () => Promise<Staff>;
}
/** Only the language in use is fetched, and of it the first screen's part before all else. */
const starts: Record<Language, () => Promise<Start>> = {
  fa: () => import('./fa/start.ts'),
  en: () => import('./en/start.ts'),
};

/** A file of `messages/web` without its ending, or all of the back office's. */
export type LaterPart = Hyphened<keyof Rest & string> | 'staff';
/** Files of two words, by what they are called in code. */
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
export function getInitialMessages(): First {
  const language = getLanguage();
  const messages = loaded[language];
  if (!messages) throw new Error(`dictionary not loaded: ${language}`);
  const name = getBrand().name[language];
  // The same texts are the same object, so that nothing is drawn anew for nothing.
  if (shown?.of !== messages || shown.name !== name)
    shown = { of: messages, name, texts: withBrandName(messages, language) };
  return shown.texts;
}

/** The texts last asked for, with the exchange's own name in them. */
let shown: { of: First; name: string; texts: First } | null = null;

/** What has come so far; `lazyPage` sees to it that a page finds all it needs. */
export function useMessages(): Messages {
  return useSyncExternalStore(subscribe, getInitialMessages, getInitialMessages) as Messages;
}

async function add(part: LaterPart, language: Language): Promise<void> {
  if (added.has(`${language} ${part}`)) return;
  const texts = await fetchPart(part, language);
  const known = loaded[language];
  if (!known) return;
  // Of the errors some are there from the start.
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
