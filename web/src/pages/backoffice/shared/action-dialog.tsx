import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { isReason, MAX_REASON } from './form.ts';
import css from './parts.module.css';
import { Problem } from './parts.tsx';
import { useStaffMutation } from './use-act.ts';

/** An action of staff with a confirmation dialog. */
export interface StaffAction {
  title: string;
  text: string;
  confirm: string;
  /** Toast text after success. */
  said?: string;
  danger?: boolean;
  /** Short, and announced to screen readers immediately. */
  alert?: boolean;
  /** A wide dialog, for many fields. */
  wide?: boolean;
  /** Asks for a reason, passed to `run`, optionally with its own texts. */
  reasoned?: boolean | { label: string; hint: string; needed: string };
  /** Additional fields, and why they are not valid yet. */
  fields?: ReactNode;
  fault?: string | null;
  /**
   * Shown if another staff member acted first; inputs are kept. Without it, the dialog closes and the page shows
   * the current state.
   */
  conflict?: ReactNode;
  run: (reason: string) => Promise<unknown>;
}

/** The confirmation dialog of a staff action: explains it, asks for the reason, shows errors. */
export function ActionDialog({ act, onClose }: { act: StaffAction | null; onClose: () => void }) {
  const t = useTranslations('treasury');
  const back = useTranslations('backoffice.decision')('back');
  const [reason, setReason] = useState('');
  // The content stays visible while the dialog closes.
  const last = useRef(act);
  const shown = act ?? last.current;
  const { mutate, busy, problem, conflict, reset } = useStaffMutation({
    run: () => shown?.run(reason.trim()) ?? Promise.resolve(),
    ...(shown?.said && { said: shown.said }),
    onDone: onClose,
    ...(!shown?.conflict && { onConflict: onClose }),
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
  const reasonWords =
    typeof shown?.reasoned === 'object'
      ? shown.reasoned
      : shown?.reasoned && { label: t('reason'), hint: t('reasonHint'), needed: t('reasonNeeded') };
  const wanting = reasonWords && !isReason(reason) ? reasonWords.needed : null;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={shown?.title ?? ''}
      description={shown?.text}
      {...(shown?.alert && { alert: true, size: 's' })}
      {...(shown?.wide && { size: 'l' })}
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
      {(shown?.fields || reasonWords || problem) && (
        <div className={css.form}>
          {shown?.fields}
          {reasonWords && (
            <Field label={reasonWords.label} hint={reasonWords.hint}>
              <TextArea
                rows={2}
                value={reason}
                maxLength={MAX_REASON}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
          {conflict && shown?.conflict ? shown.conflict : <Problem text={problem} />}
        </div>
      )}
    </Modal>
  );
}
