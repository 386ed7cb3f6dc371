import { type BusinessRowKind, fieldsOf } from '@sarraf/domain';
import type { BusinessRow, changeBusinessRow } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { useRights } from '../shared/queries.ts';
import { ChangedFieldsList } from './change-words.tsx';
import { type RowDraft, type ValidatedDraft, validateDraft } from './form.ts';
import { LevelEffects } from './level-effects.tsx';
import { RowFields } from './row-fields.tsx';
import own from './rows.module.css';
import { useChangeTitle } from './words.tsx';

interface RowDialogProps {
  kind: BusinessRowKind;
  /** The current row, also when it is changed by another staff member while the dialog is open; null: closed. */
  row: BusinessRow | null;
  rows: readonly BusinessRow[];
  onClose: () => void;
}

/** Changes one row: sends only edited fields, and describes the change before. */
export function RowDialog({ kind, row, rows, onClose }: RowDialogProps) {
  const [draft, setDraft] = useState<RowDraft>({});
  const open = row !== null;
  useEffect(() => {
    if (open) setDraft({});
  }, [open]);
  const validated = row && validateDraft(kind, row, draft, rows);
  const action = useRowAction({ kind, row, read: validated, draft, onChange: setDraft });
  return <ActionDialog act={action} onClose={onClose} />;
}

interface RowEditing {
  kind: BusinessRowKind;
  row: BusinessRow | null;
  read: ValidatedDraft | null;
  draft: RowDraft;
  onChange: (draft: RowDraft) => void;
}

function useRowAction({ kind, row, read, draft, onChange }: RowEditing): StaffAction | null {
  const t = useTranslations('businessRows');
  const words = useTranslations('treasury');
  const title = useChangeTitle();
  const { admin } = useRights();
  if (!row || !read) return null;
  const { changes, errors, loose, offOnly } = read;
  const hasWaitingChange = row.waiting !== null;
  return {
    title: title(kind, row.key),
    text: t('changeText'),
    confirm: t(loose ? 'ask' : 'save'),
    successText: t(loose ? 'asked' : 'saved'),
    disabledReason: getDisabledReason({ read, admin }, (code) => t(code)),
    ...((admin || offOnly) && {
      reasoned: { label: words('reason'), hint: words('reasonHint'), needed: t('reasonNeeded') },
    }),
    conflict: (
      <Callout tone="warn" live>
        {t(hasWaitingChange && loose ? 'conflictWaiting' : 'conflict')}
      </Callout>
    ),
    fields: (
      <>
        {!admin && <Callout>{t(hasSwitch(kind) ? 'switchOffOnly' : 'readOnly')}</Callout>}
        {hasWaitingChange && <Callout>{t('waitsHere')}</Callout>}
        <RowFields kind={kind} row={row} draft={draft} errors={errors} admin={admin} onChange={onChange} />
        <ChangePreview kind={kind} row={row} read={read} />
      </>
    ),
    run: (reason) =>
      call<typeof changeBusinessRow>('PUT', '/backoffice/rows/:kind/:key', {
        params: { kind, key: row.key },
        body: { version: row.version, changes, reason },
      }),
  };
}

/** The effect of saving. */
function ChangePreview({
  kind,
  row,
  read,
}: {
  kind: BusinessRowKind;
  row: BusinessRow;
  read: ValidatedDraft;
}) {
  const t = useTranslations('businessRows');
  const { changes, errors, loose } = read;
  return (
    <>
      {Object.keys(changes).length > 0 && (
        <div className={own.changes}>
          <h3>{t('willBe')}</h3>
          <ChangedFieldsList kind={kind} rowKey={row.key} before={row.values} after={changes} />
        </div>
      )}
      {('tomanTick' in changes || 'lot' in changes) && <Callout>{t('steps')}</Callout>}
      {loose && <Callout tone="warn">{t('loosens')}</Callout>}
      {kind === 'level' && typeof changes.tradeAmount === 'string' && !errors.tradeAmount && (
        <LevelEffects level={row.key} tradeAmount={changes.tradeAmount} />
      )}
    </>
  );
}

const hasSwitch = (kind: BusinessRowKind): boolean =>
  Object.values(fieldsOf(kind)).some(({ type }) => type === 'switch');

interface SaveContext {
  read: ValidatedDraft;
  admin: boolean;
}

function getDisabledReason(
  { read: { changes, errors, offOnly }, admin }: SaveContext,
  say: (code: 'nothing' | 'fixMarkedFields' | 'adminOnly') => string,
): string | null {
  if (Object.keys(errors).length > 0) return say('fixMarkedFields');
  if (Object.keys(changes).length === 0) return say('nothing');
  return admin || offOnly ? null : say('adminOnly');
}
