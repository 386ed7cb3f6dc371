import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown } from '../../access/code-parts.tsx';
import { NewPasswordFields } from '../../access/new-password-fields.tsx';
import { AccessProblem } from '../../access/parts.tsx';
import { SandboxHint } from '../../access/sandbox-hint.tsx';
import { useCodeForm } from '../../access/use-code.ts';
import { useNewPassword } from '../../access/use-new-password.ts';
import { useRetryAfter } from '../../access/use-wait.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError } from '../../lib/api/api.ts';
import { clearSession } from '../../lib/session/session.ts';
import { isSignedIn } from '../../lib/session/token.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { resendCode, setNewPassword } from './calls.ts';
import { CodeHead } from './code-form.tsx';
import css from './parts.module.css';
import { AuthFooterLink, AuthHead } from './parts.tsx';
import { clearPendingStep, type PendingStep, savePendingStep } from './pending-step.ts';

/** A person without a ticket has a code already, or requests one after this delay (requirements §4). */
const FIRST_SECONDS = 5;

/** The last step of a forgotten password: sets a new one, by the ticket of the code or by the code itself. */
export function NewPasswordForm({ begun }: { begun: PendingStep }) {
  const t = useTranslations('auth');
  const title = t('newPassword.title');
  useTitle(title);
  const [step, setStep] = useState(begun);
  const [isLate, setIsLate] = useState(false);
  const discardTicket = () => {
    const next = { ...step, ticket: null };
    savePendingStep(next);
    setStep(next);
    setIsLate(true);
  };
  return (
    <>
      {step.ticket === null ? (
        <PasswordByCode step={step} title={title} late={isLate} />
      ) : (
        <PasswordByTicket step={step} ticket={step.ticket} title={title} onLate={discardTicket} />
      )}
      <AuthFooterLink text={t('forget.remembered')} to="/login">
        {t('forget.toLogin')}
      </AuthFooterLink>
    </>
  );
}

/** All sessions have ended, including this browser's. */
function finishReset(): void {
  clearPendingStep();
  if (isSignedIn()) clearSession();
  navigate('/login', { replace: true, state: { reset: true } });
}

interface PasswordByTicketProps {
  step: PendingStep;
  ticket: string;
  title: string;
  /** Called when the ticket's ten minutes are over: a code is needed again. */
  onLate: () => void;
}

function PasswordByTicket({ step, ticket, title, onLate }: PasswordByTicketProps) {
  const t = useTranslations('auth');
  const { judge, waiting } = useRetryAfter();
  const newPassword = useNewPassword();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const handleFailure = (error: unknown) => {
    setBusy(false);
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'Code Expired' || code === 'Incorrect OTP') onLate();
    else if (!newPassword.refused(error)) setProblem(judge(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || newPassword.missing || !newPassword.pass()) return;
    setBusy(true);
    setProblem(null);
    setNewPassword(step, ticket, newPassword.password).then(finishReset, handleFailure);
  };
  return (
    <>
      <AuthHead title={title}>{t('newPassword.lead', { email: step.email })}</AuthHead>
      <form className={css.form} noValidate onSubmit={submit}>
        <UsernameField email={step.email} />
        <NewPasswordFields {...newPassword.fields} />
        <AccessProblem text={problem} />
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={busy ? null : (waiting ?? newPassword.missing)}
        >
          {t('newPassword.submit')}
        </Button>
      </form>
    </>
  );
}

function PasswordByCode({ step, title, late }: { step: PendingStep; title: string; late: boolean }) {
  const t = useTranslations('auth');
  const newPassword = useNewPassword();
  const [passwordFirst, setPasswordFirst] = useState(false);
  const entry = useCodeForm({
    begun: step,
    first: FIRST_SECONDS,
    eager: false,
    fieldError: newPassword.missing,
    submitCode: async (code) => {
      await setNewPassword(step, code, newPassword.password).catch((error: unknown) => {
        setPasswordFirst(newPassword.refused(error));
        throw error;
      });
      finishReset();
    },
    requestCode: () => resendCode(step),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry.ended || !newPassword.pass()) return;
    entry.submit(entry.code);
  };
  return (
    <>
      <CodeHead step={step} title={title} />
      <form className={css.form} noValidate onSubmit={submit} ref={entry.place}>
        <UsernameField email={step.email} />
        <AccessProblem text={late ? t('newPassword.late') : null} />
        <CodeBoxes entry={passwordFirst ? { ...entry, problem: null } : entry} />
        <NewPasswordFields {...newPassword.fields} />
        <CodeCountdown entry={entry} />
        <CodeAction entry={entry} submit={t('newPassword.submit')} />
      </form>
      <SandboxHint to={step.email} method={step.method} />
    </>
  );
}

/** For the browser's password manager, which needs to know the user name. */
const UsernameField = ({ email }: { email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
);
