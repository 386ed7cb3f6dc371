import type { Account } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { verifiedCardsQuery } from '../../../lib/queries/queries.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { updateBankAccounts } from '../form/save-account.ts';
import { refetchAccount } from '../queries.ts';

/** Changes the bank accounts of an approved person; staff reviews those that the bank doesn't confirm immediately. */
export function useBankChange(account: Account, onDone: () => void) {
  const t = useTranslations('account.bank');
  const { text } = useErrorMessages();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: updateBankAccounts,
    onSuccess: async ({ baseDTO }) => {
      await refetchAccount();
      void queryClient.invalidateQueries({ queryKey: verifiedCardsQuery.queryKey });
      const isRemoval = baseDTO.bankAccounts.length < account.bankAccounts.length;
      const confirmed = baseDTO.authenticationType === 'AUTHORIZED';
      toast(t(!confirmed ? 'savedForReview' : isRemoval ? 'removeDone' : 'saved'), 'done');
      onDone();
    },
  });
  return {
    busy: isPending,
    problem: error ? text(error) : null,
    isShebaTaken: error instanceof ApiError && error.code.includes('ShebaCode'),
    change: mutate,
    reset,
  };
}
