import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../lib/api/api.ts';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { formatCountdown } from '../lib/format/countdown-text.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { logoutSilently } from '../lib/session/session.ts';
import { useCountdown } from '../ui/values/use-countdown.ts';
import { getRetryAfterSeconds, getWaitCause, toWaitUnit } from './wait.ts';

/**
 * Error texts of failed requests; for a 429 or a busy server they include the delay, and `waiting` is the button's
 * reason until it ends.
 */
export function useRetryAfter() {
  const t = useTranslations('auth');
  const { text } = useErrorMessages();
  const { digits } = useFormat();
  const { left, restart } = useCountdown(0);

  const toErrorText = useCallback(
    (error: unknown): string => {
      const code = error instanceof ApiError ? error.code : '';
      if (/JWT|Invalid Token/.test(code)) logoutSilently();
      const seconds = getRetryAfterSeconds(error);
      // The person cancelled the confirmation, so no message is needed.
      if (seconds === null) return text(error) || (code === 'CONFIRMATION_NEEDED' ? '' : t('tryAgain'));
      restart(seconds);
      const { unit, count } = toWaitUnit(seconds);
      return t(getWaitCause(error), {
        time: t(`wait.${unit}`, { count, shown: digits(count) }),
      });
    },
    [t, text, digits, restart],
  );
  return {
    judge: toErrorText,
    waiting: left > 0 ? t('waiting', { time: digits(formatCountdown(left)) }) : null,
  };
}
