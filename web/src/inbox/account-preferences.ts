import type { Preferences } from '@sarraf/domain/contracts';

export type PreferenceKind = keyof Preferences;
/** Of each kind what this browser last took over from an account; absent: nothing. */
export type SyncedPreferences = Partial<Record<PreferenceKind, string>>;

/** Where boot.js finds what to begin with. */
const OWN: Record<PreferenceKind, string> = { language: 'sarraf.language', theme: 'sarraf.theme' };
const FOLLOWED = 'sarraf.account-preferences';
/** Of each kind whose account doesn't know yet what was chosen here. */
const UNSENT = 'sarraf.unsent-preferences';

/**
 * What this browser should show from now on; null: as it is. What was chosen here and not taken over from an account
 * stands until it is changed here.
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
    // Without storage each page follows the account anew.
  }
}
