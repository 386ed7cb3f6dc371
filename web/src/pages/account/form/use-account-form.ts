import type { AccountField } from '@sarraf/domain';
import type { Account, DocumentKind, IdFormat } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { navigate } from '../../../lib/navigation/history.ts';
import { toast } from '../../../lib/notices.ts';
import { todayInTehran } from '../../../ui/fields/date-text.ts';
import { type BankRow, writtenRows } from '../bank/bank-rows.ts';
import { refreshAccount } from '../queries.ts';
import {
  type AccountDraft,
  accountDraftOf,
  accountFormOf,
  errorMessageKey,
  type FaultText,
  fieldLabelKey,
  type TextField,
  validateAccountDraft,
} from './form.ts';
import { clearDraft, restoreDraft, saveDraft } from './kept-draft.ts';
import { NOTHING_REFUSED, type ServerFieldErrors, toServerFieldErrors } from './refused.ts';
import { type SaveResult, saveAccount } from './save-account.ts';

/** State of the account form: the draft, its errors, and submitting. */
export function useAccountForm(account: Account, idFormats: readonly IdFormat[]) {
  const t = useTranslations('account');
  const [draft, setDraft] = useState(() => restoreDraft(account.id, accountDraftOf(account, idFormats)));
  const [touched, setTouched] = useState<ReadonlySet<AccountField>>(new Set());
  const [refused, setRefused] = useState<ServerFieldErrors>(NOTHING_REFUSED);
  const country = account.location?.countryName;
  const [rulesOf, setRulesOf] = useState(country);
  if (rulesOf !== country) {
    // The other country's rules do not apply to values typed for the previous one.
    setRulesOf(country);
    setDraft((old) => ({ ...old, ...OF_COUNTRY }));
  }
  const form = useMemo(() => accountFormOf(draft, account), [draft, account]);
  const faults = validateAccountDraft(draft, account, todayInTehran());
  const first = faults[0];
  const { inIran } = form;
  const saving = useSaving(draft, account, setRefused);

  useEffect(() => {
    saveDraft(account.id, draft);
  }, [account.id, draft]);

  const wordsOf = (field: AccountField, text: FaultText | 'DUPLICATE' | 'PREFIX'): string =>
    t(`fault.${text}`, { field: t(`field.${fieldLabelKey(field, form)}`) });
  const change = (field: AccountField | null, next: Partial<AccountDraft>) => {
    if (saving.busy) return;
    setDraft((old) => ({ ...old, ...next }));
    if (field) setRefused(({ fields: { [field]: _, ...fields }, takenRows }) => ({ fields, takenRows }));
    saving.reset();
  };

  return {
    account,
    draft,
    form,
    inIran,
    refused,
    ...saving,
    setText: (field: TextField, value: string) =>
      change(field as AccountField, { [field]: value, ...(field === 'state' && { city: '' }) }),
    setRows: (added: readonly BankRow[], kept = draft.kept) => {
      change('bankAccounts', { added, kept });
      setRefused((old) => ({ ...old, takenRows: [] }));
    },
    setFile: (kind: DocumentKind, file: File | undefined) => {
      const { [kind]: _, ...others } = draft.files;
      change(kind === 'profileImage' ? null : kind, { files: file ? { ...others, [kind]: file } : others });
    },
    touch: (field: AccountField) => setTouched((old) => (old.has(field) ? old : new Set(old).add(field))),
    /** Shows every error at its field. */
    touchAll: () => setTouched(new Set(faults.map(({ field }) => field))),
    touched,
    /** The error at the field: the server's, or a validation error once the field was left. */
    errorOf: (field: AccountField): string | null => {
      const word = refused.fields[field];
      if (word === 'DUPLICATE' || word === 'PREFIX') return wordsOf(field, word);
      if (word) return wordsOf(field, errorMessageKey({ field, fault: word }, inIran));
      const fault = touched.has(field) ? faults.find((found) => found.field === field) : undefined;
      return fault ? wordsOf(field, errorMessageKey(fault, inIran)) : null;
    },
    /** The first missing field, for the button. */
    first: first ? { field: first.field, text: wordsOf(first.field, errorMessageKey(first, inIran)) } : null,
  };
}
const OF_COUNTRY = { nationalCode: '', mobileNumber: '', state: '', city: '', postalCode: '', telephone: '' };

export type AccountFormState = ReturnType<typeof useAccountForm>;

function useSaving(draft: AccountDraft, account: Account, setRefused: (refused: ServerFieldErrors) => void) {
  const t = useTranslations('account.form');
  const { text, show } = useErrorMessages();
  /** 0 to 1 while files are uploaded. */
  const [share, setShare] = useState(0);
  const sent = useRef<SaveResult>(new Map());
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      setShare(0);
      setRefused(NOTHING_REFUSED);
      return saveAccount(draft, account, sent.current, setShare);
    },
    onSuccess: async (next) => {
      clearDraft();
      await refreshAccount();
      if (next === 'home') toast(t('saved'), 'done');
      navigate(next === 'code' ? '/profile/fino-verifying' : '/');
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError)) return;
      setRefused(toServerFieldErrors(failure, writtenRows(draft.added)));
      if (failure.code === 'USER_IDENTITY_DATA') show(failure);
    },
  });
  return { busy: isPending, share, problem: error ? text(error) : null, send: () => mutate(), reset };
}
