import type { RefusalReason } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import decisionCss from './decision.module.css';
import { MAX_NOTE, refusalFault } from './form.ts';
import css from './parts.module.css';
import { Problem } from './parts.tsx';

interface RefuseDialogProps<R extends RefusalReason> {
  open: boolean;
  /** Those that can be given, in the order in which a file is read. */
  shown: readonly R[];
  busy: boolean;
  problem: string | null;
  onConfirm: (reasons: R[], note: string) => void;
  onClose: () => void;
}

/** The reasons and the words by which a person learns what to mend. */
export function RefuseDialog<R extends RefusalReason>({
  open,
  shown,
  busy,
  problem,
  onConfirm,
  onClose,
}: RefuseDialogProps<R>) {
  const t = useTranslations('backoffice');
  const { digits } = useFormat();
  const [reasons, setReasons] = useState<ReadonlySet<RefusalReason>>(new Set());
  const [note, setNote] = useState('');
  useEffect(() => {
    if (!open) return;
    setReasons(new Set());
    setNote('');
  }, [open]);
  const fault = refusalFault(reasons, note);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('decision.refuseTitle')}
      description={t('decision.refuseText')}
      size="l"
      dismissible={!busy}
      footer={
        <>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={fault && t(`decision.fault.${fault}`)}
            onClick={() =>
              onConfirm(
                shown.filter((reason) => reasons.has(reason)),
                note.trim(),
              )
            }
          >
            {t('decision.refuseConfirm')}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('decision.back')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Reasons shown={shown} chosen={reasons} onChange={setReasons} />
        <Field
          label={t('decision.note')}
          hint={t('decision.noteHint')}
          aside={t('decision.noteLeft', {
            count: MAX_NOTE - note.length,
            shown: digits(MAX_NOTE - note.length),
          })}
        >
          <TextArea value={note} maxLength={MAX_NOTE} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Problem text={problem} />
      </div>
    </Modal>
  );
}

interface ReasonsProps {
  shown: readonly RefusalReason[];
  chosen: ReadonlySet<RefusalReason>;
  onChange: (chosen: ReadonlySet<RefusalReason>) => void;
}

function Reasons({ shown, chosen, onChange }: ReasonsProps) {
  const t = useTranslations('backoffice');
  const choose = (reason: RefusalReason, isChosen: boolean) => {
    const after = new Set(chosen);
    if (isChosen) after.add(reason);
    else after.delete(reason);
    onChange(after);
  };
  return (
    <fieldset className={decisionCss.reasons}>
      <legend>{t('decision.reasons')}</legend>
      {shown.map((reason) => (
        <Checkbox
          key={reason}
          checked={chosen.has(reason)}
          onChange={(event) => choose(reason, event.target.checked)}
        >
          {t(`refusal.${reason}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
