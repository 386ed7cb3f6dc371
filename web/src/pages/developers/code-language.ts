import { useSyncExternalStore } from 'react';

/** Display names in every language; `sh` is curl with openssl. */
export const CODE_LANGUAGES = {
  sh: 'curl',
  ts: 'TypeScript',
  py: 'Python',
  php: 'PHP',
} as const;
export type CodeLanguage = keyof typeof CODE_LANGUAGES;

const KEY = 'sarraf.code';
const listeners = new Set<() => void>();
let chosen: CodeLanguage | null = null;

const isKnown = (name: string | null): name is CodeLanguage =>
  name !== null && Object.hasOwn(CODE_LANGUAGES, name);

function current(): CodeLanguage {
  if (chosen) return chosen;
  try {
    const kept = localStorage.getItem(KEY);
    chosen = isKnown(kept) ? kept : 'sh';
  } catch {
    chosen = 'sh';
  }
  return chosen;
}

/** Selects the language of all examples and stores the choice. */
export function chooseCodeLanguage(language: CodeLanguage): void {
  chosen = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

export const useCodeLanguage = (): CodeLanguage => useSyncExternalStore(subscribe, current, () => 'sh');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
