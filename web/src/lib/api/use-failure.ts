import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ACCOUNT } from '../navigation/guard.ts';
import { navigate } from '../navigation/history.ts';
import { showDialog, toast } from '../notices.ts';
import { logoutSilently } from '../session/session.ts';
import { ApiError } from './api.ts';
import { type ErrorPresentation, type ErrorText, resolveErrorPresentation } from './failures.ts';

/**
 * `text(error)`: the message to show at a field or in a failed part ('' if nothing is to be shown).
 * `show(error)`: for a failure without a position on the page; a dialog, a toast or nothing, as §8.1 defines.
 */
export function useErrorMessages() {
  const t = useTranslations('error');

  const verdictOf = useCallback(
    (error: unknown): ErrorPresentation => {
      if (!(error instanceof ApiError)) return { kind: 'text', key: 'UNKNOWN' };
      return resolveErrorPresentation(error, (key): key is ErrorText => t.has(key as ErrorText));
    },
    [t],
  );

  const wordsOf = useCallback(
    (words: ErrorText | { raw: string }) => (typeof words === 'string' ? t(words) : words.raw),
    [t],
  );

  const text = useCallback(
    (error: unknown): string => {
      const verdict = verdictOf(error);
      if (verdict.kind === 'title') return wordsOf(verdict.title);
      if (verdict.kind === 'list') return verdict.items.map(wordsOf).join(' ') || t('USER_IDENTITY_DATA');
      return 'key' in verdict ? t(verdict.key) : '';
    },
    [t, verdictOf, wordsOf],
  );

  const show = useCallback(
    (error: unknown): void => {
      const verdict = verdictOf(error);
      switch (verdict.kind) {
        case 'silent':
          return;
        case 'logout':
          logoutSilently();
          return;
        case 'title':
          showDialog({ title: wordsOf(verdict.title) });
          return;
        case 'text':
          toast(t(verdict.key), 'problem');
          return;
        case 'list':
          showDialog({ title: t(verdict.key), lines: verdict.items.map(wordsOf) });
          return;
        case 'authentication':
          showDialog({
            title: t('AUTHENTICATION_TITLE'),
            text: t(verdict.key),
            ...(verdict.toAccount && { onConfirm: () => navigate(ACCOUNT) }),
          });
      }
    },
    [t, verdictOf, wordsOf],
  );

  return { text, show };
}
