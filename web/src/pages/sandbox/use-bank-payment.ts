import type { BankDecision, BankPayment, sandboxBank, sandboxBankDecide } from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import { useOnPageRestore } from '../../lib/payments/use-return.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

const getQueryKey = (authority: string) => ['bank', authority];

export function useBankPayment(authority: string) {
  const query = useQuery({
    queryKey: getQueryKey(authority),
    queryFn: async ({ signal }): Promise<BankPayment> =>
      (await call<typeof sandboxBank>('GET', '/sandbox/bank/:authority', { params: { authority }, signal }))
        .baseDTO,
    staleTime: 0,
  });
  return {
    payment: query.data,
    error: query.error,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  };
}

/** Submits the decision to the simulated bank, then navigates to the payer's return page. */
export function useDecision(authority: string) {
  const [submittedDecision, setSubmittedDecision] = useState<BankDecision | null>(null);
  useOnPageRestore(() => {
    setSubmittedDecision(null);
    // The payment is decided by then.
    void queryClient.invalidateQueries({ queryKey: getQueryKey(authority) });
  });

  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (decision: BankDecision) =>
      (
        await call<typeof sandboxBankDecide>('POST', '/sandbox/bank/:authority', {
          params: { authority },
          body: { decision },
        })
      ).baseDTO.redirectSite,
    onSuccess: (redirectSite, decision) => {
      setSubmittedDecision(decision);
      location.assign(redirectSite);
    },
    onError: (failure) => {
      // It was decided in another tab: the page shows that.
      if (failure instanceof ApiError && failure.code === 'CONFLICT') {
        void queryClient.invalidateQueries({ queryKey: getQueryKey(authority) });
      }
    },
  });
  return { decide: mutate, deciding: isPending ? variables : submittedDecision, error };
}
