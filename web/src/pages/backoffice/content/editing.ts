import { type ArticleDraft, keepArticleDraft, useDraft } from './drafts.ts';

export interface Editing<T> {
  text: T;
  /** What is saved names the version it was made from. */
  version: number;
  /** Something would be lost. */
  dirty: boolean;
  /** Somebody has saved another version since this one was begun. */
  behind: boolean;
  change(changes: Partial<T>): void;
  /** As it was saved last. */
  discard(): void;
  /** What is written here is to follow what the colleague saved. */
  rebase(): void;
}

export const isSame = <T extends object>(a: T, b: T): boolean =>
  (Object.keys(a) as (keyof T)[]).every((name) => a[name] === b[name]);

/** What is written over what is saved. */
export function useEditing<T extends object>(key: string, saved: ArticleDraft<T>): Editing<T> {
  const draft = useDraft<T>(key);
  const { text, version } = draft ?? saved;
  return {
    text,
    version,
    dirty: draft !== undefined,
    behind: draft !== undefined && draft.version < saved.version,
    change(changes) {
      const next = { ...text, ...changes };
      keepArticleDraft(
        key,
        version === saved.version && isSame(next, saved.text) ? null : { version, text: next },
      );
    },
    discard: () => keepArticleDraft(key, null),
    rebase: () => keepArticleDraft(key, { version: saved.version, text }),
  };
}
