import { IconBrandGoogle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SentTo } from '../../../access/code-parts.tsx';
import { useRetryAfter } from '../../../access/use-wait.ts';
import { navigate } from '../../../framework/navigation/history.ts';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { PasswordInput } from '../../../ui/fields/text-input.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { completeGoogleSignIn } from '../calls.ts';
import codeCss from '../code-form.module.css';
import { parseGoogleReturn } from '../form.ts';
import frameCss from '../frame.module.css';
import css from '../parts.module.css';
import { AuthFooterLink, AuthHead } from '../parts.tsx';
import { codePath, FORGET_PATH } from '../pending-step.ts';
import { consumeGoogleIntent, type GoogleIntent } from './google-intent.ts';

type GoogleFormState =
  | { at: 'WORKING' }
  | { at: 'FAILED'; text: string | null }
  | { at: 'PASSWORD'; ticket: string; email: string; intent: GoogleIntent };

/** The return from Google: continues with the code, or first the password of an existing account with this address. */
export function GoogleForm() {
  const t = useTranslations('auth');
  useTitle(t('google.title'));
  const { judge } = useRetryAfter();
  const [googleReturn] = useState(() => parseGoogleReturn(location.hash));
  const [state, setState] = useState<GoogleFormState>({ at: 'WORKING' });
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    // The ticket must not stay in the address, the history or a screenshot.
    navigate('/fromgoogle', { replace: true });
    if ('failed' in googleReturn) return setState({ at: 'FAILED', text: null });
    const { ticket } = googleReturn;
    const intent = consumeGoogleIntent();
    completeGoogleSignIn(ticket, intent).then(
      (next) => {
        if ('step' in next) navigate(codePath(next.step), { replace: true });
        else setState({ at: 'PASSWORD', ticket, email: next.email, intent });
      },
      (error: unknown) => setState({ at: 'FAILED', text: isGoogleFailure(error) ? null : judge(error) }),
    );
  }, [googleReturn, judge]);

  if (state.at === 'WORKING') {
    return (
      <div className={frameCss.leaving}>
        <h1 className="hidden">{t('google.title')}</h1>
        <Spinner label={t('google.working')} size={32} />
      </div>
    );
  }
  if (state.at === 'FAILED') return <GoogleFailed text={state.text} />;
  return <LinkAccount {...state} onFailed={() => setState({ at: 'FAILED', text: null })} />;
}

const isGoogleFailure = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'GOOGLE_FAILURE';

function GoogleFailed({ text }: { text: string | null }) {
  const t = useTranslations('auth.google');
  return (
    <>
      <div role="alert">
        <Stack as="header" gap={1} align="center" className={codeCss.head}>
          <span className={codeCss.icon}>
            <IconBrandGoogle size={28} stroke={1.75} aria-hidden />
          </span>
          <h1>{t('failed')}</h1>
          <p>{text ?? t('failedText')}</p>
        </Stack>
      </div>
      <LinkButton to="/login" size="l" block>
        {t('toLogin')}
      </LinkButton>
    </>
  );
}

interface LinkAccountProps {
  ticket: string;
  email: string;
  intent: GoogleIntent;
  onFailed: () => void;
}

/** Links the account once by its password; from then on it opens with Google. */
function LinkAccount({ ticket, email, intent, onFailed }: LinkAccountProps) {
  const t = useTranslations('auth');
  const { judge, waiting } = useRetryAfter();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const handleFailure = (error: unknown) => {
    if (isGoogleFailure(error)) return onFailed();
    setBusy(false);
    const isWrongPassword = error instanceof ApiError && error.code === 'Invalid Username Or Password';
    setProblem(isWrongPassword ? t('google.wrongPassword') : judge(error));
    input.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || password === '') return;
    setBusy(true);
    setProblem(null);
    completeGoogleSignIn(ticket, intent, password).then((next) => {
      if ('step' in next) navigate(codePath(next.step), { replace: true });
      else onFailed();
    }, handleFailure);
  };
  return (
    <>
      <AuthHead title={t('google.linkTitle')}>
        {t.rich('google.linkText', { email, b: (chunks) => <SentTo>{chunks}</SentTo> })}
      </AuthHead>
      <form className={css.form} noValidate onSubmit={submit}>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={t('password')} error={problem}>
          <PasswordInput
            ref={input}
            autoFocus
            name="password"
            required
            maxLength={1024}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={busy ? null : (waiting ?? (password === '' ? t('error.NEED_PASSWORD') : null))}
        >
          {t('google.link')}
        </Button>
      </form>
      <AuthFooterLink text={t('google.unknownPassword')} to={FORGET_PATH}>
        {t('google.setNew')}
      </AuthFooterLink>
    </>
  );
}
