import type { Preferences } from '@sarraf/domain/contracts';

export type PreferenceKind = keyof Preferences;
/** The value of each preference that this browser last adopted from an account; absent: none. */
export type SyncedPreferences = Partial<Record<PreferenceKind, string>>;

/** Storage keys that boot.js reads at startup. */
const STORAGE_KEYS: Record<PreferenceKind, string> = { language: 'sarraf.language', theme: 'sarraf.theme' };
const ADOPTED = 'sarraf.account-preferences';
/** Preferences that were chosen here but not yet saved to the account. */
const UNSENT_KEY = 'sarraf.unsent-preferences';

/**
 * Returns the value that this browser should show; null: unchanged. A value chosen here, rather than adopted from
 * an account, holds until it is changed here.
 */
export function resolvePreference<T extends string>(
  chosen: T | null,
  localValue: string | null,
  adopted: string | undefined,
): T | null {
  if (chosen === null || chosen === localValue) return null;
  return localValue === null || localValue === adopted ? chosen : null;
}

export function loadLocalChoice(kind: PreferenceKind): string | null {
  try {
    return localStorage.getItem(STORAGE_KEYS[kind]);
  } catch {
    return null;
  }
}

export const loadAdopted = (): SyncedPreferences => loadStored(ADOPTED);
export const saveAdopted = (kind: PreferenceKind, value: string): void => saveStored(ADOPTED, kind, value);

export const isUnsent = (kind: PreferenceKind, accountId: string): boolean =>
  loadStored(UNSENT_KEY)[kind] === accountId;
export const saveUnsent = (kind: PreferenceKind, accountId: string | null): void =>
  saveStored(UNSENT_KEY, kind, accountId);

function loadStored(key: string): Partial<Record<PreferenceKind, string>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

function saveStored(key: string, kind: PreferenceKind, value: string | null): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...loadStored(key), [kind]: value ?? undefined }));
  } catch {
    // Without storage each page adopts the account's preferences again.
  }
}
