import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../access/parts.tsx';
import { useFormat } from '../lib/format/use-format.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { Cluster, Stack } from '../ui/layout/layout.tsx';
import { getRemainingLetters, MAX_MESSAGE } from './limits.ts';
import css from './tickets.module.css';

interface ComposerProps {
  label: string;
  hint?: ReactNode;
  send: string;
  busy: boolean;
  /** Why nothing can be sent now. */
  waiting?: string | null;
  problem: string | null;
  /** Rejects if sending failed: the typed text is then kept. */
  onSend: (text: string) => Promise<unknown>;
  /** Next to the button. */
  children?: ReactNode;
}

/** Input for the next message of a conversation; Ctrl+Enter sends too. */
export function Composer({
  label,
  hint,
  send,
  busy,
  waiting = null,
  problem,
  onSend,
  children,
}: ComposerProps) {
  const t = useTranslations('support');
  const { digits } = useFormat();
  const [text, setText] = useState('');
  const remaining = getRemainingLetters(text, MAX_MESSAGE);
  const error = text.trim() === '' ? t('error.NEED_MESSAGE') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting || error) return;
    onSend(text).then(
      () => setText(''),
      () => undefined,
    );
  };
  return (
    <Stack as="form" gap={3} noValidate onSubmit={submit}>
      <Field
        label={label}
        hint={hint}
        aside={
          remaining === null ? undefined : t('lettersLeft', { count: remaining, shown: digits(remaining) })
        }
      >
        <TextArea
          name="message"
          rows={3}
          className={css.typed}
          maxLength={MAX_MESSAGE}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <AccessProblem text={problem} />
      <Cluster gap={3} align="stretch" wrap className={css.actions}>
        <Button type="submit" busy={busy} disabledReason={busy ? null : (waiting ?? error)}>
          {send}
        </Button>
        {children}
      </Cluster>
    </Stack>
  );
}
