import type { BodyOf, setPreferences } from '@sarraf/domain/contracts';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../i18n/language.ts';
import { switchLanguage } from '../i18n/messages.ts';
import { call } from '../lib/api.ts';
import { nameLanguage } from '../lib/place.ts';
import { accountQuery } from '../lib/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { setTheme, useTheme } from '../lib/theme.ts';
import { type Kind, keepFollowed, readFollowed, storedChoice, toFollow } from './account-preferences.ts';

/**
 * Language and theme as the account has them, where nothing else was chosen in this browser; and what is chosen here, on
 * the account. It stays in local storage, so that the next page begins with it.
 */
export function useFollowAccount(): void {
  const chosen = useSession().account?.preferences;
  const [language, theme] = [chosen?.language ?? null, chosen?.theme ?? null];
  const known = chosen !== undefined;

  useEffect(() => {
    const next = toFollow(theme, storedChoice('theme'), readFollowed().theme);
    if (theme !== null) keepIfSame('theme', theme, next);
    if (next !== null) setTheme(next);
  }, [theme]);
  useEffect(() => {
    const next = toFollow(language, storedChoice('language'), readFollowed().language);
    if (language !== null) keepIfSame('language', language, next);
    if (next !== null)
      switchLanguage(next)
        .then(() => nameLanguage(next))
        .catch(() => undefined);
  }, [language]);

  useSaved('language', useLanguage(), language, known);
  useSaved('theme', useTheme(), theme, known);
}

/** Once the two agree, the browser follows whatever the account says next. */
function keepIfSame(kind: Kind, chosen: string, next: string | null): void {
  if (next !== null || storedChoice(kind) === chosen) keepFollowed(kind, chosen);
}

/** Sends what is changed here, and nothing of what only was so when the page began. */
function useSaved<K extends Kind>(
  kind: K,
  shown: NonNullable<BodyOf<typeof setPreferences>[K]>,
  chosen: string | null,
  known: boolean,
): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown || !known) return;
    before.current = shown;
    if (shown === chosen) return;
    call<typeof setPreferences>('PUT', '/users/preferences', { body: { [kind]: shown } })
      .then(({ baseDTO }) => {
        keepFollowed(kind, shown);
        queryClient.setQueryData(accountQuery.queryKey, (account) =>
          account ? { ...account, preferences: baseDTO } : account,
        );
      })
      // Here it holds all the same.
      .catch(() => undefined);
  }, [kind, shown, chosen, known]);
}
