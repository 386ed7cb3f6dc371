import type { RefusalReason } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import type { StaffAction } from '../shared/action-dialog.tsx';
import { MAX_NOTE, validateRefusal } from '../shared/form.ts';
import decisionCss from './decision.module.css';

interface RefusalOptions<R extends RefusalReason> {
  /** The available reasons, in the order in which a file is read. */
  options: readonly R[];
  run: (reasons: R[], note: string) => Promise<unknown>;
}

/** Asks for the reasons and a text that tells the person what to correct; `start` clears earlier input. */
export function useRefusalAction<R extends RefusalReason>({
  options,
  run,
}: RefusalOptions<R>): {
  act: StaffAction;
  start: () => void;
} {
  const t = useTranslations('backoffice.decision');
  const { digits } = useFormat();
  const [reasons, setReasons] = useState<ReadonlySet<RefusalReason>>(new Set());
  const [note, setNote] = useState('');
  const inputError = validateRefusal(reasons, note);
  const remaining = MAX_NOTE - note.length;
  const fields = (
    <>
      <ReasonsField options={options} chosen={reasons} onChange={setReasons} />
      <Field
        label={t('note')}
        hint={t('noteHint')}
        aside={t('noteLeft', { count: remaining, shown: digits(remaining) })}
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
      disabledReason: inputError && t(`error.${inputError}`),
      run: () =>
        run(
          options.filter((reason) => reasons.has(reason)),
          note.trim(),
        ),
    },
    start: () => {
      setReasons(new Set());
      setNote('');
    },
  };
}

interface ReasonsFieldProps {
  options: readonly RefusalReason[];
  chosen: ReadonlySet<RefusalReason>;
  onChange: (chosen: ReadonlySet<RefusalReason>) => void;
}

function ReasonsField({ options, chosen, onChange }: ReasonsFieldProps) {
  const t = useTranslations('backoffice');
  const toggleReason = (reason: RefusalReason, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(reason);
    else next.delete(reason);
    onChange(next);
  };
  return (
    <fieldset className={decisionCss.reasons}>
      <legend>{t('decision.reasons')}</legend>
      {options.map((reason) => (
        <Checkbox
          key={reason}
          checked={chosen.has(reason)}
          onChange={(event) => toggleReason(reason, event.target.checked)}
        >
          {t(`refusal.${reason}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
