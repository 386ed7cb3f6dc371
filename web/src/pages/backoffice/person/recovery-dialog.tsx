import type { startRecovery } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import {
  MAX_EVIDENCE,
  type RecoveryRequest,
  toRecoveryBody,
  validateRecoveryRequest,
} from '../shared/form.ts';
import css from '../shared/parts.module.css';

const KINDS = ['LOST_SECOND_FACTOR', 'LOST_MAILBOX'] as const;
const EMPTY: RecoveryRequest = { kind: 'LOST_SECOND_FACTOR', newEmail: '', evidence: '' };

interface RecoveryDialogProps {
  open: boolean;
  personId: string;
  onClose: () => void;
}

/** The first step of an account recovery: what was lost, and how the person proved their identity. */
export function RecoveryDialog({ open, personId, onClose }: RecoveryDialogProps) {
  const t = useTranslations('backoffice.recovery');
  const [form, setForm] = useState(EMPTY);
  useEffect(() => {
    if (open) setForm(EMPTY);
  }, [open]);
  const formError = validateRecoveryRequest(form);
  const action: StaffAction = {
    title: t('startTitle'),
    text: t('startText'),
    confirm: t('start'),
    successText: t('started'),
    fields: <RecoveryFields form={form} onChange={setForm} />,
    disabledReason: formError && t(`error.${formError}`),
    run: () =>
      call<typeof startRecovery>('POST', '/backoffice/people/:id/recoveries', {
        params: { id: personId },
        body: toRecoveryBody(form),
      }),
  };
  return <ActionDialog act={open ? action : null} onClose={onClose} />;
}

function RecoveryFields({
  form,
  onChange,
}: {
  form: RecoveryRequest;
  onChange: (form: RecoveryRequest) => void;
}) {
  const t = useTranslations('backoffice.recovery');
  return (
    <>
      <div>
        <Segmented
          block
          label={t('what')}
          segments={KINDS.map((key) => ({ key, label: t(key) }))}
          value={form.kind}
          onChange={(kind) => onChange({ ...form, kind })}
        />
        <p className={css.under}>{t(`text${form.kind}`)}</p>
      </div>
      {form.kind === 'LOST_MAILBOX' && (
        <Field label={t('newEmail')}>
          <TextInput
            type="email"
            value={form.newEmail}
            maxLength={254}
            autoComplete="off"
            onChange={(event) => onChange({ ...form, newEmail: event.target.value })}
          />
        </Field>
      )}
      <Field label={t('evidence')}>
        <TextArea
          rows={4}
          value={form.evidence}
          maxLength={MAX_EVIDENCE}
          placeholder={t('evidenceHint')}
          onChange={(event) => onChange({ ...form, evidence: event.target.value })}
        />
      </Field>
    </>
  );
}
