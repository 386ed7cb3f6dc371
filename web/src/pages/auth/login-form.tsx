import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import accessCss from '../../access/parts.module.css';
import { AccessNote, AccessProblem } from '../../access/parts.tsx';
import { useRetryAfter } from '../../access/use-wait.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { Link } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/text-input.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { logIn } from './calls.ts';
import { EmailField } from './email-field.tsx';
import { parseEmail, validateLogin } from './form.ts';
import { GoogleButton } from './google/google-button.tsx';
import css from './parts.module.css';
import { AuthFooterLink, AuthHead } from './parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { codePath, FORGET_PATH, loadPendingStep } from './pending-step.ts';
import { useIsMounted } from './use-alive.ts';
import { useAutofillDetection } from './use-filled.ts';

interface LoginFormProps {
  back: string | null;
  /** The person has just set a new password. */
  reset: boolean;
}

export function LoginForm({ back, reset }: LoginFormProps) {
  const t = useTranslations('auth');
  useTitle(t('login.title'));
  const [email, setEmail] = useState(() => loadPendingStep()?.email ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const { busy, problem, waiting, checked, submit, clear } = useLogin({ email, password, remember, back });
  const { form, filled, onAnimationStart } = useAutofillDetection();
  const formError = filled ? null : validateLogin({ email, password });

  return (
    <>
      <AuthHead title={t('login.title')}>{t(back ? 'login.leadBack' : 'login.lead')}</AuthHead>
      {reset && <PasswordResetNotice />}
      <form
        ref={form}
        className={css.form}
        noValidate
        onAnimationStart={onAnimationStart}
        onSubmit={(event) => submit(event, formError !== null)}
      >
        <EmailField
          passkeys
          value={email}
          checked={checked}
          onChange={(text) => {
            setEmail(text);
            clear();
          }}
        />
        <Field label={t('password')}>
          <PasswordInput
            name="password"
            required
            maxLength={1024}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              clear();
            }}
          />
        </Field>
        <Cluster justify="between" wrap className={css.line}>
          <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
            {t('login.remember')}
          </Checkbox>
          <Link to={FORGET_PATH} className={accessCss.link}>
            {t('login.forgot')}
          </Link>
        </Cluster>
        <AccessProblem text={problem} />
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={busy ? null : (waiting ?? (formError && t(`error.${formError}`)))}
        >
          {t('login.submit')}
        </Button>
      </form>
      <PasskeyButton remember={remember} />
      <GoogleButton remember={remember} back={back} />
      <AuthFooterLink text={t('login.noAccount')} to="/sign-up">
        {t('login.toSignUp')}
      </AuthFooterLink>
    </>
  );
}

/** The new password is set; explains the effect on the person's devices. */
function PasswordResetNotice() {
  const t = useTranslations('auth.login');
  return (
    <div className={css.said} role="status">
      <AccessNote icon={<IconCircleCheck size={20} aria-hidden />}>{t('reset')}</AccessNote>
    </div>
  );
}

interface LoginValues {
  email: string;
  password: string;
  remember: boolean;
  back: string | null;
}

function useLogin({ email, password, remember, back }: LoginValues) {
  const { judge, waiting } = useRetryAfter();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [submitCount, setSubmitCount] = useState(0);
  const isMounted = useIsMounted();

  const submit = (event: FormEvent<HTMLFormElement>, isDisabled: boolean) => {
    event.preventDefault();
    if (busy || isDisabled || waiting) return;
    // Autofilled values may not have triggered a change event.
    const formData = new FormData(event.currentTarget);
    const address = parseEmail(email || String(formData.get('email') ?? ''));
    if (address === null) return setSubmitCount((count) => count + 1);
    setBusy(true);
    setProblem(null);
    const credentials = {
      email: address,
      password: password || String(formData.get('password') ?? ''),
      remember,
      back,
    };
    logIn(credentials).then(
      (step) => step && isMounted.current && navigate(codePath(step)),
      (error: unknown) => {
        setBusy(false);
        setProblem(judge(error));
      },
    );
  };
  return { busy, problem, waiting, checked: submitCount, submit, clear: () => setProblem(null) };
}
