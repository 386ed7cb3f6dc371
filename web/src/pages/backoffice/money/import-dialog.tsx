import type { importBankDeposits } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../lib/notices.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import css from '../parts.module.css';
import { Problem } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import { MAX_LINES, readStatement } from './statement.ts';

/** Takes the lines of a statement as they are pasted, and says what became of them. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('treasury.incoming');
  const back = useTranslations('backoffice.decision')('back');
  const { digits } = useFormat();
  const [text, setText] = useState('');
  const { lines, fault } = readStatement(text);
  const { mutate, busy, problem, reset } = useAct({
    run: async () => {
      const { baseDTO } = await call<typeof importBankDeposits>('POST', '/backoffice/bank-deposits', {
        body: { lines },
      });
      const { matched, unmatched, known } = baseDTO;
      const said = { matched: digits(matched), unmatched: digits(unmatched), known: digits(known) };
      toast(t('imported', said), 'done');
    },
    onDone: onClose,
  });
  useEffect(() => {
    if (!open) return;
    setText('');
    reset();
  }, [open, reset]);
  const wanting =
    fault !== null
      ? t('importFault', { line: digits(fault) })
      : lines.length > MAX_LINES
        ? t('importMany', { max: digits(MAX_LINES) })
        : lines.length === 0
          ? t('importNeeded')
          : null;
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('importTitle')}
      description={t('importText')}
      size="l"
      dismissible={!busy}
      footer={
        <>
          <Button busy={busy} disabledReason={wanting} onClick={() => mutate()}>
            {t('importAction')}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Field label={t('importField')}>
          <TextArea rows={8} dir="ltr" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Problem text={problem} />
      </div>
    </Modal>
  );
}
