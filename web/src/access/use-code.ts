import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api/api.ts';
import { useCountdown } from '../ui/values/use-countdown.ts';
import { type SentCode, secondsLeft } from './two-step.ts';
import { useRetryAfter } from './use-wait.ts';

const CODE_LENGTH = 6;

interface CodeUse {
  begun: SentCode;
  /** Gives the code to the server. Once it resolves, what comes next is under way. */
  check: (code: string) => Promise<void>;
  /** Another code, or another beginning; null when this place is being left. */
  again: () => Promise<SentCode | null>;
  /** The life of the code has changed: a new one came, or it is over before its time. */
  onSent?: (sent: SentCode) => void;
  /** What counts before the code does: the button's reason and no sending. */
  fault?: string | null;
  /** False: the last digit doesn't send by itself, because there is more to fill in. */
  eager?: boolean;
  /** The seconds that are shown first; unset: those that are left. */
  first?: number;
  /** How many digits it has. */
  length?: number;
}

/** A code in six boxes: what is typed, how long it lives, what the server said. */
export function useCodeForm(use: CodeUse) {
  const { check, again, fault = null, eager = true, length = CODE_LENGTH } = use;
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ text: string; late: boolean } | null>(null);
  const { judge, waiting } = useRetryAfter();
  const { renew, end, ...life } = useLife(use);
  const place = useRef<HTMLFormElement>(null);

  // The field first, after a refusal and a new code too: whoever types goes on typing.
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
    // What was wrong with a code no longer matters once its time is over; a refused new one does.
    problem: problem?.late === life.ended ? problem.text : null,
    waiting,
    fault,
    /** What has to be filled in besides the code comes after it. */
    codeFirst: !eager,
    place,
    focus,
    type,
    submit,
    complete: eager ? submit : undefined,
    resend,
  };
}

/** How long the code still lives. */
function useLife({ begun, onSent, first }: CodeUse) {
  const [sent, setSent] = useState(begun);
  const [sentAgain, setSentAgain] = useState(false);
  const [over, setOver] = useState(false);
  const { left, ended, restart } = useCountdown(first ?? secondsLeft(begun));
  /** An authenticator has a code at any time, so nothing counts down; only the server says that it is over. */
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
    /** It is over for a reload too. */
    end: () => change({ ...sent, endsAt: Date.now() }, true),
  };
}

export type CodeEntry = ReturnType<typeof useCodeForm>;

/** Puts the caret into the boxes as they appear; not where another field comes first. */
export function useCodeFocus({ focus }: CodeEntry): void {
  useEffect(() => {
    focus();
  }, [focus]);
}
