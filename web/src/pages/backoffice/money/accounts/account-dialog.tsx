import { isSheba } from '@sarraf/domain';
import type { addHouseBankAccount } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { TextInput } from '../../../../ui/fields/text-input.tsx';
import { ActionDialog, type StaffAction } from '../../shared/action-dialog.tsx';
import { normalizeSheba } from './account-statement.ts';

const MIN_NAME = 2;

/** An admin adds a bank account of the house. */
export function HouseAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('treasury.statement');
  const [sheba, setSheba] = useState('');
  const [name, setName] = useState('');
  useEffect(() => {
    if (!open) return;
    setSheba('');
    setName('');
  }, [open]);
  const number = normalizeSheba(sheba);
  const action: StaffAction = {
    title: t('addTitle'),
    text: t('addText'),
    confirm: t('addAction'),
    successText: t('added'),
    conflict: t('known'),
    fields: (
      <>
        <Field label={t('sheba')}>
          <TextInput
            dir="ltr"
            value={sheba}
            onChange={(event) => setSheba(event.target.value)}
            maxLength={40}
          />
        </Field>
        <Field label={t('name')}>
          <TextInput value={name} onChange={(event) => setName(event.target.value)} maxLength={60} />
        </Field>
      </>
    ),
    disabledReason: !isSheba(number.replace(/^IR/, ''))
      ? t('shebaNeeded')
      : name.trim().length < MIN_NAME
        ? t('nameNeeded')
        : null,
    run: () =>
      call<typeof addHouseBankAccount>('POST', '/backoffice/house-bank-accounts', {
        body: { sheba: number, name: name.trim() },
      }),
  };
  return <ActionDialog act={open ? action : null} onClose={onClose} />;
}
