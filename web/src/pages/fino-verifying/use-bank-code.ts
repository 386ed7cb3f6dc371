import type { Account, checkProviderOtp, sendProviderSms } from '@sarraf/domain/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { secondsLeft } from '../../access/two-step.ts';
import { useRetryAfter } from '../../access/use-wait.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useCountdown } from '../../ui/values/use-countdown.ts';
import {
  type BankCode,
  clearBankCode,
  getSubject,
  loadBankCode,
  RESEND_SECONDS,
  saveBankCode,
} from './sending.ts';

export const CODE_LENGTH = 5;
/** The provider queries banks and registers during the request. */
const TIMEOUT_MS = 60_000;

/** Requests the bank's code on opening, but not again on a reload while the first is valid. */
export function useBankCode(account: Account) {
  const t = useTranslations('account.fino');
  const { show } = useErrorMessages();
  const { judge, waiting } = useRetryAfter();
  const subject = getSubject(account);
  const [sentCode, setSentCode] = useState(() => loadBankCode(subject));
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'send' | 'check' | null>(sentCode ? null : 'send');
  const [problem, setProblem] = useState<string | null>(null);
  const [wasResent, setWasResent] = useState(false);
  const { left, ended, restart } = useCountdown(sentCode ? secondsLeft(sentCode) : 0);
  const wasRequested = useRef(sentCode !== null);

  /** The provider's errors about the person are shown in a dialog (§8.1 rule 8); others on this page. */
  const showRefusal = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return setProblem(judge(error));
      if (error.status === 'BAD_REQUEST' && error.errors.length > 0) return show(error);
      setProblem(judge(error));
      // The step was completed or is no longer required, for example in another tab.
      if (error.code === 'CONFLICT') void refetchAccount();
    },
    [judge, show],
  );
  const requestCode = useCallback(() => {
    setBusy('send');
    setProblem(null);
    sendBankCode(subject)
      .then((next) => {
        saveBankCode(next);
        setSentCode(next);
        setCode('');
        restart(next.seconds);
      }, showRefusal)
      .finally(() => setBusy(null));
  }, [subject, showRefusal, restart]);
  useEffect(() => {
    if (wasRequested.current) return;
    wasRequested.current = true;
    requestCode();
  }, [requestCode]);

  const submitCode = (typed: string) => {
    if (busy || typed.length !== CODE_LENGTH) return;
    setBusy('check');
    setProblem(null);
    confirmBankCode(typed).then(
      () => {
        toast(t('done'), 'done');
        navigate('/profile/account');
      },
      (error: unknown) => {
        setBusy(null);
        setCode('');
        showRefusal(error);
      },
    );
  };
  return {
    sending: sentCode,
    code,
    type: (typed: string) => {
      setCode(typed);
      setProblem(null);
    },
    check: submitCode,
    resend: () => {
      if (busy || waiting || !ended) return;
      setWasResent(true);
      requestCode();
    },
    busy,
    problem,
    waiting,
    left,
    ended,
    again: wasResent && sentCode !== null,
  };
}
export type BankCodeState = ReturnType<typeof useBankCode>;

async function sendBankCode(subject: string, now = Date.now()): Promise<BankCode> {
  const { baseDTO } = await call<typeof sendProviderSms>('POST', '/finnotech/send-sms-to-customer', {
    body: {},
    timeoutMs: TIMEOUT_MS,
  });
  const { mobileNumber: mobile } = baseDTO;
  return { subject, mobile, seconds: RESEND_SECONDS, endsAt: now + RESEND_SECONDS * 1000 };
}

async function confirmBankCode(otp: string): Promise<void> {
  await call<typeof checkProviderOtp>('POST', '/finnotech/otp', { body: { otp }, timeoutMs: TIMEOUT_MS });
  clearBankCode();
  await refetchAccount();
}

const refetchAccount = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
