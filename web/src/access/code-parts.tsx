import {
  IconDeviceMobileMessage,
  IconMailOpened,
  IconShieldLock,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/buttons/button.tsx';
import { cx } from '../ui/class-names.ts';
import { CodeInput } from '../ui/fields/code-input.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Cluster } from '../ui/layout/layout.tsx';
import { Countdown } from '../ui/values/countdown.tsx';
import css from './code-parts.module.css';
import type { TwoStep } from './two-step.ts';
import type { CodeFormState } from './use-code.ts';

export const METHOD_ICONS: Readonly<Record<TwoStep, TablerIcon>> = {
  EMAIL: IconMailOpened,
  SMS: IconDeviceMobileMessage,
  GOOGLE_AUTHENTICATOR: IconShieldLock,
};

/** Where the code was sent, or where to find it. */
export function SentTo({ children }: { children: ReactNode }) {
  return <bdi className={css.address}>{children}</bdi>;
}

export function CodeBoxes({ entry }: { entry: CodeFormState }) {
  const t = useTranslations('auth.code');
  return (
    <Field label={t('label')} framed={false} error={entry.problem} className={css.code ?? ''}>
      <CodeInput
        name="code"
        length={entry.length}
        value={entry.code}
        disabled={entry.ended}
        readOnly={entry.busy}
        onChange={entry.type}
        {...(entry.complete && { onComplete: entry.complete })}
      />
    </Field>
  );
}

/** A ring while the code is valid, a text once it has expired. An authenticator has no ring. */
export function CodeCountdown({ entry }: { entry: CodeFormState }) {
  const t = useTranslations('auth.code');
  const { sent, app, left, total, ended, sentAgain } = entry;
  const validityTextKey = sentAgain ? 'sentAgain' : (`hint${sent.method}` as const);
  return (
    <Cluster gap={3} justify="center" size="sm" tone="soft" className={cx(css.time, app && css.app)}>
      {!ended && !app && <Countdown left={left} total={total} size={56} />}
      <p role="status" className={ended ? css.ended : undefined}>
        {t(ended ? (app ? 'endedApp' : 'ended') : validityTextKey)}
      </p>
    </Cluster>
  );
}

interface CodeActionProps {
  entry: CodeFormState;
  /** Text of the submit button; default: "confirm". */
  submit?: string;
}

/** The main button; once the code has expired it requests another one. */
export function CodeAction({ entry, submit }: CodeActionProps) {
  const t = useTranslations('auth');
  const { app, length, code, ended, busy, waiting, fieldError, codeFirst } = entry;
  if (ended) {
    return (
      <Button size="l" block busy={busy} disabledReason={busy ? null : waiting} onClick={entry.resend}>
        {t(app ? 'code.tryAgain' : 'code.resend')}
      </Button>
    );
  }
  const incompleteReason = code.length < length ? t('error.NEED_CODE') : null;
  const missing = codeFirst ? (incompleteReason ?? fieldError) : (fieldError ?? incompleteReason);
  return (
    <Button type="submit" size="l" block busy={busy} disabledReason={busy ? null : (waiting ?? missing)}>
      {submit ?? t('code.submit')}
    </Button>
  );
}
