import { MAX_BANK_LINES } from '@sarraf/domain';
import type { importBankStatement } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { toast } from '../../../../lib/notices.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { ActionDialog, type StaffAction } from '../../shared/action-dialog.tsx';
import { parseAccountStatement } from './account-statement.ts';

/** Imports a pasted statement of our account, and shows the outcome of its lines. */
export function AccountStatementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('treasury.statement');
  const { digits } = useFormat();
  const [text, setText] = useState('');
  const { statement, invalidLine, shortened } = parseAccountStatement(text);
  useEffect(() => {
    if (open) setText('');
  }, [open]);
  const wanting =
    invalidLine !== null
      ? t(shortened ? 'importShortened' : 'importError', { line: digits(invalidLine) })
      : statement === null
        ? t('importNeeded')
        : statement.lines.length > MAX_BANK_LINES
          ? t('importMany', { max: digits(MAX_BANK_LINES) })
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
      if (statement === null) return;
      const { baseDTO } = await call<typeof importBankStatement>('POST', '/backoffice/bank-statements', {
        body: statement,
      });
      const { lines, unexplained, matched, unmatched } = baseDTO;
      const counts = { lines: digits(lines), unexplained: digits(unexplained) };
      toast(t('imported', { ...counts, matched: digits(matched), unmatched: digits(unmatched) }), 'done');
    },
  };
  return <ActionDialog act={open ? action : null} onClose={onClose} />;
}
