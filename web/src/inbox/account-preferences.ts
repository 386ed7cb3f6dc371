import type { Preferences } from '@sarraf/domain/contracts';

export type PreferenceKind = keyof Preferences;
/** The value of each preference that this browser last adopted from an account; absent: none. */
export type SyncedPreferences = Partial<Record<PreferenceKind, string>>;

/** Storage keys that boot.js reads at startup. */
const OWN: Record<PreferenceKind, string> = { language: 'sarraf.language', theme: 'sarraf.theme' };
const FOLLOWED = 'sarraf.account-preferences';
/** Preferences that were chosen here but not yet saved to the account. */
const UNSENT = 'sarraf.unsent-preferences';

/**
 * Returns the value that this browser should show; null: unchanged. A value chosen here, rather than adopted from
 * an account, holds until it is changed here.
 */
export function resolvePreference<T extends string>(
  chosen: T | null,
  own: string | null,
  followed: string | undefined,
): T | null {
  if (chosen === null || chosen === own) return null;
  return own === null || own === followed ? chosen : null;
}

export function storedChoice(kind: PreferenceKind): string | null {
  try {
    return localStorage.getItem(OWN[kind]);
  } catch {
    return null;
  }
}

export const readFollowed = (): SyncedPreferences => readKept(FOLLOWED);
export const keepFollowed = (kind: PreferenceKind, value: string): void => keep(FOLLOWED, kind, value);

export const isUnsent = (kind: PreferenceKind, accountId: string): boolean =>
  readKept(UNSENT)[kind] === accountId;
export const keepUnsent = (kind: PreferenceKind, accountId: string | null): void =>
  keep(UNSENT, kind, accountId);

function readKept(key: string): Partial<Record<PreferenceKind, string>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function keep(key: string, kind: PreferenceKind, value: string | null): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...readKept(key), [kind]: value ?? undefined }));
  } catch {
    // Without storage each page adopts the account's preferences again.
  }
}
