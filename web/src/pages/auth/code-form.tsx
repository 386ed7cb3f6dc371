import { IconDeviceMobileMessage, IconMailOpened, IconShieldLock } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Field } from '../../ui/field.tsx';
import css from './code-form.module.css';
import partsCss from './parts.module.css';
import type { PendingStep } from './pending-step.ts';
import { SandboxHint } from './sandbox-hint.tsx';
import { CODE_LENGTH, type CodeEntry, useCodeEntry } from './use-code-entry.ts';

const ICONS = {
  EMAIL: IconMailOpened,
  SMS: IconDeviceMobileMessage,
  GOOGLE_AUTHENTICATOR: IconShieldLock,
};

export function CodeForm({ begun }: { begun: PendingStep }) {
  const t = useTranslations('auth');
  const entry = useCodeEntry(begun);
  const { step, code, problem, place } = entry;
  const signUp = step.purpose === 'SIGN_UP';
  const title = t(signUp ? 'verifyEmail.title' : 'code.title');
  useTitle(title);
  const Icon = ICONS[step.method];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    entry.submit(code);
  };
  return (
    <>
      <header className={css.head}>
        <span className={css.icon}>
          <Icon size={26} stroke={1.75} aria-hidden />
        </span>
        <h1>{title}</h1>
        <p>
          {t.rich(`code.${signUp ? 'SIGN_UP' : step.method}`, {
            address: signUp ? step.email : step.sentTo,
            b: (chunks) => <bdi className={css.address}>{chunks}</bdi>,
          })}
        </p>
      </header>
      <form className={partsCss.form} noValidate onSubmit={submit} ref={place}>
        <Field label={t('code.label')} framed={false} error={problem} className={css.code ?? ''}>
          <CodeInput
            name="code"
            length={CODE_LENGTH}
            value={code}
            disabled={entry.ended}
            readOnly={entry.busy}
            onChange={entry.change}
            onComplete={entry.submit}
          />
        </Field>
        <Time entry={entry} />
        <Action entry={entry} />
      </form>
      <SandboxHint to={step.email} />
      <p className={partsCss.other}>
        {t(signUp ? 'code.wrongAddress' : 'code.otherAccount')}{' '}
        <Link to={signUp ? '/sign-up' : '/login'} className={partsCss.link}>
          {t('code.goBack')}
        </Link>
      </p>
    </>
  );
}

/** The ring while the code lives, the words when it has ended. */
function Time({ entry }: { entry: CodeEntry }) {
  const t = useTranslations('auth.code');
  const { step, left, ended, sentAgain } = entry;
  const app = step.method === 'GOOGLE_AUTHENTICATOR';
  const living = sentAgain && !app ? 'sentAgain' : (`hint${step.method}` as const);
  return (
    <div className={css.time}>
      {!ended && <Countdown left={left} total={step.seconds} size={56} />}
      <p role="status" className={ended ? css.ended : undefined}>
        {t(ended ? (app ? 'endedApp' : 'ended') : living)}
      </p>
    </div>
  );
}

/** At the end of the time the way on is another code. */
function Action({ entry }: { entry: CodeEntry }) {
  const t = useTranslations('auth');
  const { step, code, ended, busy, waiting } = entry;
  if (ended) {
    return (
      <Button size="l" block busy={busy} disabledReason={busy ? null : waiting} onClick={entry.resend}>
        {t(step.method === 'GOOGLE_AUTHENTICATOR' ? 'code.tryAgain' : 'code.resend')}
      </Button>
    );
  }
  const short = code.length < CODE_LENGTH ? t('fault.NEED_CODE') : null;
  return (
    <Button type="submit" size="l" block busy={busy} disabledReason={busy ? null : (waiting ?? short)}>
      {t('code.submit')}
    </Button>
  );
}
