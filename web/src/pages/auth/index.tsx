import type { ReactNode } from 'react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { isSignedIn } from '../../lib/token.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { CodeForm } from './code-form.tsx';
import { ownPath } from './form.ts';
import css from './frame.module.css';
import { Frame } from './frame.tsx';
import { LoginForm } from './login-form.tsx';
import { CODE_PATH, readStep } from './pending-step.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { useExit } from './use-exit.ts';

/** One screen for signing in and up; the path picks its form (specification §2.2). */
export function Page() {
  const { pathname, state } = useLocation();
  const path = pathname.replace(/\/$/, '');
  const [arrivedSignedIn] = useState(isSignedIn);
  const back = ownPath((state as { from?: unknown } | null)?.from);
  useExit(back);
  return <Frame>{arrivedSignedIn && isSignedIn() ? <Leaving /> : formOf(path, back)}</Frame>;
}

function formOf(path: string, back: string | null): ReactNode {
  switch (path) {
    case '/sign-up':
      return <SignUpForm />;
    case CODE_PATH.LOGIN:
    case CODE_PATH.SIGN_UP:
      return <CodeStep key={path} path={path} />;
    default:
      return <LoginForm back={back} />;
  }
}

/** Only who has begun to sign in or up has something to do here. */
function CodeStep({ path }: { path: string }) {
  const [step] = useState(() => readStep());
  if (!step) return <Navigate to="/login" replace />;
  if (CODE_PATH[step.purpose] !== path) return <Navigate to={CODE_PATH[step.purpose]} replace />;
  return <CodeForm begun={step} />;
}

/** Signed in already: the page they belong to comes in a moment. */
function Leaving() {
  const t = useTranslations();
  return (
    <div className={css.leaving}>
      <h1 className="hidden">{t('auth.login.title')}</h1>
      <Spinner label={t('state.loading')} />
    </div>
  );
}
