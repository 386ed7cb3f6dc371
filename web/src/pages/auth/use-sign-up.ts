import { validatePassword } from '@sarraf/domain';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../../access/use-wait.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { ApiError } from '../../lib/api/api.ts';
import { signUp } from './calls.ts';
import { parseEmail } from './form.ts';
import { codePath } from './pending-step.ts';
import { useIsMounted } from './use-alive.ts';

interface SignUpProblems {
  email: string | null;
  password: string | null;
  form: string | null;
}
const NO_PROBLEMS: SignUpProblems = { email: null, password: null, form: null };

export function useSignUp(form: { email: string; password: string }) {
  const t = useTranslations();
  const { judge, waiting } = useRetryAfter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(NO_PROBLEMS);
  const [submitCount, setSubmitCount] = useState(0);
  const password = useRef<HTMLInputElement>(null);
  const isMounted = useIsMounted();

  const showProblems = (next: Partial<SignUpProblems>) => {
    setBusy(false);
    setProblem({ ...NO_PROBLEMS, ...next });
    if (next.password) password.current?.focus();
  };
  const formatWeakPassword = (validationError: string | undefined): string =>
    validationError === 'TOO_LONG' ? t('auth.rules.TOO_LONG') : t('error.WEAK_PASSWORD');

  const handleFailure = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'WEAK_PASSWORD')
      showProblems({ password: formatWeakPassword((error as ApiError).errors[0]) });
    else if (code === 'COMMON_PASSWORD') showProblems({ password: t('error.COMMON_PASSWORD') });
    else if (code === 'Invalid Email') {
      showProblems({ email: t('error.INVALID_EMAIL') });
      setSubmitCount((count) => count + 1);
    } else showProblems({ form: judge(error) });
  };

  const submit = (event: FormEvent, isDisabled: boolean) => {
    event.preventDefault();
    if (busy || isDisabled || waiting) return;
    const email = parseEmail(form.email);
    if (email === null) return setSubmitCount((count) => count + 1);
    const passwordError = validatePassword(form.password);
    if (passwordError !== null) return showProblems({ password: formatWeakPassword(passwordError) });
    setBusy(true);
    setProblem(NO_PROBLEMS);
    signUp({ email, password: form.password }).then((step) => {
      if (isMounted.current) navigate(step ? codePath(step) : '/');
    }, handleFailure);
  };
  return {
    busy,
    problem,
    waiting,
    checked: submitCount,
    password,
    submit,
    clear: () => setProblem(NO_PROBLEMS),
  };
}
