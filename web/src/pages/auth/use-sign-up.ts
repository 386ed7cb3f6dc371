import { passwordFault } from '@sarraf/domain';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../../access/use-wait.ts';
import { ApiError } from '../../lib/api/api.ts';
import { navigate } from '../../lib/navigation/history.ts';
import { signUp } from './calls.ts';
import { readEmail } from './form.ts';
import { codePath } from './pending-step.ts';
import { useIsMounted } from './use-alive.ts';

interface Problems {
  email: string | null;
  password: string | null;
  form: string | null;
}
const NONE: Problems = { email: null, password: null, form: null };

export function useSignUp(given: { email: string; password: string }) {
  const t = useTranslations();
  const { judge, waiting } = useRetryAfter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(NONE);
  const [checked, setChecked] = useState(0);
  const password = useRef<HTMLInputElement>(null);
  const alive = useIsMounted();

  const refuse = (next: Partial<Problems>) => {
    setBusy(false);
    setProblem({ ...NONE, ...next });
    if (next.password) password.current?.focus();
  };
  const weak = (fault: string | undefined): string =>
    fault === 'TOO_LONG' ? t('auth.rules.TOO_LONG') : t('error.WEAK_PASSWORD');

  const failed = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'WEAK_PASSWORD') refuse({ password: weak((error as ApiError).errors[0]) });
    else if (code === 'COMMON_PASSWORD') refuse({ password: t('error.COMMON_PASSWORD') });
    else if (code === 'Invalid Email') {
      refuse({ email: t('error.INVALID_EMAIL') });
      setChecked((count) => count + 1);
    } else refuse({ form: judge(error) });
  };

  const submit = (event: FormEvent, off: boolean) => {
    event.preventDefault();
    if (busy || off || waiting) return;
    const email = readEmail(given.email);
    if (email === null) return setChecked((count) => count + 1);
    const fault = passwordFault(given.password);
    if (fault !== null) return refuse({ password: weak(fault) });
    setBusy(true);
    setProblem(NONE);
    signUp({ email, password: given.password }).then((step) => {
      if (alive.current) navigate(step ? codePath(step) : '/');
    }, failed);
  };
  return { busy, problem, waiting, checked, password, submit, clear: () => setProblem(NONE) };
}
