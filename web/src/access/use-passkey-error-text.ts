import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { SecurityKeyError } from '../lib/browser/security-key.ts';
import { useRetryAfter } from './use-wait.ts';

/** Error texts of passkey requests, for failures of the browser and the server. */
export function usePasskeyErrorText() {
  const t = useTranslations('auth.passkey.error');
  const { judge, waiting } = useRetryAfter();
  const toErrorText = useCallback(
    (error: unknown): string => (error instanceof SecurityKeyError ? t(error.code) : judge(error)),
    [t, judge],
  );
  return { words: toErrorText, waiting };
}
