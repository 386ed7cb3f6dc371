import { type BusinessRowKind, fieldsOf } from '@sarraf/domain';
import type { BusinessRow, changeBusinessRow } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiFailure, call } from '../../../lib/api/api.ts';
import { useFailure } from '../../../lib/api/use-failure.ts';
import { useLast } from '../../../lib/browser/use-last.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { isReason } from '../shared/form.ts';
import css from '../shared/parts.module.css';
import { Problem } from '../shared/parts.tsx';
import { refreshBackoffice, useRights } from '../shared/queries.ts';
import { ChangeWords } from './change-words.tsx';
import { type ReadDraft, type RowDraft, readDraft } from './form.ts';
import { LevelEffects } from './level-effects.tsx';
import { RowFields } from './row-fields.tsx';
import own from './rows.module.css';
import { useRowName } from './words.tsx';

const MAX_REASON = 300;

interface RowDialogProps {
  kind: BusinessRowKind;
  /** As it stands now, also when a colleague changes it while the dialog is open; null: closed. */
  row: BusinessRow | null;
  rows: readonly BusinessRow[];
  onClose: () => void;
}

/** Changes one row: only what was touched is sent, and it is said in words before. */
export function RowDialog({ row, ...rest }: RowDialogProps) {
  // What was edited stays in sight while the dialog closes.
  const shown = useLast(row);
  return shown && <Dialog key={shown.key} {...rest} row={shown} open={row !== null} />;
}

interface DialogProps extends RowDialogProps {
  row: BusinessRow;
  open: boolean;
}

function Dialog({ kind, row, rows, open, onClose }: DialogProps) {
  const t = useTranslations('businessRows');
  const words = useTranslations('treasury');
  const back = useTranslations('backoffice.decision')('back');
  const name = useRowName();
  const { admin } = useRights();
  const failure = useFailure();
  const [draft, setDraft] = useState<RowDraft>({});
  const [reason, setReason] = useState('');
  const read = readDraft(kind, row, draft, rows);
  const { save, busy, error, reset } = useSave(kind, row, read, onClose);
  const conflict = isConflict(error);
  useEffect(() => {
    if (!open) return;
    setDraft({});
    setReason('');
    reset();
  }, [open, reset]);
  const change = (next: RowDraft) => {
    setDraft(next);
    reset();
  };
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('changeOf', { name: name(kind, row.key) })}
      description={t('changeText')}
      dismissible={!busy}
      footer={
        <>
          <Button
            busy={busy}
            disabledReason={whyNot({ read, reason, admin }, (code) => t(code))}
            onClick={() => save(reason.trim())}
          >
            {t(read.loose ? 'ask' : 'save')}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Standing kind={kind} row={row} conflict={conflict} loose={read.loose} admin={admin} />
        <RowFields kind={kind} row={row} draft={draft} faults={read.faults} admin={admin} onChange={change} />
        <WillBe kind={kind} row={row} read={read} />
        {(admin || read.offOnly) && (
          <Field label={words('reason')} hint={words('reasonHint')}>
            <TextArea
              rows={2}
              value={reason}
              maxLength={MAX_REASON}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        )}
        <Problem text={error && !conflict ? failure.text(error) : null} />
      </div>
    </Modal>
  );
}

function useSave(kind: BusinessRowKind, row: BusinessRow, { changes, loose }: ReadDraft, onDone: () => void) {
  const t = useTranslations('businessRows');
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: (reason: string) =>
      call<typeof changeBusinessRow>('PUT', '/backoffice/rows/:kind/:key', {
        params: { kind, key: row.key },
        body: { version: row.version, changes, reason },
      }),
    onSuccess: async () => {
      toast(t(loose ? 'asked' : 'saved'), 'done');
      onDone();
      await refreshBackoffice();
    },
    // What stands by now comes; what was typed stays.
    onError: async (failed) => {
      if (isConflict(failed)) await refreshBackoffice();
    },
  });
  return { save: mutate, busy: isPending, error, reset };
}

interface StandingProps {
  kind: BusinessRowKind;
  row: BusinessRow;
  conflict: boolean;
  loose: boolean;
  admin: boolean;
}

/** What has to be known of the row before anything is typed, and what a colleague did meanwhile. */
function Standing({ kind, row, conflict, loose, admin }: StandingProps) {
  const t = useTranslations('businessRows');
  const waits = row.waiting !== null;
  return (
    <>
      {!admin && <Callout>{t(hasSwitch(kind) ? 'switchOffOnly' : 'readOnly')}</Callout>}
      {conflict && (
        <Callout tone="warn" live>
          {t(waits && loose ? 'conflictWaiting' : 'conflict')}
        </Callout>
      )}
      {waits && !conflict && <Callout>{t('waitsHere')}</Callout>}
    </>
  );
}

/** What saving would do. */
function WillBe({ kind, row, read }: { kind: BusinessRowKind; row: BusinessRow; read: ReadDraft }) {
  const t = useTranslations('businessRows');
  const { changes, faults, loose } = read;
  return (
    <>
      {Object.keys(changes).length > 0 && (
        <div className={own.changes}>
          <h3>{t('willBe')}</h3>
          <ChangeWords kind={kind} rowKey={row.key} before={row.values} after={changes} />
        </div>
      )}
      {('tomanTick' in changes || 'lot' in changes) && <Callout>{t('steps')}</Callout>}
      {loose && <Callout tone="warn">{t('loosens')}</Callout>}
      {kind === 'level' && typeof changes.tradeAmount === 'string' && !faults.tradeAmount && (
        <LevelEffects level={row.key} tradeAmount={changes.tradeAmount} />
      )}
    </>
  );
}

const isConflict = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'CONFLICT';

const hasSwitch = (kind: BusinessRowKind): boolean =>
  Object.values(fieldsOf(kind)).some(({ type }) => type === 'switch');

interface Asked {
  read: ReadDraft;
  reason: string;
  admin: boolean;
}

function whyNot(
  { read: { changes, faults, offOnly }, reason, admin }: Asked,
  say: (code: 'nothing' | 'faultFirst' | 'adminOnly' | 'reasonNeeded') => string,
): string | null {
  if (Object.keys(faults).length > 0) return say('faultFirst');
  if (Object.keys(changes).length === 0) return say('nothing');
  if (!admin && !offOnly) return say('adminOnly');
  return isReason(reason) ? null : say('reasonNeeded');
}
