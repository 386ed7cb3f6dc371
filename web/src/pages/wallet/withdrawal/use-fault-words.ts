import type { Asset } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { WithdrawFault } from './withdraw-form.ts';

/** Error texts of the withdrawal form. */
export function useWithdrawalErrorText(asset: Asset): (fault: WithdrawFault | null) => string | null {
  const t = useTranslations('withdraw.fault');
  const format = useFormat();
  return (fault) => {
    if (fault === null) return null;
    const limit = 'limit' in fault ? format.money(fault.limit, asset) : '';
    return t(fault.code, { limit, until: 'until' in fault ? format.dateTime(fault.until) : '' });
  };
}
