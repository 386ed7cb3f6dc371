import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../lib/api.ts';
import { isSignedIn } from '../../lib/token.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import { checkCode, resendCode } from './calls.ts';
import { keepStep, type PendingStep, secondsLeft } from './pending-step.ts';
import { useAuthFailure } from './use-auth-failure.ts';

export const CODE_LENGTH = 6;

/** The code step: what is typed, how long it lives, what the server said. */
export function useCodeEntry(begun: PendingStep) {
  const [step, setStep] = useState(begun);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sentAgain, setSentAgain] = useState(false);
  const { judge, waiting } = useAuthFailure();
  const { left, ended, restart } = useCountdown(secondsLeft(begun));
  const place = useRef<HTMLFormElement>(null);

  // The field first, after a refusal and a new code too: whoever types goes on typing.
  const focus = useCallback(() => {
    requestAnimationFrame(() =>
      place.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus(),
    );
  }, []);
  useEffect(focus, [focus]);

  /** A code that is over is over for a reload too. */
  const end = () => {
    const over = { ...step, endsAt: Date.now() };
    setStep(over);
    keepStep(over);
    restart(0);
  };
  const refused = (error: unknown) => {
    setBusy(false);
    setProblem(judge(error));
    setCode('');
    if (error instanceof ApiFailure && error.code === 'Code Expired') end();
    else focus();
  };

  const submit = (typed: string) => {
    if (busy || ended || waiting || typed.length !== CODE_LENGTH) return;
    setBusy(true);
    setProblem(null);
    checkCode(step, typed).catch((error: unknown) => {
      // Signed in but without the account yet: leaving this screen is under way.
      if (!isSignedIn()) refused(error);
    });
  };
  const resend = () => {
    if (busy || waiting) return;
    setBusy(true);
    setProblem(null);
    resendCode(step).then(
      (next) => {
        setStep(next);
        setCode('');
        setBusy(false);
        setSentAgain(true);
        restart(secondsLeft(next));
        focus();
      },
      (error: unknown) => {
        setBusy(false);
        setProblem(judge(error));
      },
    );
  };
  const change = (typed: string) => {
    setCode(typed);
    setProblem(null);
  };
  return { step, code, busy, problem, waiting, left, ended, sentAgain, place, change, submit, resend };
}

export type CodeEntry = ReturnType<typeof useCodeEntry>;
