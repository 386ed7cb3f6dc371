import type { importBankDeposits } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { MAX_LINES, parseBankStatement } from './statement.ts';

/** Imports pasted lines of a statement, and shows their outcomes. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('treasury.incoming');
  const { digits } = useFormat();
  const [text, setText] = useState('');
  const { lines, invalidLine, shortened } = parseBankStatement(text);
  useEffect(() => {
    if (open) setText('');
  }, [open]);
  const wanting =
    invalidLine !== null
      ? t(shortened ? 'importShortened' : 'importError', { line: digits(invalidLine) })
      : lines.length > MAX_LINES
        ? t('importMany', { max: digits(MAX_LINES) })
        : lines.length === 0
          ? t('importNeeded')
          : null;
  const action: StaffAction = {
    title: t('importTitle'),
    text: t('importText'),
    confirm: t('importAction'),
    wide: true,
    fields: (
      <Field label={t('importField')}>
        <TextArea rows={8} dir="ltr" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    ),
    disabledReason: wanting,
    run: async () => {
      const { baseDTO } = await call<typeof importBankDeposits>('POST', '/backoffice/bank-deposits', {
        body: { lines },
      });
      const { matched, unmatched, known } = baseDTO;
      const counts = { matched: digits(matched), unmatched: digits(unmatched), known: digits(known) };
      toast(t('imported', counts), 'done');
    },
  };
  return <ActionDialog act={open ? action : null} onClose={onClose} />;
}
