import type { Account } from '@sarraf/domain/contracts';
import { useEffect } from 'react';
import { languageAtStart, useLanguage } from '../i18n/language.ts';
import { switchLanguage } from '../i18n/messages.ts';
import { setTheme, themeAtStart, useTheme } from '../lib/browser/theme.ts';
import { nameLanguage } from '../lib/navigation/history.ts';
import { useSession } from '../lib/session/session.ts';
import {
  isUnsent,
  keepFollowed,
  type PreferenceKind,
  readFollowed,
  resolvePreference,
  storedChoice,
} from './account-preferences.ts';
import { type Chosen, savePreference } from './save-preference.ts';

/**
 * Adopts language and theme from the account unless they were chosen in this browser, and saves choices made here
 * to the account. They stay in local storage for the next page load.
 */
export function useSyncPreferences(): void {
  const { account } = useSession();
  const language = account?.preferences.language ?? null;
  const theme = account?.preferences.theme ?? null;

  useEffect(() => {
    const next = resolvePreference(theme, storedChoice('theme'), readFollowed().theme);
    if (theme !== null) keepIfSame('theme', theme, next);
    if (next !== null) setTheme(next);
  }, [theme]);
  useEffect(() => {
    const next = resolvePreference(language, storedChoice('language'), readFollowed().language);
    if (language !== null) keepIfSame('language', language, next);
    if (next !== null)
      switchLanguage(next)
        .then(() => nameLanguage(next))
        .catch(() => undefined);
  }, [language]);

  useSaved('language', useLanguage(), account);
  useSaved('theme', useTheme(), account);
}

/** Once both agree, the browser adopts later values of the account. */
function keepIfSame(kind: PreferenceKind, chosen: string, next: string | null): void {
  if (next !== null || storedChoice(kind) === chosen) keepFollowed(kind, chosen);
}

/** The values shown at the last check while signed in; a choice made before this file was loaded counts too. */
const seen: Partial<Record<PreferenceKind, string>> = {};
const AT_START = { language: languageAtStart, theme: themeAtStart };

/** Saves values changed here or not sent before, but not the initial value of the page. */
function useSaved<K extends PreferenceKind>(kind: K, shown: Chosen<K>, account: Account | null): void {
  const id = account?.id;
  const chosen = account?.preferences[kind] ?? null;
  useEffect(() => {
    if (id === undefined) return;
    const changed = (seen[kind] ?? AT_START[kind]()) !== shown;
    seen[kind] = shown;
    if (changed || isUnsent(kind, id)) savePreference(kind, shown, { id, chosen });
  }, [kind, shown, chosen, id]);
}
