import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { isReason, MAX_REASON } from '../form.ts';
import css from '../parts.module.css';
import { Problem } from '../parts.tsx';
import { useAct } from '../use-act.ts';

/** One thing that staff does after it was asked once more. */
export interface Act {
  title: string;
  text: string;
  confirm: string;
  /** What is said when it is done. */
  said: string;
  danger?: boolean;
  /** Asks for a reason, which `run` is given. */
  reasoned?: boolean;
  /** What else is asked, and why it doesn't do yet. */
  fields?: ReactNode;
  fault?: string | null;
  run: (reason: string) => Promise<unknown>;
}

/** Asks before money moves: says what will happen, takes the reason, shows what stands in the way. */
export function ActDialog({ act, onClose }: { act: Act | null; onClose: () => void }) {
  const t = useTranslations('treasury');
  const back = useTranslations('backoffice.decision')('back');
  const [reason, setReason] = useState('');
  // What was asked stays in sight while the dialog closes.
  const last = useRef(act);
  const shown = act ?? last.current;
  const { mutate, busy, problem, reset } = useAct({
    run: () => shown?.run(reason.trim()) ?? Promise.resolve(),
    ...(shown && { said: shown.said }),
    onDone: onClose,
    onConflict: onClose,
  });
  const open = act !== null;
  useEffect(() => {
    if (act) last.current = act;
  }, [act]);
  useEffect(() => {
    if (!open) return;
    setReason('');
    reset();
  }, [open, reset]);
  const wanting = shown?.reasoned && !isReason(reason) ? t('reasonNeeded') : null;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={shown?.title ?? ''}
      description={shown?.text}
      dismissible={!busy}
      footer={
        <>
          <Button
            variant={shown?.danger ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={shown?.fault ?? wanting}
            onClick={() => mutate()}
          >
            {shown?.confirm}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {shown?.fields}
        {shown?.reasoned && (
          <Field label={t('reason')} hint={t('reasonHint')}>
            <TextArea
              rows={2}
              value={reason}
              maxLength={MAX_REASON}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <Problem text={problem} />
      </div>
    </Modal>
  );
}
