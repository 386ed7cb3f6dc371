import { MAX_ALERTS } from '@sarraf/domain';
import type { alerts, armAlert, createAlert, deleteAlert, PriceAlert } from '@sarraf/domain/contracts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../lib/api/api.ts';
import { queryClient } from '../lib/queries/query-client.ts';

/** Polls while the list is open, so that triggered alerts appear. */
const POLL_MS = 5_000;

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: async ({ signal }) => (await call<typeof alerts>('GET', '/alerts', { signal })).content,
  staleTime: POLL_MS,
});

/** The list, polled for changes. */
export const polledAlertsQuery = { ...alertsQuery, refetchInterval: POLL_MS };

/** Whether the list is full and contains no triggered alert. */
export const isAlertListFull = (list: readonly PriceAlert[] | undefined): boolean =>
  list !== undefined && list.length >= MAX_ALERTS && list.every(({ state }) => state !== 'FIRED');

const refetchAlerts = () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey });

export const useCreateAlert = (onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: Parameters<typeof call<typeof createAlert>>[2]['body']) =>
      call<typeof createAlert>('POST', '/alerts', { body }),
    onSuccess: () => {
      void refetchAlerts();
      onSuccess();
    },
  });

/** The cached list is updated immediately. */
export const useRearmAlert = () =>
  useMutation({
    mutationFn: (id: string) => call<typeof armAlert>('POST', '/alerts/:id/arm', { params: { id } }),
    onSuccess: ({ baseDTO }) => {
      queryClient.setQueryData(alertsQuery.queryKey, (cached) =>
        cached?.map((alert) => (alert.id === baseDTO.id ? baseDTO : alert)),
      );
    },
    onError: refetchAlerts,
  });

export const useDeleteAlert = () =>
  useMutation({
    mutationFn: (id: string) => call<typeof deleteAlert>('DELETE', '/alerts/:id', { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.setQueryData(alertsQuery.queryKey, (cached) => cached?.filter((alert) => alert.id !== id));
    },
    onError: refetchAlerts,
  });
