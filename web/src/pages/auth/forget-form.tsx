import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useRetryAfter } from '../../access/use-wait.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { requestPasswordReset } from './calls.ts';
import { EmailField } from './email-field.tsx';
import { parseEmail } from './form.ts';
import css from './parts.module.css';
import { AuthFooterLink, AuthHead } from './parts.tsx';
import { codePath, loadPendingStep } from './pending-step.ts';
import { useIsMounted } from './use-alive.ts';

/** Requests a code for a forgotten password by e-mail. */
export function ForgetForm() {
  const t = useTranslations('auth');
  useTitle(t('forget.title'));
  const { judge, waiting } = useRetryAfter();
  const [email, setEmail] = useState(() => loadPendingStep()?.email ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [submitCount, setSubmitCount] = useState(0);
  const isMounted = useIsMounted();
  const missing = email.trim() === '' ? t('error.NEED_EMAIL') : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || missing) return;
    const address = parseEmail(email);
    if (address === null) return setSubmitCount((count) => count + 1);
    setBusy(true);
    setProblem(null);
    requestPasswordReset(address).then(
      (step) => isMounted.current && navigate(codePath(step)),
      (error: unknown) => {
        setBusy(false);
        setProblem(judge(error));
      },
    );
  };
  return (
    <>
      <AuthHead title={t('forget.title')}>{t('forget.lead')}</AuthHead>
      <form className={css.form} noValidate onSubmit={submit}>
        <EmailField
          value={email}
          checked={submitCount}
          onChange={(text) => {
            setEmail(text);
            setProblem(null);
          }}
        />
        <AccessProblem text={problem} />
        <Button type="submit" size="l" block busy={busy} disabledReason={busy ? null : (waiting ?? missing)}>
          {t('forget.submit')}
        </Button>
      </form>
      <AuthFooterLink text={t('forget.remembered')} to="/login">
        {t('forget.toLogin')}
      </AuthFooterLink>
    </>
  );
}
