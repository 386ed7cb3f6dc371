import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useWait } from '../../access/use-wait.ts';
import { go } from '../../lib/navigation/place.ts';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { forget } from './calls.ts';
import { EmailField } from './email-field.tsx';
import { readEmail } from './form.ts';
import css from './parts.module.css';
import { AuthHead, Other } from './parts.tsx';
import { codePath, readStep } from './pending-step.ts';
import { useAlive } from './use-alive.ts';

/** The password is forgotten: its address gets a code. */
export function ForgetForm() {
  const t = useTranslations('auth');
  useTitle(t('forget.title'));
  const { judge, waiting } = useWait();
  const [email, setEmail] = useState(() => readStep()?.email ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [checked, setChecked] = useState(0);
  const alive = useAlive();
  const missing = email.trim() === '' ? t('fault.NEED_EMAIL') : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || missing) return;
    const address = readEmail(email);
    if (address === null) return setChecked((count) => count + 1);
    setBusy(true);
    setProblem(null);
    forget(address).then(
      (step) => alive.current && go(codePath(step)),
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
          checked={checked}
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
      <Other text={t('forget.remembered')} to="/login">
        {t('forget.toLogin')}
      </Other>
    </>
  );
}
