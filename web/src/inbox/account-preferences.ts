import type { Preferences } from '@sarraf/domain/contracts';

export type Kind = keyof Preferences;
/** Of each kind what this browser last took over from an account; absent: nothing. */
export type Followed = Partial<Record<Kind, string>>;

/** Where boot.js finds what to begin with. */
const OWN: Record<Kind, string> = { language: 'sarraf.language', theme: 'sarraf.theme' };
const FOLLOWED = 'sarraf.account-preferences';

/**
 * What this browser should show from now on; null: as it is. What was chosen here and not taken over from an account
 * stands until it is changed here.
 */
export function toFollow<T extends string>(
  chosen: T | null,
  own: string | null,
  followed: string | undefined,
): T | null {
  if (chosen === null || chosen === own) return null;
  return own === null || own === followed ? chosen : null;
}

export function storedChoice(kind: Kind): string | null {
  try {
    return localStorage.getItem(OWN[kind]);
  } catch {
    return null;
  }
}

export function readFollowed(): Followed {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(FOLLOWED) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Followed) : {};
  } catch {
    return {};
  }
}

export function keepFollowed(kind: Kind, value: string): void {
  try {
    localStorage.setItem(FOLLOWED, JSON.stringify({ ...readFollowed(), [kind]: value }));
  } catch {
    // Without storage each page follows the account anew.
  }
}
