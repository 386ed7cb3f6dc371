import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../framework/navigation/history.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { isValidReason, MAX_REASON } from '../shared/form.ts';
import css from '../shared/parts.module.css';
import { getPersonPath, type PersonAccess } from '../shared/visit.ts';

/** Asks for the reason of opening a file, then opens it. */
export function VisitForm({ id, from }: { id: string; from: PersonAccess['from'] }) {
  const t = useTranslations('backoffice.reason');
  const [reason, setReason] = useState('');
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isValidReason(reason)) return;
    const visit: PersonAccess = { reason: reason.trim(), from, queue: null };
    navigate(getPersonPath(id), { state: visit });
  };
  return (
    <form className={css.form} onSubmit={open}>
      <Field label={t('field')} hint={t('text')}>
        <TextInput
          dir="auto"
          value={reason}
          maxLength={MAX_REASON}
          placeholder={t('hint')}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Button type="submit" disabledReason={isValidReason(reason) ? null : t('needed')}>
        {t('action')}
      </Button>
    </form>
  );
}
