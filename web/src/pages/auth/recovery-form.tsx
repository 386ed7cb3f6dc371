import { IconLifebuoy } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import accessCss from '../../access/parts.module.css';
import { AccessNote } from '../../access/parts.tsx';
import { useRetryAfter } from '../../access/use-wait.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { checkCode } from './calls.ts';
import css from './code-form.module.css';
import { parseRecoveryCode } from './form.ts';
import partsCss from './parts.module.css';
import type { PendingStep } from './pending-step.ts';

interface RecoveryFormProps {
  step: PendingStep;
  title: string;
  onBack: () => void;
}

/** The second factor by one of the saved recovery codes, for a person without their phone. */
export function RecoveryForm({ step, title, onBack }: RecoveryFormProps) {
  const t = useTranslations('auth');
  const { judge, waiting } = useRetryAfter();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = parseRecoveryCode(text);
    if (busy || waiting || text.trim() === '') return;
    if (code === null) {
      setProblem(t('recovery.wrongShape'));
      return input.current?.focus();
    }
    setBusy(true);
    setProblem(null);
    checkCode(step, code).catch((error: unknown) => {
      setBusy(false);
      setProblem(judge(error));
      input.current?.focus();
    });
  };
  return (
    <>
      <Stack as="header" gap={1} align="center" className={css.head}>
        <span className={css.icon}>
          <IconLifebuoy size={26} stroke={1.75} aria-hidden />
        </span>
        <h1>{title}</h1>
        <p>{t('recovery.lead')}</p>
      </Stack>
      <form className={partsCss.form} noValidate onSubmit={submit}>
        <Field label={t('recovery.label')} error={problem}>
          <TextInput
            ref={input}
            latin
            autoFocus
            name="recovery-code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            placeholder={t('recovery.example')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        </Field>
        <AccessNote icon={<IconLifebuoy size={20} aria-hidden />}>{t('recovery.hold')}</AccessNote>
        <Button
          type="submit"
          size="l"
          block
          busy={busy}
          disabledReason={busy ? null : (waiting ?? (text.trim() === '' ? t('recovery.need') : null))}
        >
          {t('recovery.submit')}
        </Button>
      </form>
      <div className={css.otherWay}>
        <button type="button" className={accessCss.link} onClick={onBack}>
          {t('recovery.back')}
        </button>
      </div>
    </>
  );
}
