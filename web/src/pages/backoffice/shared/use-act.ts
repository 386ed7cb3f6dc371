import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { SecurityKeyError } from '../../../lib/browser/security-key.ts';
import { toast } from '../../../lib/notices.ts';
import { refetchBackoffice } from './queries.ts';
import { focusNextInQueue } from './queue-keys.ts';

interface StaffMutationOptions<V> {
  run: (input: V) => Promise<unknown>;
  /** Toast text after success. */
  successText?: string;
  onDone?: (input: V) => void;
  /** Another staff member acted first; the page already shows the current state. */
  onConflict?: () => void;
}

/** Runs a staff action and then refetches what it may have changed. */
export function useStaffMutation<V = void>({
  run,
  successText,
  onDone,
  onConflict,
}: StaffMutationOptions<V>) {
  const problemText = useProblemText();
  const t = useTranslations('backoffice.decision');
  const { mutate, mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: async (_, variables) => {
      onDone?.(variables);
      if (successText) toast(successText, 'done');
      await refetchBackoffice();
      focusNextInQueue();
    },
    onError: async (failure) => {
      if (!isConflict(failure)) return;
      if (onConflict) {
        onConflict();
        toast(t('conflict'));
      }
      await refetchBackoffice();
    },
  });
  const problem = error ? problemText(error) : null;
  return { mutate, mutateAsync, busy: isPending, problem, conflict: isConflict(error), reset };
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'CONFLICT';

/** Returns the text of an error, specific to the back office if there is one. */
function useProblemText(): (error: unknown) => string | null {
  const t = useTranslations('backoffice.decision');
  const signing = useTranslations('treasury.sign');
  const failure = useErrorMessages();
  return (error) => {
    if (error instanceof SecurityKeyError) return signing(`error.${error.code}`);
    const { code = '', data } = error instanceof ApiError ? error : {};
    if (code === 'SECOND_PERSON_NEEDED') return t('second');
    if (code === 'FORBIDDEN' && data?.colleague) return t('colleague');
    if (code === 'CONFLICT') return t('conflict');
    return failure.text(error) || null;
  };
}
