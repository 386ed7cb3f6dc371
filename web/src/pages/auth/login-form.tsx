import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { go } from '../../lib/place.ts';
import { isSignedIn } from '../../lib/token.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/text-input.tsx';
import { logIn } from './calls.ts';
import { EmailField } from './email-field.tsx';
import { loginFault, readEmail } from './form.ts';
import css from './parts.module.css';
import { Head, Problem } from './parts.tsx';
import { CODE_PATH, readStep } from './pending-step.ts';
import { useAuthFailure } from './use-auth-failure.ts';
import { useFilled } from './use-filled.ts';

export function LoginForm({ back }: { back: string | null }) {
  const t = useTranslations('auth');
  useTitle(t('login.title'));
  const [email, setEmail] = useState(() => readStep()?.email ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const { busy, problem, waiting, checked, submit, clear } = useLogin({ email, password, remember, back });
  const { form, filled, onAnimationStart } = useFilled();
  const fault = filled ? null : loginFault({ email, password });

  return (
    <>
      <Head title={t('login.title')}>{t(back ? 'login.leadBack' : 'login.lead')}</Head>
      <form
        ref={form}
        className={css.form}
        noValidate
        onAnimationStart={onAnimationStart}
        onSubmit={(event) => submit(event, fault !== null)}
      >
        <EmailField
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
        <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
          {t('login.remember')}
        </Checkbox>
        <Problem text={problem} />
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={busy ? null : (waiting ?? (fault && t(`fault.${fault}`)))}
        >
          {t('login.submit')}
        </Button>
      </form>
      <p className={css.other}>
        {t('login.noAccount')}{' '}
        <Link to="/sign-up" className={css.link}>
          {t('login.toSignUp')}
        </Link>
      </p>
    </>
  );
}

interface Given {
  email: string;
  password: string;
  remember: boolean;
  back: string | null;
}

function useLogin({ email, password, remember, back }: Given) {
  const { judge, waiting } = useAuthFailure();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [checked, setChecked] = useState(0);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>, off: boolean) => {
    event.preventDefault();
    if (busy || off || waiting) return;
    // What the browser filled in and nobody touched may not have been told to us.
    const typed = new FormData(event.currentTarget);
    const address = readEmail(email || String(typed.get('email') ?? ''));
    if (address === null) return setChecked((count) => count + 1);
    setBusy(true);
    setProblem(null);
    const given = {
      email: address,
      password: password || String(typed.get('password') ?? ''),
      remember,
      back,
    };
    logIn(given).then(
      (codeIsNext) => codeIsNext && alive.current && go(CODE_PATH.LOGIN),
      (error: unknown) => {
        // Signed in but without the account yet: leaving this screen is under way.
        if (isSignedIn()) return;
        setBusy(false);
        setProblem(judge(error));
      },
    );
  };
  return { busy, problem, waiting, checked, submit, clear: () => setProblem(null) };
}
