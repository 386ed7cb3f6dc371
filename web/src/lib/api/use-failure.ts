import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ACCOUNT_PATH } from '../../framework/navigation/guard.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { showDialog, toast } from '../notices.ts';
import { logoutSilently } from '../session/session.ts';
import { ApiError } from './api.ts';
import { type ErrorPresentation, type ErrorTextKey, resolveErrorPresentation } from './failures.ts';

/**
 * `text(error)`: the message to show at a field or in a failed part ('' if nothing is to be shown).
 * `show(error)`: for a failure without a position on the page; a dialog, a toast or nothing, as §8.1 defines.
 */
export function useErrorMessages() {
  const t = useTranslations('error');

  const toPresentation = useCallback(
    (error: unknown): ErrorPresentation => {
      if (!(error instanceof ApiError)) return { kind: 'text', key: 'UNKNOWN' };
      return resolveErrorPresentation(error, (key): key is ErrorTextKey => t.has(key as ErrorTextKey));
    },
    [t],
  );

  const formatKeyOrText = useCallback(
    (keyOrText: ErrorTextKey | { raw: string }) =>
      typeof keyOrText === 'string' ? t(keyOrText) : keyOrText.raw,
    [t],
  );

  const text = useCallback(
    (error: unknown): string => {
      const presentation = toPresentation(error);
      if (presentation.kind === 'title') return formatKeyOrText(presentation.title);
      if (presentation.kind === 'list')
        return presentation.items.map(formatKeyOrText).join(' ') || t('USER_IDENTITY_DATA');
      return 'key' in presentation ? t(presentation.key) : '';
    },
    [t, toPresentation, formatKeyOrText],
  );

  const show = useCallback(
    (error: unknown): void => {
      const verdict = toPresentation(error);
      switch (verdict.kind) {
        case 'silent':
          return;
        case 'logout':
          logoutSilently();
          return;
        case 'title':
          showDialog({ title: formatKeyOrText(verdict.title) });
          return;
        case 'text':
          toast(t(verdict.key), 'problem');
          return;
        case 'list':
          showDialog({ title: t(verdict.key), lines: verdict.items.map(formatKeyOrText) });
          return;
        case 'authentication':
          showDialog({
            title: t('AUTHENTICATION_TITLE'),
            text: t(verdict.key),
            ...(verdict.toAccount && { onConfirm: () => navigate(ACCOUNT_PATH) }),
          });
      }
    },
    [t, toPresentation, formatKeyOrText],
  );

  return { text, show };
}
