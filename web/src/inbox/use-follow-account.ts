import type { Account } from '@sarraf/domain/contracts';
import { useEffect } from 'react';
import { getInitialLanguage, useLanguage } from '../framework/i18n/language.ts';
import { switchLanguage } from '../framework/i18n/messages.ts';
import { updateUrlLanguage } from '../framework/navigation/history.ts';
import { getInitialTheme, setTheme, useTheme } from '../lib/browser/theme.ts';
import { useSession } from '../lib/session/session.ts';
import {
  isUnsent,
  loadAdopted,
  loadLocalChoice,
  type PreferenceKind,
  resolvePreference,
  saveAdopted,
} from './account-preferences.ts';
import { type PreferenceValue, savePreference } from './save-preference.ts';

/**
 * Adopts language and theme from the account unless they were chosen in this browser, and saves choices made here
 * to the account. They stay in local storage for the next page load.
 */
export function useSyncPreferences(): void {
  const { account } = useSession();
  const language = account?.preferences.language ?? null;
  const theme = account?.preferences.theme ?? null;

  useEffect(() => {
    const next = resolvePreference(theme, loadLocalChoice('theme'), loadAdopted().theme);
    if (theme !== null) adoptIfSame('theme', theme, next);
    if (next !== null) setTheme(next);
  }, [theme]);
  useEffect(() => {
    const next = resolvePreference(language, loadLocalChoice('language'), loadAdopted().language);
    if (language !== null) adoptIfSame('language', language, next);
    if (next !== null)
      switchLanguage(next)
        .then(() => updateUrlLanguage(next))
        .catch(() => undefined);
  }, [language]);

  useSavePreference('language', useLanguage(), account);
  useSavePreference('theme', useTheme(), account);
}

/** Once both agree, the browser adopts later values of the account. */
function adoptIfSame(kind: PreferenceKind, chosen: string, next: string | null): void {
  if (next !== null || loadLocalChoice(kind) === chosen) saveAdopted(kind, chosen);
}

/** The values shown at the last check while signed in; a choice made before this file was loaded counts too. */
const lastSeen: Partial<Record<PreferenceKind, string>> = {};
const INITIAL_VALUES = { language: getInitialLanguage, theme: getInitialTheme };

/** Saves values changed here or not sent before, but not the initial value of the page. */
function useSavePreference<K extends PreferenceKind>(
  kind: K,
  value: PreferenceValue<K>,
  account: Account | null,
): void {
  const id = account?.id;
  const chosen = account?.preferences[kind] ?? null;
  useEffect(() => {
    if (id === undefined) return;
    const hasChanged = (lastSeen[kind] ?? INITIAL_VALUES[kind]()) !== value;
    lastSeen[kind] = value;
    if (hasChanged || isUnsent(kind, id)) savePreference(kind, value, { id, chosen });
  }, [kind, value, chosen, id]);
}
