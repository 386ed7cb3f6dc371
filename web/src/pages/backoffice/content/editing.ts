import { type ArticleDraft, setArticleDraft, useDraft } from './drafts.ts';

export interface EditingState<T> {
  text: T;
  /** The version that a save is based on. */
  version: number;
  /** There are unsaved changes. */
  dirty: boolean;
  /** Another version was saved since this draft was started. */
  behind: boolean;
  change(changes: Partial<T>): void;
  /** Restores the saved version. */
  discard(): void;
  /** Bases the draft on the version saved by the other staff member. */
  rebase(): void;
}

export const hasSameFields = <T extends object>(a: T, b: T): boolean =>
  (Object.keys(a) as (keyof T)[]).every((name) => a[name] === b[name]);

/** State of a draft over its saved version. */
export function useEditing<T extends object>(key: string, saved: ArticleDraft<T>): EditingState<T> {
  const draft = useDraft<T>(key);
  const { text, version } = draft ?? saved;
  return {
    text,
    version,
    dirty: draft !== undefined,
    behind: draft !== undefined && draft.version < saved.version,
    change(changes) {
      const next = { ...text, ...changes };
      setArticleDraft(
        key,
        version === saved.version && hasSameFields(next, saved.text) ? null : { version, text: next },
      );
    },
    discard: () => setArticleDraft(key, null),
    rebase: () => setArticleDraft(key, { version: saved.version, text }),
  };
}
