import type { Account } from '@sarraf/domain/contracts';
import { IconArrowLeft, IconDeviceMobileMessage } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { SentTo } from '../../access/code-parts.tsx';
import { AccessProblem } from '../../access/parts.tsx';
import { SandboxHint } from '../../access/sandbox-hint.tsx';
import { ACCOUNT_PATH } from '../../framework/navigation/guard.ts';
import { Link, Navigate } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { CodeInput } from '../../ui/fields/code-input.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './fino-verifying.module.css';
import { type BankCodeState, CODE_LENGTH, useBankCode } from './use-bank-code.ts';

/** The identity provider's step: a code that the bank's system sends by SMS to the person's own number. */
export function Page() {
  const t = useTranslations('account.fino');
  useTitle(t('title'));
  const { account } = useSession();
  // Only unidentified users have this step.
  if (account && account.authenticationType !== 'UNIDENTIFIED') return <Navigate to={ACCOUNT_PATH} replace />;
  return (
    <main className={css.page}>
      <Card raised className={css.card}>
        {account ? <BankCodeStep account={account} /> : <Skeleton height={420} />}
      </Card>
    </main>
  );
}

function BankCodeStep({ account }: { account: Account }) {
  const t = useTranslations('account.fino');
  const { digits } = useFormat();
  const entry = useBankCode(account);
  const form = useRef<HTMLFormElement>(null);
  const { sending, busy, code, problem, waiting } = entry;
  const isReady = sending !== null && busy === null;
  useEffect(() => {
    if (isReady) form.current?.querySelector('input')?.focus();
  }, [isReady]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    entry.check(code);
  };
  const incompleteReason = code.length < CODE_LENGTH ? t('needCode') : null;
  return (
    <>
      <span className={css.icon}>
        <IconDeviceMobileMessage size={28} stroke={1.75} aria-hidden />
      </span>
      <h1>{t('title')}</h1>
      <p className={css.text}>
        {t.rich('text', {
          length: digits(CODE_LENGTH),
          mobile: sending?.mobile ?? account.mobileNumber,
          b: (chunks) => <SentTo>{chunks}</SentTo>,
        })}
      </p>
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <Field label={t('code')} framed={false} className={css.code ?? ''}>
          <CodeInput
            name="code"
            length={CODE_LENGTH}
            value={code}
            invalid={problem !== null && sending !== null}
            disabled={sending === null}
            readOnly={busy !== null}
            onChange={entry.type}
            onComplete={entry.check}
          />
        </Field>
        <AccessProblem text={problem} />
        <ResendCode entry={entry} />
        <Button
          type="submit"
          size="l"
          block
          busy={busy === 'check'}
          disabledReason={busy === 'check' ? null : (waiting ?? incompleteReason)}
        >
          {t('submit')}
        </Button>
      </form>
      <SandboxHint to={account.mobileNumber} method="SMS" />
      <Link to={ACCOUNT_PATH} className={css.back}>
        <IconArrowLeft size={18} className="flip" aria-hidden />
        {t('back')}
      </Link>
    </>
  );
}

/** Another code can be requested after the delay since the last one. */
function ResendCode({ entry }: { entry: BankCodeState }) {
  const t = useTranslations('account.fino');
  const { digits } = useFormat();
  const { busy, sending, left, ended, again, waiting } = entry;
  const state = () => {
    if (busy === 'send') return t('sending');
    if (!sending) return t('failed');
    if (ended) return t('ended');
    return again ? t('sentAgain') : '';
  };
  return (
    <Stack gap="line" align="center" size="sm" tone="soft" className={css.resend}>
      <p role="status">{state()}</p>
      <button
        type="button"
        className={css.link}
        disabled={!ended || busy !== null || waiting !== null}
        onClick={entry.resend}
      >
        {ended ? t('resend') : t('resendIn', { seconds: digits(left) })}
      </button>
    </Stack>
  );
}
