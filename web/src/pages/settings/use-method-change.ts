import type { completeTwoStepChange, ReplyOf, sendVerificationCode } from '@sarraf/domain/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TwoStep } from '../../access/two-step.ts';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

export type MethodPrompt = ReplyOf<typeof sendVerificationCode>['baseDTO'];

const sendMethodCode = async (method: TwoStep): Promise<MethodPrompt> => {
  const { baseDTO } = await call<typeof sendVerificationCode>('POST', '/users/send-verification-code', {
    query: { twoStepAuthorization: method },
  });
  return { ...baseDTO, twoStepAuthenticationType: method };
};

/**
 * Changes the two-step method (requirements §4): choose, request the code, enter it. A failure or closing the modal
 * restores the previous choice, by clearing the new one.
 */
export function useMethodChange(current: TwoStep, onCodes: (codes: readonly string[]) => void) {
  const t = useTranslations('settings.twoStep');
  const failure = useErrorMessages();
  const [chosen, setChosen] = useState<TwoStep | null>(null);
  const [prompt, setPrompt] = useState<MethodPrompt | null>(null);
  /** The latest choice: replies to an abandoned one are ignored. */
  const latestChoice = useRef<TwoStep | null>(null);
  useEffect(() => {
    return () => {
      latestChoice.current = null;
    };
  }, []);

  const stop = useCallback(() => {
    latestChoice.current = null;
    setChosen(null);
    setPrompt(null);
  }, []);

  const choose = (method: TwoStep) => {
    // An authenticator may be replaced by another phone; changing to any other current method does nothing.
    if (latestChoice.current !== null || (method === current && method !== 'GOOGLE_AUTHENTICATOR')) return;
    latestChoice.current = method;
    setChosen(method);
    sendMethodCode(method).then(
      (next) => latestChoice.current === method && setPrompt(next),
      (error: unknown) => {
        if (latestChoice.current === method) stop();
        failure.show(error);
      },
    );
  };

  /** Requests another code; an authenticator gets another key. */
  const again = async (): Promise<MethodPrompt | null> => {
    const method = latestChoice.current;
    if (method === null) return null;
    const next = await sendMethodCode(method);
    if (latestChoice.current === method) setPrompt(next);
    return next;
  };

  const check = async (code: string): Promise<void> => {
    const method = latestChoice.current;
    if (method === null) return;
    const { baseDTO } = await call<typeof completeTwoStepChange>('POST', '/users/change-otp', {
      query: { twoStepAuthorization: method, code },
    });
    // Refetches first, so that the card doesn't flicker back to the old method.
    await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    stop();
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    void queryClient.invalidateQueries({ queryKey: ['recovery-codes'] });
    toast(t('changed'), 'done');
    if (baseDTO.recoveryCodes) onCodes(baseDTO.recoveryCodes);
  };

  return { chosen, prompt, choose, stop, again, check };
}

export type MethodChangeState = ReturnType<typeof useMethodChange>;
