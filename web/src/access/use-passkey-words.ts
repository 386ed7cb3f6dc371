import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { KeyFailure } from '../lib/browser/security-key.ts';
import { useWait } from './use-wait.ts';

/** Words for what came of asking for a passkey: of the browser's side, or of the server's. */
export function usePasskeyWords() {
  const t = useTranslations('auth.passkey.fault');
  const { judge, waiting } = useWait();
  const words = useCallback(
    (error: unknown): string => (error instanceof KeyFailure ? t(error.fault) : judge(error)),
    [t, judge],
  );
  return { words, waiting };
}
