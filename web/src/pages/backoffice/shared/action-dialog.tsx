import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { isValidReason, MAX_REASON } from './form.ts';
import css from './parts.module.css';
import { ActionProblem } from './parts.tsx';
import { useStaffMutation } from './use-act.ts';

/** An action of staff with a confirmation dialog. */
export interface StaffAction {
  title: string;
  text: string;
  confirm: string;
  /** Toast text after success. */
  successText?: string;
  danger?: boolean;
  /** Short, and announced to screen readers immediately. */
  alert?: boolean;
  /** A wide dialog, for many fields. */
  wide?: boolean;
  /** Asks for a reason, passed to `run`, optionally with its own texts. */
  reasoned?: boolean | { label: string; hint: string; needed: string };
  /** Additional fields, and why they are not valid yet. */
  fields?: ReactNode;
  disabledReason?: string | null;
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
  const lastAction = useRef(act);
  const shownAction = act ?? lastAction.current;
  const { mutate, busy, problem, conflict, reset } = useStaffMutation({
    run: () => shownAction?.run(reason.trim()) ?? Promise.resolve(),
    ...(shownAction?.successText && { successText: shownAction.successText }),
    onDone: onClose,
    ...(!shownAction?.conflict && { onConflict: onClose }),
  });
  const open = act !== null;
  useEffect(() => {
    if (act) lastAction.current = act;
  }, [act]);
  useEffect(() => {
    if (!open) return;
    setReason('');
    reset();
  }, [open, reset]);
  const reasonWords =
    typeof shownAction?.reasoned === 'object'
      ? shownAction.reasoned
      : shownAction?.reasoned && { label: t('reason'), hint: t('reasonHint'), needed: t('reasonNeeded') };
  const missingInput = reasonWords && !isValidReason(reason) ? reasonWords.needed : null;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={shownAction?.title ?? ''}
      description={shownAction?.text}
      {...(shownAction?.alert && { alert: true, size: 's' })}
      {...(shownAction?.wide && { size: 'l' })}
      dismissible={!busy}
      footer={
        <>
          <Button
            variant={shownAction?.danger ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={shownAction?.disabledReason ?? missingInput}
            onClick={() => mutate()}
          >
            {shownAction?.confirm}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      {(shownAction?.fields || reasonWords || problem) && (
        <div className={css.form}>
          {shownAction?.fields}
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
          {conflict && shownAction?.conflict ? shownAction.conflict : <ActionProblem text={problem} />}
        </div>
      )}
    </Modal>
  );
}
