import type {
  changeRecurringPlan,
  createRecurringPlan,
  endRecurringPlan,
  orderDetail,
  pauseRecurringPlan,
  RecurringPlan,
  recurringPlans,
  resumeRecurringPlan,
} from '@sarraf/domain/contracts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

/** Polls while the page is open, so that new purchases appear. */
const POLL_MS = 15_000;

export const plansQuery = queryOptions({
  queryKey: ['recurring'],
  queryFn: async ({ signal }) => (await call<typeof recurringPlans>('GET', '/recurring', { signal })).content,
  staleTime: POLL_MS,
  refetchInterval: POLL_MS,
});
export const TURNS_KEY = ['recurring-turns'];

export const refetchPlans = (): void => {
  for (const queryKey of [plansQuery.queryKey, TURNS_KEY]) void queryClient.invalidateQueries({ queryKey });
};

type PlanTerms = Parameters<typeof call<typeof changeRecurringPlan>>[2]['body'];

/** Creates a plan or changes an existing one. */
export const useSavePlan = (plan: RecurringPlan | null, onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ coin, ...terms }: PlanTerms & { coin: string }) =>
      plan === null
        ? call<typeof createRecurringPlan>('POST', '/recurring', { body: { coin, ...terms } })
        : call<typeof changeRecurringPlan>('PUT', '/recurring/:id', { params: { id: plan.id }, body: terms }),
    onSuccess: () => {
      refetchPlans();
      onSuccess();
    },
  });

export const usePausePlan = () =>
  useMutation({
    mutationFn: ({ id, state }: RecurringPlan) =>
      state === 'PAUSED'
        ? call<typeof resumeRecurringPlan>('POST', '/recurring/:id/resume', { params: { id } })
        : call<typeof pauseRecurringPlan>('POST', '/recurring/:id/pause', { params: { id } }),
    onSettled: refetchPlans,
  });

export const useEndPlan = () =>
  useMutation({
    mutationFn: (id: string) => call<typeof endRecurringPlan>('DELETE', '/recurring/:id', { params: { id } }),
    onSettled: refetchPlans,
  });

export const fetchOrder = async (id: string) =>
  (await call<typeof orderDetail>('GET', '/orders/:id', { params: { id }, query: {} })).baseDTO;
