import type { AccountField } from '@sarraf/domain';
import type { Account, DocumentKind, IdFormat } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../framework/navigation/history.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { todayInTehran } from '../../../ui/fields/date-text.ts';
import { type BankRow, filterFilledRows } from '../bank/bank-rows.ts';
import { refetchAccount } from '../queries.ts';
import {
  type AccountDraft,
  errorMessageKey,
  type FieldErrorKey,
  fieldLabelKey,
  type TextField,
  toAccountDraft,
  toAccountForm,
  validateAccountDraft,
} from './form.ts';
import { NO_SERVER_ERRORS, type ServerFieldErrors, toServerFieldErrors } from './refused.ts';
import { saveAccount, type UploadedFiles } from './save-account.ts';
import { clearDraft, restoreDraft, saveDraft } from './stored-draft.ts';

/** State of the account form: the draft, its errors, and submitting. */
export function useAccountForm(account: Account, idFormats: readonly IdFormat[]) {
  const t = useTranslations('account');
  const [draft, setDraft] = useState(() => restoreDraft(account.id, toAccountDraft(account, idFormats)));
  const [touched, setTouched] = useState<ReadonlySet<AccountField>>(new Set());
  const [serverErrors, setServerErrors] = useState<ServerFieldErrors>(NO_SERVER_ERRORS);
  const country = account.location?.countryName;
  const [rulesCountry, setRulesCountry] = useState(country);
  if (rulesCountry !== country) {
    // The other country's rules do not apply to values typed for the previous one.
    setRulesCountry(country);
    setDraft((old) => ({ ...old, ...EMPTY_COUNTRY_FIELDS }));
  }
  const form = useMemo(() => toAccountForm(draft, account), [draft, account]);
  const errors = validateAccountDraft(draft, account, todayInTehran());
  const firstError = errors[0];
  const { inIran } = form;
  const submission = useSubmitAccount(draft, account, setServerErrors);

  useEffect(() => {
    saveDraft(account.id, draft);
  }, [account.id, draft]);

  const formatError = (field: AccountField, text: FieldErrorKey | 'DUPLICATE' | 'PREFIX'): string =>
    t(`error.${text}`, { field: t(`field.${fieldLabelKey(field, form)}`) });
  const change = (field: AccountField | null, next: Partial<AccountDraft>) => {
    if (submission.busy) return;
    setDraft((old) => ({ ...old, ...next }));
    if (field) setServerErrors(({ fields: { [field]: _, ...fields }, takenRows }) => ({ fields, takenRows }));
    submission.reset();
  };

  return {
    account,
    draft,
    form,
    inIran,
    refused: serverErrors,
    ...submission,
    setText: (field: TextField, value: string) =>
      change(field as AccountField, { [field]: value, ...(field === 'state' && { city: '' }) }),
    setRows: (added: readonly BankRow[], keptAccountIds = draft.keptAccountIds) => {
      change('bankAccounts', { added, keptAccountIds });
      setServerErrors((old) => ({ ...old, takenRows: [] }));
    },
    setFile: (kind: DocumentKind, file: File | undefined) => {
      const { [kind]: _, ...others } = draft.files;
      change(kind === 'profileImage' ? null : kind, { files: file ? { ...others, [kind]: file } : others });
    },
    touch: (field: AccountField) => setTouched((old) => (old.has(field) ? old : new Set(old).add(field))),
    /** Shows every error at its field. */
    touchAll: () => setTouched(new Set(errors.map(({ field }) => field))),
    touched,
    /** The error at the field: the server's, or a validation error once the field was left. */
    errorOf: (field: AccountField): string | null => {
      const serverError = serverErrors.fields[field];
      if (serverError === 'DUPLICATE' || serverError === 'PREFIX') return formatError(field, serverError);
      if (serverError) return formatError(field, errorMessageKey({ field, code: serverError }, inIran));
      const validationError = touched.has(field) ? errors.find((found) => found.field === field) : undefined;
      return validationError ? formatError(field, errorMessageKey(validationError, inIran)) : null;
    },
    /** The first missing field, for the button. */
    first: firstError
      ? { field: firstError.field, text: formatError(firstError.field, errorMessageKey(firstError, inIran)) }
      : null,
  };
}
const EMPTY_COUNTRY_FIELDS = {
  nationalCode: '',
  mobileNumber: '',
  state: '',
  city: '',
  postalCode: '',
  telephone: '',
};

export type AccountFormState = ReturnType<typeof useAccountForm>;

function useSubmitAccount(
  draft: AccountDraft,
  account: Account,
  setServerErrors: (refused: ServerFieldErrors) => void,
) {
  const t = useTranslations('account.form');
  const { text, show } = useErrorMessages();
  /** 0 to 1 while files are uploaded. */
  const [uploadedShare, setUploadedShare] = useState(0);
  const uploaded = useRef<UploadedFiles>(new Map());
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      setUploadedShare(0);
      setServerErrors(NO_SERVER_ERRORS);
      return saveAccount(draft, account, uploaded.current, setUploadedShare);
    },
    onSuccess: async (next) => {
      clearDraft();
      await refetchAccount();
      if (next === 'home') toast(t('saved'), 'done');
      navigate(next === 'code' ? '/profile/fino-verifying' : '/');
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError)) return;
      setServerErrors(toServerFieldErrors(failure, filterFilledRows(draft.added)));
      if (failure.code === 'USER_IDENTITY_DATA') show(failure);
    },
  });
  return {
    busy: isPending,
    share: uploadedShare,
    problem: error ? text(error) : null,
    send: () => mutate(),
    reset,
  };
}
