import type { setWhitelist } from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../lib/api/api.ts';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { toast } from '../lib/notices.ts';
import { accountQuery } from '../lib/queries/queries.ts';
import { queryClient } from '../lib/queries/query-client.ts';
import { addressBookQuery } from './use-book.ts';

export type WhitelistSwitch = ReturnType<typeof useWhitelist>;

/** Whether withdrawals are limited to saved addresses; null while unknown. */
export function useWhitelist() {
  const t = useTranslations('withdraw.whitelistCard');
  const failure = useErrorMessages();
  const format = useFormat();
  const book = useQuery(addressBookQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async (on: boolean) =>
      (await call<typeof setWhitelist>('PUT', '/wallets/whitelist', { body: { on } })).baseDTO,
    onSuccess: async ({ on, withdrawalHoldUntil }) => {
      await queryClient.invalidateQueries({ queryKey: addressBookQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['withdrawal-terms'] });
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
      const until = withdrawalHoldUntil === null ? '' : format.dateTime(withdrawalHoldUntil);
      toast(on ? t('turnedOn') : t('turnedOff', { until }), 'done');
    },
    onError: failure.show,
  });
  return { on: book.data?.whitelistOnly ?? null, change: mutate, busy: isPending };
}
