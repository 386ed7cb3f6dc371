import { useSyncExternalStore } from 'react';

/** A draft, and the version it is based on (0: a new one). */
export interface ArticleDraft<T> {
  version: number;
  text: T;
}

/** By subject. They outlive the editor, so that the browser's back button loses nothing. */
const drafts = new Map<string, ArticleDraft<unknown>>();
const listeners = new Set<() => void>();

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

export const getArticleDraft = <T>(key: string): ArticleDraft<T> | undefined =>
  drafts.get(key) as ArticleDraft<T> | undefined;

export function setArticleDraft<T>(key: string, draft: ArticleDraft<T> | null): void {
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
  // The browser asks before a reload or closing the tab discards them.
  if (drafts.size > 0) addEventListener('beforeunload', warnBeforeUnload);
  else removeEventListener('beforeunload', warnBeforeUnload);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useDraft = <T>(key: string): ArticleDraft<T> | undefined =>
  useSyncExternalStore(subscribe, () => getArticleDraft<T>(key));

/** Returns which of these have a draft: their indexes as text, so that it changes only with them. */
export const useDraftIndexes = (keys: readonly string[]): readonly string[] => {
  const text = useSyncExternalStore(subscribe, () => keys.filter((key) => drafts.has(key)).join('\n'));
  return text === '' ? [] : text.split('\n');
};
