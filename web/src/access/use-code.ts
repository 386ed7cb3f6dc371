import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { useCountdown } from '../ui/values/use-countdown.ts';
import { type SentCode, secondsLeft } from './two-step.ts';
import { useRetryAfter } from './use-wait.ts';

const CODE_LENGTH = 6;

interface CodeUse {
  begun: SentCode;
  /** Submits the code. Once it resolves, the next step has started. */
  check: (code: string) => Promise<void>;
  /** Requests another code or restarts; resolves with null when the form is being left. */
  again: () => Promise<SentCode | null>;
  /** Called when the code's lifetime changed: a new code was sent, or it expired early. */
  onSent?: (sent: SentCode) => void;
  /** An error that takes precedence: shown on the button, and nothing is submitted. */
  fault?: string | null;
  /** False: the last digit does not submit, because there are other fields. */
  eager?: boolean;
  /** The seconds shown first; default: those that remain. */
  first?: number;
  /** Number of digits. */
  length?: number;
}

/** State of a code in six boxes: digits, lifetime, and the server's error. */
export function useCodeForm(use: CodeUse) {
  const { check, again, fault = null, eager = true, length = CODE_LENGTH } = use;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; late: boolean } | null>(null);
  const { judge, waiting } = useRetryAfter();
  const { renew, end, ...life } = useLife(use);
  const place = useRef<HTMLFormElement>(null);

  // Focus returns to the field after a refusal or a new code, so that the person can go on typing.
  const focus = useCallback(() => {
    requestAnimationFrame(() =>
      place.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus(),
    );
  }, []);

  const begin = () => {
    setBusy(true);
    setProblem(null);
  };
  const refused = (error: unknown) => {
    setBusy(false);
    setProblem({ text: judge(error), late: life.ended });
    const refusal = error instanceof ApiError ? error.code : '';
    if (refusal !== 'Incorrect OTP' && refusal !== 'Code Expired') return;
    setCode('');
    if (refusal === 'Code Expired') end();
    else focus();
  };
  const submit = (typed: string) => {
    if (busy || life.ended || waiting || fault || typed.length !== length) return;
    begin();
    check(typed).catch(refused);
  };
  const resend = () => {
    if (busy || waiting) return;
    begin();
    again().then((next) => {
      if (!next) return;
      renew(next);
      setCode('');
      setBusy(false);
      focus();
    }, refused);
  };
  const type = (typed: string) => {
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
    fault,
    /** Other fields are filled in after the code. */
    codeFirst: !eager,
    place,
    focus,
    type,
    submit,
    complete: eager ? submit : undefined,
    resend,
  };
}

/** Tracks the remaining lifetime of the code. */
function useLife({ begun, onSent, first }: CodeUse) {
  const [sent, setSent] = useState(begun);
  const [sentAgain, setSentAgain] = useState(false);
  const [over, setOver] = useState(false);
  const { left, ended, restart } = useCountdown(first ?? secondsLeft(begun));
  /** An authenticator always has a code, so there is no countdown; only the server reports that it expired. */
  const app = sent.method === 'GOOGLE_AUTHENTICATOR';

  const change = (next: SentCode, isOver: boolean) => {
    setSent(next);
    setOver(isOver);
    onSent?.(next);
    restart(secondsLeft(next));
  };
  return {
    sent,
    app,
    left,
    total: first === undefined || sentAgain ? sent.seconds : first,
    ended: app ? over : ended,
    sentAgain,
    renew: (next: SentCode) => {
      change(next, false);
      setSentAgain(next.method !== 'GOOGLE_AUTHENTICATOR');
    },
    /** Expired after a reload too. */
    end: () => change({ ...sent, endsAt: Date.now() }, true),
  };
}

export type CodeEntry = ReturnType<typeof useCodeForm>;

/** Focuses the boxes when they appear; not if another field comes first. */
export function useCodeFocus({ focus }: CodeEntry): void {
  useEffect(() => {
    focus();
  }, [focus]);
}
