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
 * Language and theme as the account has them, where nothing else was chosen in this browser; and what is chosen here, on
 * the account. It stays in local storage, so that the next page begins with it.
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

/** Once the two agree, the browser follows whatever the account says next. */
function keepIfSame(kind: PreferenceKind, chosen: string, next: string | null): void {
  if (next !== null || storedChoice(kind) === chosen) keepFollowed(kind, chosen);
}

/** What was shown when somebody signed in last looked; a choice made before this file was loaded is one all the same. */
const seen: Partial<Record<PreferenceKind, string>> = {};
const AT_START = { language: languageAtStart, theme: themeAtStart };

/** Sends what is changed here, or could not be sent before, and nothing of what only was so when the page began. */
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
