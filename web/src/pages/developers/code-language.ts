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
let chosenLanguage: CodeLanguage | null = null;

const isCodeLanguage = (name: string | null): name is CodeLanguage =>
  name !== null && Object.hasOwn(CODE_LANGUAGES, name);

function getCodeLanguage(): CodeLanguage {
  if (chosenLanguage) return chosenLanguage;
  try {
    const stored = localStorage.getItem(KEY);
    chosenLanguage = isCodeLanguage(stored) ? stored : 'sh';
  } catch {
    chosenLanguage = 'sh';
  }
  return chosenLanguage;
}

/** Selects the language of all examples and stores the choice. */
export function saveCodeLanguage(language: CodeLanguage): void {
  chosenLanguage = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds for this page only.
  }
  for (const listener of listeners) listener();
}

export const useCodeLanguage = (): CodeLanguage =>
  useSyncExternalStore(subscribe, getCodeLanguage, () => 'sh');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
