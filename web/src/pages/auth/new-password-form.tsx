import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown } from '../../access/code-parts.tsx';
import { NewPasswordFields } from '../../access/new-password-fields.tsx';
import { AccessProblem } from '../../access/parts.tsx';
import { SandboxHint } from '../../access/sandbox-hint.tsx';
import { useCodeForm } from '../../access/use-code.ts';
import { useNewPassword } from '../../access/use-new-password.ts';
import { useRetryAfter } from '../../access/use-wait.ts';
import { ApiError } from '../../lib/api/api.ts';
import { navigate } from '../../lib/navigation/history.ts';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { forgetSession } from '../../lib/session/session.ts';
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
  const [late, setLate] = useState(false);
  const lose = () => {
    const next = { ...step, ticket: null };
    savePendingStep(next);
    setStep(next);
    setLate(true);
  };
  return (
    <>
      {step.ticket === null ? (
        <ByCode step={step} title={title} late={late} />
      ) : (
        <ByTicket step={step} ticket={step.ticket} title={title} onLate={lose} />
      )}
      <AuthFooterLink text={t('forget.remembered')} to="/login">
        {t('forget.toLogin')}
      </AuthFooterLink>
    </>
  );
}

/** All sessions have ended, including this browser's. */
function finish(): void {
  clearPendingStep();
  if (isSignedIn()) forgetSession();
  navigate('/login', { replace: true, state: { reset: true } });
}

interface ByTicketProps {
  step: PendingStep;
  ticket: string;
  title: string;
  /** Called when the ticket's ten minutes are over: a code is needed again. */
  onLate: () => void;
}

function ByTicket({ step, ticket, title, onLate }: ByTicketProps) {
  const t = useTranslations('auth');
  const { judge, waiting } = useRetryAfter();
  const next = useNewPassword();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const failed = (error: unknown) => {
    setBusy(false);
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'Code Expired' || code === 'Incorrect OTP') onLate();
    else if (!next.refused(error)) setProblem(judge(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || next.missing || !next.pass()) return;
    setBusy(true);
    setProblem(null);
    setNewPassword(step, ticket, next.password).then(finish, failed);
  };
  return (
    <>
      <AuthHead title={title}>{t('newPassword.lead', { email: step.email })}</AuthHead>
      <form className={css.form} noValidate onSubmit={submit}>
        <Username email={step.email} />
        <NewPasswordFields {...next.fields} />
        <AccessProblem text={problem} />
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={busy ? null : (waiting ?? next.missing)}
        >
          {t('newPassword.submit')}
        </Button>
      </form>
    </>
  );
}

function ByCode({ step, title, late }: { step: PendingStep; title: string; late: boolean }) {
  const t = useTranslations('auth');
  const next = useNewPassword();
  const [passwordFirst, setPasswordFirst] = useState(false);
  const entry = useCodeForm({
    begun: step,
    first: FIRST_SECONDS,
    eager: false,
    fault: next.missing,
    check: async (code) => {
      await setNewPassword(step, code, next.password).catch((error: unknown) => {
        setPasswordFirst(next.refused(error));
        throw error;
      });
      finish();
    },
    again: () => resendCode(step),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry.ended || !next.pass()) return;
    entry.submit(entry.code);
  };
  return (
    <>
      <CodeHead step={step} title={title} />
      <form className={css.form} noValidate onSubmit={submit} ref={entry.place}>
        <Username email={step.email} />
        <AccessProblem text={late ? t('newPassword.late') : null} />
        <CodeBoxes entry={passwordFirst ? { ...entry, problem: null } : entry} />
        <NewPasswordFields {...next.fields} />
        <CodeCountdown entry={entry} />
        <CodeAction entry={entry} submit={t('newPassword.submit')} />
      </form>
      <SandboxHint to={step.email} method={step.method} />
    </>
  );
}

/** For the browser's password manager, which needs to know the user name. */
const Username = ({ email }: { email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
);
