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

/** One thing that staff does after it was asked once more. */
export interface StaffAction {
  title: string;
  text: string;
  confirm: string;
  /** What is said when it is done. */
  said?: string;
  danger?: boolean;
  /** Short, and read out at once. */
  alert?: boolean;
  /** Much is asked. */
  wide?: boolean;
  /** Asks for a reason, which `run` is given, in words of its own where it has any. */
  reasoned?: boolean | { label: string; hint: string; needed: string };
  /** What else is asked, and why it doesn't do yet. */
  fields?: ReactNode;
  fault?: string | null;
  /** Said when a colleague was faster; what was typed stays. Without it, the dialog closes and the page shows how things stand. */
  conflict?: ReactNode;
  run: (reason: string) => Promise<unknown>;
}

/** Asks once more before staff decides: says what will happen, takes the reason, shows what stands in the way. */
export function ActionDialog({ act, onClose }: { act: StaffAction | null; onClose: () => void }) {
  const t = useTranslations('treasury');
  const back = useTranslations('backoffice.decision')('back');
  const [reason, setReason] = useState('');
  // What was asked stays in sight while the dialog closes.
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
