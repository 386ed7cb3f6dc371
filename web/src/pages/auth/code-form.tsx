import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeAction, CodeBoxes, CodeCountdown, METHOD_ICONS, SentTo } from '../../access/code-parts.tsx';
import accessCss from '../../access/parts.module.css';
import { SandboxHint } from '../../access/sandbox-hint.tsx';
import { useCodeFocus, useCodeForm } from '../../access/use-code.ts';
import { navigate } from '../../framework/navigation/history.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { checkCode, exchangeCodeForTicket, resendCode } from './calls.ts';
import css from './code-form.module.css';
import partsCss from './parts.module.css';
import { AuthFooterLink } from './parts.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { FORGET_PATH, NEW_PASSWORD_PATH, type PendingStep, savePendingStep } from './pending-step.ts';
import { RecoveryForm } from './recovery-form.tsx';

/** Target of "go back", and the confirmation before it. */
const BACK_TARGETS = {
  LOGIN: { text: 'code.otherAccount', to: '/login' },
  SIGN_UP: { text: 'code.wrongAddress', to: '/sign-up' },
  RESET: { text: 'code.wrongAddress', to: FORGET_PATH },
} as const;

export function CodeForm({ begun }: { begun: PendingStep }) {
  const t = useTranslations('auth');
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const { purpose, method } = begun;
  const title = t(`code.title.${purpose}`);
  useTitle(title);
  const back = BACK_TARGETS[purpose];
  return (
    <>
      {usesRecoveryCode ? (
        <RecoveryForm step={begun} title={title} onBack={() => setUsesRecoveryCode(false)} />
      ) : (
        <CodeStepForm begun={begun} title={title}>
          {purpose === 'LOGIN' && begun.passkey && (
            <PasskeyButton email={begun.email} remember={begun.remember} />
          )}
          {purpose === 'LOGIN' && method === 'GOOGLE_AUTHENTICATOR' && (
            <button type="button" className={accessCss.link} onClick={() => setUsesRecoveryCode(true)}>
              {t('recovery.use')}
            </button>
          )}
        </CodeStepForm>
      )}
      <AuthFooterLink text={t(back.text)} to={back.to}>
        {t('code.goBack')}
      </AuthFooterLink>
    </>
  );
}

interface CodeProps {
  begun: PendingStep;
  title: string;
  /** An alternative, below the button. */
  children: ReactNode;
}

function CodeStepForm({ begun, title, children }: CodeProps) {
  const entry = useCodeForm({
    begun,
    submitCode: (code) => (begun.purpose === 'RESET' ? goToNewPassword(begun, code) : checkCode(begun, code)),
    requestCode: () => restartOrResend(begun),
    onSent: (sent) => savePendingStep({ ...begun, ...sent }),
  });
  useCodeFocus(entry);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entry.submit(entry.code);
  };
  return (
    <>
      <CodeHead step={begun} title={title} />
      <form className={partsCss.form} noValidate onSubmit={submit} ref={entry.place}>
        <CodeBoxes entry={entry} />
        <CodeCountdown entry={entry} />
        <CodeAction entry={entry} />
      </form>
      {children && <div className={css.otherWay}>{children}</div>}
      <SandboxHint to={begun.email} method={begun.method} />
    </>
  );
}

export function CodeHead({ step, title }: { step: PendingStep; title: string }) {
  const t = useTranslations('auth.code');
  const { purpose, method } = step;
  const Icon = METHOD_ICONS[method];
  // An address that the person typed is shown in full; the recipient of a login code is masked.
  const isRecipientNamed = purpose !== 'LOGIN' || method === 'GOOGLE_AUTHENTICATOR';
  return (
    <Stack as="header" gap={1} align="center" className={css.head}>
      <span className={css.icon}>
        <Icon size={26} stroke={1.75} aria-hidden />
      </span>
      <h1>{title}</h1>
      <p>
        {t.rich(purpose === 'LOGIN' ? method : purpose, {
          address: isRecipientNamed ? step.email : step.sentTo,
          b: (chunks) => <SentTo>{chunks}</SentTo>,
        })}
      </p>
    </Stack>
  );
}

async function goToNewPassword(step: PendingStep, code: string): Promise<void> {
  await exchangeCodeForTicket(step, code);
  navigate(NEW_PASSWORD_PATH, { replace: true });
}

/** An authenticator has no code to resend: an expired sign-in starts again. */
async function restartOrResend(step: PendingStep): Promise<PendingStep | null> {
  if (step.method !== 'GOOGLE_AUTHENTICATOR') return resendCode(step);
  navigate('/login', { replace: true });
  return null;
}
