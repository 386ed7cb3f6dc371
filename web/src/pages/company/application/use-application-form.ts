import type { CompanyField } from '@sarraf/domain';
import type { applyForCompany, CompanyApplication } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api.ts';
import { upload } from '../../../lib/api/transfer.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import {
  type ApplicationDraft,
  type ApplicationPaper,
  type ApplicationServerErrors,
  type ApplicationTextField,
  getFieldLabelKey,
  toApplicationDraft,
  toApplicationServerErrors,
  toRequestParts,
  validateApplicationDraft,
} from './form.ts';
import { applicationQuery, refetchApplication } from './use-application.ts';

interface ApplicationFormOptions {
  /** The earlier application: pending or refused. */
  sent: CompanyApplication | null;
  inIran: boolean;
  onSent: () => void;
}

export function useApplicationForm({ sent, inIran, onSent }: ApplicationFormOptions) {
  const t = useTranslations('account');
  const [draft, setDraft] = useState<ApplicationDraft>(() => toApplicationDraft(sent));
  const [touched, setTouched] = useState<ReadonlySet<CompanyField>>(new Set());
  const [serverErrors, setServerErrors] = useState<ApplicationServerErrors>({});
  const submission = useSubmitApplication({ draft, sent, onSent, setServerErrors });
  const errors = validateApplicationDraft(draft, sent, inIran);
  const [firstError] = errors;
  const formatError = (field: CompanyField, validationError: 'REQUIRED' | 'INVALID' | 'DUPLICATE') =>
    t(`error.${validationError}`, { field: t(`field.${getFieldLabelKey(field, inIran)}`) });
  const change = (field: CompanyField, part: Partial<ApplicationDraft>) => {
    setDraft((old) => ({ ...old, ...part }));
    setServerErrors(({ [field]: _, ...others }) => others);
  };
  return {
    ...submission,
    draft,
    sent,
    inIran,
    setText: (field: ApplicationTextField, text: string) => change(field, { [field]: text }),
    setFile: (paper: ApplicationPaper, file: File | undefined) => {
      const { [paper]: _, ...others } = draft.files;
      change(paper, { files: file ? { ...others, [paper]: file } : others });
    },
    touch: (field: CompanyField) => setTouched((old) => new Set(old).add(field)),
    nameOf: (field: CompanyField) => t(`field.${getFieldLabelKey(field, inIran)}`),
    /** The server's error of a field, or a validation error once the field was left. */
    errorOf: (field: CompanyField): string | null => {
      const validationError =
        serverErrors[field] ?? errors.find((found) => found.field === field && touched.has(field))?.code;
      return validationError ? formatError(field, validationError) : null;
    },
    /** The first missing field, for the button. */
    errorText: firstError ? formatError(firstError.field, firstError.code) : null,
  };
}

export type ApplicationFormState = ReturnType<typeof useApplicationForm>;

interface SubmissionOptions {
  draft: ApplicationDraft;
  sent: CompanyApplication | null;
  onSent: () => void;
  setServerErrors: (refused: ApplicationServerErrors) => void;
}

function useSubmitApplication({ draft, sent, onSent, setServerErrors }: SubmissionOptions) {
  const t = useTranslations('company.apply');
  const { text } = useErrorMessages();
  /** 0 to 1 while the documents are uploaded. */
  const [uploadedShare, setUploadedShare] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      setUploadedShare(0);
      setServerErrors({});
      return upload<typeof applyForCompany>('POST', '/users/company-application', {
        ...toRequestParts(draft, sent),
        onProgress: setUploadedShare,
      });
    },
    onSuccess: ({ baseDTO }) => {
      toast(t(sent?.state === 'PENDING' ? 'saved' : 'sent'), 'done');
      queryClient.setQueryData(applicationQuery.queryKey, baseDTO);
      onSent();
    },
    onError: async (failure) => {
      if (!(failure instanceof ApiError)) return;
      setServerErrors(toApplicationServerErrors(failure));
      // It was changed in the meantime by staff, or in another tab.
      if (failure.code === 'CONFLICT') await refetchApplication();
    },
  });
  const words = error instanceof ApiError && error.code === 'CONFLICT' ? t('changed') : null;
  return {
    send: () => mutate(),
    busy: isPending,
    share: uploadedShare,
    problem: error ? (words ?? text(error)) : null,
  };
}
