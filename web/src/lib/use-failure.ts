import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ApiFailure } from './api.ts';
import { type ErrorText, judge, type Verdict } from './failures.ts';
import { showDialog, toast } from './notices.ts';
import { go } from './place.ts';
import { logoutSilently } from './session.ts';

/**
 * `text(error)`: the words to show at a field or in a part that failed ('' when nothing is to be shown).
 * `show(error)`: for a failure that has no place on the page; dialog, toast or nothing, as §8.1 says.
 */
export function useFailure() {
  const t = useTranslations('error');

  const verdictOf = useCallback(
    (error: unknown): Verdict => {
      if (!(error instanceof ApiFailure)) return { kind: 'text', key: 'UNKNOWN' };
      return judge(error, (key): key is ErrorText => t.has(key as ErrorText));
    },
    [t],
  );

  const text = useCallback(
    (error: unknown): string => {
      const verdict = verdictOf(error);
      if (verdict.kind === 'raw') return verdict.text;
      return 'key' in verdict ? t(verdict.key) : '';
    },
    [t, verdictOf],
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
        case 'raw':
          showDialog({ title: verdict.text });
          return;
        case 'text':
          toast(t(verdict.key), 'problem');
          return;
        case 'list': {
          const lines = verdict.items.map((item) => (typeof item === 'string' ? t(item) : item.raw));
          showDialog({ title: t(verdict.key), lines });
          return;
        }
        case 'authentication':
          showDialog({
            title: t('AUTHENTICATION_TITLE'),
            text: t(verdict.key),
            ...(verdict.toAccount && { onConfirm: () => go('/profile/account') }),
          });
      }
    },
    [t, verdictOf],
  );

  return { text, show };
}
