import type { Payment } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readPayment } from '../../lib/payments/gateway-page.ts';
import { walletsQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

const POLL_MS = 2_000;
/** After this time the page reports a delay and polls less often. */
const TIMEOUT_MS = 60_000;
const LATE_POLL_MS = 10_000;

/** Polls a payment until the bank has replied. */
export function usePayment(id: string) {
  const [pollRound, setPollRound] = useState(0);
  const isLate = useIsLate(pollRound);
  const query = useQuery({
    queryKey: ['payment', id],
    queryFn: ({ signal }): Promise<Payment> => readPayment(id, signal),
    refetchInterval: ({ state }) => state.data?.state === 'PENDING' && (isLate ? LATE_POLL_MS : POLL_MS),
    staleTime: 0,
  });
  const isPaid = query.data?.state === 'PAID';
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ queryKey: walletsQuery.queryKey });
  }, [isPaid]);
  return {
    payment: query.data,
    error: query.error,
    late: isLate,
    busy: query.isFetching,
    again: () => {
      setPollRound(pollRound + 1);
      void query.refetch();
    },
  };
}

/** True once the timeout of this round has passed. */
function useIsLate(pollRound: number): boolean {
  const [lateRound, setLateRound] = useState(-1);
  useEffect(() => {
    const timer = setTimeout(() => setLateRound(pollRound), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [pollRound]);
  return lateRound === pollRound;
}
