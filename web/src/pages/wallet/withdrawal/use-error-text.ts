import type { Asset } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { WithdrawDraftError } from './withdraw-form.ts';

/** Error texts of the withdrawal form. */
export function useWithdrawalErrorText(
  asset: Asset,
): (validationError: WithdrawDraftError | null) => string | null {
  const t = useTranslations('withdraw.error');
  const format = useFormat();
  return (validationError) => {
    if (validationError === null) return null;
    const limit = 'limit' in validationError ? format.money(validationError.limit, asset) : '';
    return t(validationError.code, {
      limit,
      until: 'until' in validationError ? format.dateTime(validationError.until) : '',
    });
  };
}
