import type { RefusalReason } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import type { StaffAction } from '../shared/action-dialog.tsx';
import { MAX_NOTE, refusalFault } from '../shared/form.ts';
import decisionCss from './decision.module.css';

interface Refusal<R extends RefusalReason> {
  /** The available reasons, in the order in which a file is read. */
  shown: readonly R[];
  run: (reasons: R[], note: string) => Promise<unknown>;
}

/** Asks for the reasons and a text that tells the person what to correct; `start` clears earlier input. */
export function useRefusal<R extends RefusalReason>({
  shown,
  run,
}: Refusal<R>): {
  act: StaffAction;
  start: () => void;
} {
  const t = useTranslations('backoffice.decision');
  const { digits } = useFormat();
  const [reasons, setReasons] = useState<ReadonlySet<RefusalReason>>(new Set());
  const [note, setNote] = useState('');
  const fault = refusalFault(reasons, note);
  const left = MAX_NOTE - note.length;
  const fields = (
    <>
      <Reasons shown={shown} chosen={reasons} onChange={setReasons} />
      <Field
        label={t('note')}
        hint={t('noteHint')}
        aside={t('noteLeft', { count: left, shown: digits(left) })}
      >
        <TextArea value={note} maxLength={MAX_NOTE} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </>
  );
  return {
    act: {
      title: t('refuseTitle'),
      text: t('refuseText'),
      confirm: t('refuseConfirm'),
      danger: true,
      wide: true,
      fields,
      fault: fault && t(`fault.${fault}`),
      run: () =>
        run(
          shown.filter((reason) => reasons.has(reason)),
          note.trim(),
        ),
    },
    start: () => {
      setReasons(new Set());
      setNote('');
    },
  };
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
