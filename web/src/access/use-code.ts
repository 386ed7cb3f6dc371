import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { useCountdown } from '../ui/values/use-countdown.ts';
import { type SentCode, secondsLeft } from './two-step.ts';
import { useRetryAfter } from './use-wait.ts';

const CODE_LENGTH = 6;

interface CodeFormOptions {
  begun: SentCode;
  /** Submits the code. Once it resolves, the next step has started. */
  submitCode: (code: string) => Promise<void>;
  /** Requests another code or restarts; resolves with null when the form is being left. */
  requestCode: () => Promise<SentCode | null>;
  /** Called when the code's lifetime changed: a new code was sent, or it expired early. */
  onSent?: (sent: SentCode) => void;
  /** An error that takes precedence: shown on the button, and nothing is submitted. */
  fieldError?: string | null;
  /** False: the last digit does not submit, because there are other fields. */
  eager?: boolean;
  /** The seconds shown first; default: those that remain. */
  first?: number;
  /** Number of digits. */
  length?: number;
}

/** State of a code in six boxes: digits, lifetime, and the server's error. */
export function useCodeForm(options: CodeFormOptions) {
  const { submitCode, requestCode, fieldError = null, eager = true, length = CODE_LENGTH } = options;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; late: boolean } | null>(null);
  const { judge, waiting } = useRetryAfter();
  const { renew, end, ...life } = useCodeLifetime(options);
  const formRef = useRef<HTMLFormElement>(null);

  // Focus returns to the field after a refusal or a new code, so that the person can go on typing.
  const focus = useCallback(() => {
    requestAnimationFrame(() =>
      formRef.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus(),
    );
  }, []);

  const startRequest = () => {
    setBusy(true);
    setProblem(null);
  };
  const handleRefusal = (error: unknown) => {
    setBusy(false);
    setProblem({ text: judge(error), late: life.ended });
    const refusal = error instanceof ApiError ? error.code : '';
    if (refusal !== 'Incorrect OTP' && refusal !== 'Code Expired') return;
    setCode('');
    if (refusal === 'Code Expired') end();
    else focus();
  };
  const submit = (typed: string) => {
    if (busy || life.ended || waiting || fieldError || typed.length !== length) return;
    startRequest();
    submitCode(typed).catch(handleRefusal);
  };
  const resend = () => {
    if (busy || waiting) return;
    startRequest();
    requestCode().then((next) => {
      if (!next) return;
      renew(next);
      setCode('');
      setBusy(false);
      focus();
    }, handleRefusal);
  };
  const handleTyping = (typed: string) => {
    setCode(typed);
    setProblem(null);
  };
  return {
    ...life,
    length,
    code,
    busy,
    // The error of an expired code no longer matters; that of a failed resend does.
    problem: problem?.late === life.ended ? problem.text : null,
    waiting,
    fieldError,
    /** Other fields are filled in after the code. */
    codeFirst: !eager,
    place: formRef,
    focus,
    type: handleTyping,
    submit,
    complete: eager ? submit : undefined,
    resend,
  };
}

/** Tracks the remaining lifetime of the code. */
function useCodeLifetime({ begun, onSent, first }: CodeFormOptions) {
  const [sent, setSent] = useState(begun);
  const [wasResent, setWasResent] = useState(false);
  const [isExpired, setIsExpired] = useState(false);
  const { left, ended, restart } = useCountdown(first ?? secondsLeft(begun));
  /** An authenticator always has a code, so there is no countdown; only the server reports that it expired. */
  const isAuthenticator = sent.method === 'GOOGLE_AUTHENTICATOR';

  const replaceCode = (next: SentCode, isOver: boolean) => {
    setSent(next);
    setIsExpired(isOver);
    onSent?.(next);
    restart(secondsLeft(next));
  };
  return {
    sent,
    app: isAuthenticator,
    left,
    total: first === undefined || wasResent ? sent.seconds : first,
    ended: isAuthenticator ? isExpired : ended,
    sentAgain: wasResent,
    renew: (next: SentCode) => {
      replaceCode(next, false);
      setWasResent(next.method !== 'GOOGLE_AUTHENTICATOR');
    },
    /** Expired after a reload too. */
    end: () => replaceCode({ ...sent, endsAt: Date.now() }, true),
  };
}

export type CodeFormState = ReturnType<typeof useCodeForm>;

/** Focuses the boxes when they appear; not if another field comes first. */
export function useCodeFocus({ focus }: CodeFormState): void {
  useEffect(() => {
    focus();
  }, [focus]);
}
