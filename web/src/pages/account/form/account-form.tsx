import type { AccountField } from '@sarraf/domain';
import type { Account, IdFormat } from '@sarraf/domain/contracts';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Stack } from '../../../ui/layout/layout.tsx';
import { BankFields } from './bank-fields.tsx';
import { CompanyFields } from './company-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { DocumentFields } from './document-fields.tsx';
import css from './form.module.css';
import { PersonFields } from './person-fields.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { useAccountForm } from './use-account-form.ts';

interface AccountFormProps {
  account: Account;
  idFormats: readonly IdFormat[];
  onChangeCountry: () => void;
  onChangeContact: (what: 'email' | 'mobile') => void;
}

/** The form of identity verification (requirements §2.15, §5.5). */
export function AccountForm({ account, idFormats, onChangeCountry, onChangeContact }: AccountFormProps) {
  const t = useTranslations('account.form');
  const state = useAccountForm(account, idFormats);
  const formRef = useRef<HTMLFormElement>(null);
  const { first, refused } = state;

  // Errors of the server are shown at their fields.
  const serverErrorField = (Object.keys(refused.fields)[0] ??
    (refused.takenRows.length > 0 ? 'bankAccounts' : undefined)) as AccountField | undefined;
  useEffect(() => {
    if (serverErrorField) scrollToField(formRef.current, serverErrorField);
  }, [serverErrorField]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!state.busy && !first) state.send();
  };
  const showFirstError = () => {
    state.touchAll();
    if (first) scrollToField(formRef.current, first.field);
  };
  return (
    <Stack
      ref={formRef}
      as="form"
      gap={5}
      className={css.form}
      aria-label={t('label')}
      aria-busy={state.busy || undefined}
      noValidate
      onSubmit={submit}
    >
      <PersonFields state={state} idFormats={idFormats} onChangeEmail={() => onChangeContact('email')} />
      <ContactFields
        state={state}
        onChangeCountry={onChangeCountry}
        onChangeMobile={() => onChangeContact('mobile')}
      />
      {state.form.customerKind === 'COMPANY' && <CompanyFields state={state} />}
      {state.inIran && <BankFields state={state} />}
      <DocumentFields state={state} />
      <SubmitBar state={state} onShow={showFirstError} />
    </Stack>
  );
}

function scrollToField(form: HTMLElement | null, field: AccountField): void {
  const fieldElement = form?.querySelector<HTMLElement>(`[data-field="${field}"]`);
  fieldElement?.scrollIntoView({ block: 'center' });
  fieldElement
    ?.querySelector<HTMLElement>('[aria-invalid], input, textarea, button')
    ?.focus({ preventScroll: true });
}
