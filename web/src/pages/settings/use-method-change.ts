import type { changeOtp, ReplyOf, sendVerificationCode } from '@sarraf/domain/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TwoStep } from '../../access/two-step.ts';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

export type MethodPrompt = ReplyOf<typeof sendVerificationCode>['baseDTO'];

const prove = async (method: TwoStep): Promise<MethodPrompt> => {
  const { baseDTO } = await call<typeof sendVerificationCode>('POST', '/users/send-verification-code', {
    query: { twoStepAuthorization: method },
  });
  return { ...baseDTO, twoStepAuthenticationType: method };
};

/**
 * The change of the two-step method (requirements §4): chosen, its code asked for, entered, changed. A failure or
 * closing the modal restores the earlier choice, which is simply that nothing is chosen any more.
 */
export function useMethodChange(current: TwoStep, onCodes: (codes: readonly string[]) => void) {
  const t = useTranslations('settings.twoStep');
  const failure = useErrorMessages();
  const [chosen, setChosen] = useState<TwoStep | null>(null);
  const [prompt, setPrompt] = useState<MethodPrompt | null>(null);
  /** The choice that answers are for; what was given up is not opened any more. */
  const latest = useRef<TwoStep | null>(null);
  useEffect(() => {
    return () => {
      latest.current = null;
    };
  }, []);

  const stop = useCallback(() => {
    latest.current = null;
    setChosen(null);
    setPrompt(null);
  }, []);

  const choose = (method: TwoStep) => {
    // Another phone may take the place of the one in use; any other method is what it is.
    if (latest.current !== null || (method === current && method !== 'GOOGLE_AUTHENTICATOR')) return;
    latest.current = method;
    setChosen(method);
    prove(method).then(
      (next) => latest.current === method && setPrompt(next),
      (error: unknown) => {
        if (latest.current === method) stop();
        failure.show(error);
      },
    );
  };

  /** Another code; an authenticator gets another key. */
  const again = async (): Promise<MethodPrompt | null> => {
    const method = latest.current;
    if (method === null) return null;
    const next = await prove(method);
    if (latest.current === method) setPrompt(next);
    return next;
  };

  const check = async (code: string): Promise<void> => {
    const method = latest.current;
    if (method === null) return;
    const { baseDTO } = await call<typeof changeOtp>('POST', '/users/change-otp', {
      query: { twoStepAuthorization: method, code },
    });
    // The card shows the new method before it stops showing the choice, so that nothing flickers.
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    stop();
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    void queryClient.invalidateQueries({ queryKey: ['recovery-codes'] });
    toast(t('changed'), 'done');
    if (baseDTO.recoveryCodes) onCodes(baseDTO.recoveryCodes);
  };

  return { chosen, prompt, choose, stop, again, check };
}

export type MethodChange = ReturnType<typeof useMethodChange>;
