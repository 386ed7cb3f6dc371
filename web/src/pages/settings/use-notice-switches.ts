import type { Account, NoticeGroup, NoticeWay, setNoticeSetting } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { getPermission, requestPermission } from '../../inbox/browser-notices.ts';
import { noticeSettingsQuery } from '../../inbox/queries.ts';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

interface SwitchSetting {
  on: boolean;
  fixed: boolean;
}
interface SwitchChange {
  group: NoticeGroup;
  way: NoticeWay;
  on: boolean;
}
const KEY = ['notice-settings'];
export type NoticeSwitches = ReturnType<typeof useNoticeSwitches>;

/** The switches of notices: their state in this browser, why one is locked, and the action of changing it. */
export function useNoticeSwitches({ mobileVerified }: Pick<Account, 'mobileVerified'>) {
  const t = useTranslations('settings.notices');
  const failure = useErrorMessages();
  const [permission, setPermission] = useState(getPermission);
  const { mutate } = useMutation({
    mutationKey: KEY,
    // One after another, so that the last reply is the final state.
    scope: { id: 'notice-settings' },
    mutationFn: async (body: SwitchChange) =>
      (await call<typeof setNoticeSetting>('PUT', '/notices/settings', { body })).baseDTO,
    // While others are pending, a reply is older than what is shown.
    onSuccess: (settings) => {
      if (queryClient.isMutating({ mutationKey: KEY }) === 1)
        queryClient.setQueryData(noticeSettingsQuery.queryKey, settings);
    },
    onError: (error, change) => {
      showChange({ ...change, on: !change.on });
      failure.show(error);
    },
  });

  const always = (group: NoticeGroup): string | null => {
    if (group === 'DEPOSITS') return t('always.MONEY');
    return group === 'SECURITY' || group === 'WITHDRAWALS' ? t(`always.${group}`) : null;
  };

  function getLockReason(group: NoticeGroup, way: NoticeWay, { fixed }: SwitchSetting): string | null {
    if (way === 'SMS' && !mobileVerified) return t('noMobile');
    if (fixed) return always(group) ?? t('always.SECURITY');
    if (way !== 'BROWSER') return null;
    if (permission === 'unsupported') return t('unsupported');
    return permission === 'denied' ? t('denied') : null;
  }

  function look(group: NoticeGroup, way: NoticeWay, setting: SwitchSetting) {
    const reason = getLockReason(group, way, setting);
    const isOnHere = way === 'BROWSER' ? permission === 'granted' : way !== 'SMS' || mobileVerified;
    return { on: setting.on && isOnHere, reason };
  }

  async function press(group: NoticeGroup, way: NoticeWay, setting: SwitchSetting): Promise<void> {
    const { on, reason } = look(group, way, setting);
    if (reason !== null) return toast(reason);
    if (way === 'BROWSER' && !on) {
      const newPermission = await requestPermission();
      setPermission(newPermission);
      if (newPermission !== 'granted') return toast(t(newPermission === 'denied' ? 'denied' : 'notAsked'));
      // It was already on, for another browser of theirs.
      if (setting.on) return;
    }
    const change = { group, way, on: !on };
    showChange(change);
    mutate(change);
  }

  return {
    always,
    look,
    press: (group: NoticeGroup, way: NoticeWay, setting: SwitchSetting) => void press(group, way, setting),
  };
}

/** Optimistic update before the server's reply. */
function showChange({ group, way, on }: SwitchChange): void {
  queryClient.setQueryData(noticeSettingsQuery.queryKey, (settings) =>
    settings?.map((row) =>
      row.group === group ? { ...row, ways: { ...row.ways, [way]: { ...row.ways[way], on } } } : row,
    ),
  );
}
