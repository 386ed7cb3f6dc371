import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Navigate, useLocation } from '../../framework/navigation/router.tsx';
import { isSignedIn } from '../../lib/session/token.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CodeForm } from './code-form.tsx';
import { ForgetForm } from './forget-form.tsx';
import { parseInternalPath } from './form.ts';
import css from './frame.module.css';
import { AuthLayout } from './frame.tsx';
import { GoogleForm } from './google/google-form.tsx';
import { LoginForm } from './login-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { codePath, FORGET_PATH, loadPendingStep, NEW_PASSWORD_PATH } from './pending-step.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { useRedirectWhenSignedIn } from './use-exit.ts';

/** One screen for signing in and up; the path selects its form (requirements §2.2). */
export function Page() {
  const { pathname, state } = useLocation();
  const path = pathname.replace(/\/$/, '');
  const [arrivedSignedIn] = useState(isSignedIn);
  const navigationState = state as { from?: unknown; reset?: unknown } | null;
  const back = parseInternalPath(navigationState?.from);
  const isResetting = path.startsWith(FORGET_PATH);
  useRedirectWhenSignedIn(back, !isResetting);
  const isLeaving = arrivedSignedIn && isSignedIn() && !isResetting;
  return (
    <AuthLayout>
      {isLeaving ? <RedirectNotice /> : renderForm(path, back, navigationState?.reset === true)}
    </AuthLayout>
  );
}

function renderForm(path: string, back: string | null, reset: boolean): ReactNode {
  switch (path) {
    case '/sign-up':
      return <SignUpForm />;
    case '/sign-up/email-verification':
    case '/login/send-mail':
    case '/login/send-phone':
    case '/login/forget-otp':
      return <PendingCodeStep key={path} path={path} />;
    case FORGET_PATH:
      return <ForgetForm />;
    case NEW_PASSWORD_PATH:
      return <NewPassword />;
    case '/fromgoogle':
      return <GoogleForm />;
    default:
      return <LoginForm back={back} reset={reset} />;
  }
}

/** Only for a person with a pending step. */
function PendingCodeStep({ path }: { path: string }) {
  const [step] = useState(() => loadPendingStep());
  if (!step) return <Navigate to={path === '/login/forget-otp' ? FORGET_PATH : '/login'} replace />;
  const stepPath = codePath(step);
  return stepPath === path ? <CodeForm begun={step} /> : <Navigate to={stepPath} replace />;
}

function NewPassword() {
  const [step] = useState(() => loadPendingStep());
  if (step?.purpose !== 'RESET') return <Navigate to={FORGET_PATH} replace />;
  return <NewPasswordForm begun={step} />;
}

/** Signed in already: the next page opens in a moment. */
function RedirectNotice() {
  const t = useTranslations();
  return (
    <div className={css.leaving}>
      <h1 className="hidden">{t('auth.login.title')}</h1>
      <Spinner label={t('state.loading')} />
    </div>
  );
}
