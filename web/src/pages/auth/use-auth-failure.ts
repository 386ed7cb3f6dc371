import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ApiFailure } from '../../lib/api.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import { clockText, waitOf } from './form.ts';

/** Seconds the server asks to wait, from a 429; null otherwise. */
export function retryAfter(error: unknown): number | null {
  if (!(error instanceof ApiFailure) || error.httpStatus !== 429) return null;
  const { retryAfter: seconds } = error.data;
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : null;
}

/** Words for what failed; a 429 says how long to wait, and `waiting` is the button's reason until then. */
export function useAuthFailure() {
  const t = useTranslations('auth');
  const { text } = useFailure();
  const { digits } = useFormat();
  const { left, restart } = useCountdown(0);

  const judge = useCallback(
    (error: unknown): string => {
      const seconds = retryAfter(error);
      if (seconds === null) return text(error) || t('tryAgain');
      restart(seconds);
      const { unit, count } = waitOf(seconds);
      return t('tooMany', { time: t(`wait.${unit}`, { count: digits(count) }) });
    },
    [t, text, digits, restart],
  );
  return { judge, waiting: left > 0 ? t('waiting', { time: digits(clockText(left)) }) : null };
}
