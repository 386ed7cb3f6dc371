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
  type ApplicationTextField,
  applicantNameOf,
  applicationDraftOf,
  applicationFaultsOf,
  partsOf,
  type RefusedApplication,
  refusedApplicationOf,
} from './form.ts';
import { applicationQuery, refreshApplication } from './use-application.ts';

interface Given {
  /** The earlier application: pending or refused. */
  sent: CompanyApplication | null;
  inIran: boolean;
  onSent: () => void;
}

export function useApplicationForm({ sent, inIran, onSent }: Given) {
  const t = useTranslations('account');
  const [draft, setDraft] = useState<ApplicationDraft>(() => applicationDraftOf(sent));
  const [touched, setTouched] = useState<ReadonlySet<CompanyField>>(new Set());
  const [refused, setRefused] = useState<RefusedApplication>({});
  const sending = useSending({ draft, sent, onSent, setRefused });
  const faults = applicationFaultsOf(draft, sent, inIran);
  const [first] = faults;
  const wordsOf = (field: CompanyField, fault: 'REQUIRED' | 'INVALID' | 'DUPLICATE') =>
    t(`fault.${fault}`, { field: t(`field.${applicantNameOf(field, inIran)}`) });
  const change = (field: CompanyField, part: Partial<ApplicationDraft>) => {
    setDraft((old) => ({ ...old, ...part }));
    setRefused(({ [field]: _, ...others }) => others);
  };
  return {
    ...sending,
    draft,
    sent,
    inIran,
    setText: (field: ApplicationTextField, text: string) => change(field, { [field]: text }),
    setFile: (paper: ApplicationPaper, file: File | undefined) => {
      const { [paper]: _, ...others } = draft.files;
      change(paper, { files: file ? { ...others, [paper]: file } : others });
    },
    touch: (field: CompanyField) => setTouched((old) => new Set(old).add(field)),
    nameOf: (field: CompanyField) => t(`field.${applicantNameOf(field, inIran)}`),
    /** The server's error of a field, or a validation error once the field was left. */
    errorOf: (field: CompanyField): string | null => {
      const fault =
        refused[field] ?? faults.find((found) => found.field === field && touched.has(field))?.fault;
      return fault ? wordsOf(field, fault) : null;
    },
    /** The first missing field, for the button. */
    fault: first ? wordsOf(first.field, first.fault) : null,
  };
}

export type ApplicationFormState = ReturnType<typeof useApplicationForm>;

interface Sending {
  draft: ApplicationDraft;
  sent: CompanyApplication | null;
  onSent: () => void;
  setRefused: (refused: RefusedApplication) => void;
}

function useSending({ draft, sent, onSent, setRefused }: Sending) {
  const t = useTranslations('company.apply');
  const { text } = useErrorMessages();
  /** 0 to 1 while the documents are uploaded. */
  const [share, setShare] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      setShare(0);
      setRefused({});
      return upload<typeof applyForCompany>('POST', '/users/company-application', {
        ...partsOf(draft, sent),
        onProgress: setShare,
      });
    },
    onSuccess: ({ baseDTO }) => {
      toast(t(sent?.state === 'PENDING' ? 'saved' : 'sent'), 'done');
      queryClient.setQueryData(applicationQuery.queryKey, baseDTO);
      onSent();
    },
    onError: async (failure) => {
      if (!(failure instanceof ApiError)) return;
      setRefused(refusedApplicationOf(failure));
      // It was changed in the meantime by staff, or in another tab.
      if (failure.code === 'CONFLICT') await refreshApplication();
    },
  });
  const words = error instanceof ApiError && error.code === 'CONFLICT' ? t('changed') : null;
  return { send: () => mutate(), busy: isPending, share, problem: error ? (words ?? text(error)) : null };
}
