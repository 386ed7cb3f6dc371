import type { Account, checkProviderOtp, sendProviderSms } from '@sarraf/domain/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { secondsLeft } from '../../access/two-step.ts';
import { useRetryAfter } from '../../access/use-wait.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { navigate } from '../../lib/navigation/history.ts';
import { toast } from '../../lib/notices.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useCountdown } from '../../ui/values/use-countdown.ts';
import {
  type BankCode,
  dropSending,
  keepSending,
  RESEND_SECONDS,
  readSending,
  subjectOf,
} from './sending.ts';

export const CODE_LENGTH = 5;
/** The provider queries banks and registers during the request. */
const TIMEOUT_MS = 60_000;

/** Requests the bank's code on opening, but not again on a reload while the first is valid. */
export function useBankCode(account: Account) {
  const t = useTranslations('account.fino');
  const { show } = useErrorMessages();
  const { judge, waiting } = useRetryAfter();
  const subject = subjectOf(account);
  const [sending, setSending] = useState(() => readSending(subject));
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'send' | 'check' | null>(sending ? null : 'send');
  const [problem, setProblem] = useState<string | null>(null);
  const [again, setAgain] = useState(false);
  const { left, ended, restart } = useCountdown(sending ? secondsLeft(sending) : 0);
  const asked = useRef(sending !== null);

  /** The provider's errors about the person are shown in a dialog (§8.1 rule 8); others on this page. */
  const refuse = useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return setProblem(judge(error));
      if (error.status === 'BAD_REQUEST' && error.errors.length > 0) return show(error);
      setProblem(judge(error));
      // The step was completed or is no longer required, for example in another tab.
      if (error.code === 'CONFLICT') void refreshAccount();
    },
    [judge, show],
  );
  const ask = useCallback(() => {
    setBusy('send');
    setProblem(null);
    send(subject)
      .then((next) => {
        keepSending(next);
        setSending(next);
        setCode('');
        restart(next.seconds);
      }, refuse)
      .finally(() => setBusy(null));
  }, [subject, refuse, restart]);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    ask();
  }, [ask]);

  const check = (typed: string) => {
    if (busy || typed.length !== CODE_LENGTH) return;
    setBusy('check');
    setProblem(null);
    prove(typed).then(
      () => {
        toast(t('done'), 'done');
        navigate('/profile/account');
      },
      (error: unknown) => {
        setBusy(null);
        setCode('');
        refuse(error);
      },
    );
  };
  return {
    sending,
    code,
    type: (typed: string) => {
      setCode(typed);
      setProblem(null);
    },
    check,
    resend: () => {
      if (busy || waiting || !ended) return;
      setAgain(true);
      ask();
    },
    busy,
    problem,
    waiting,
    left,
    ended,
    again: again && sending !== null,
  };
}
export type BankCodeEntry = ReturnType<typeof useBankCode>;

async function send(subject: string, now = Date.now()): Promise<BankCode> {
  const { baseDTO } = await call<typeof sendProviderSms>('POST', '/finnotech/send-sms-to-customer', {
    body: {},
    timeoutMs: TIMEOUT_MS,
  });
  const { mobileNumber: mobile } = baseDTO;
  return { subject, mobile, seconds: RESEND_SECONDS, endsAt: now + RESEND_SECONDS * 1000 };
}

async function prove(otp: string): Promise<void> {
  await call<typeof checkProviderOtp>('POST', '/finnotech/otp', { body: { otp }, timeoutMs: TIMEOUT_MS });
  dropSending();
  await refreshAccount();
}

const refreshAccount = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
