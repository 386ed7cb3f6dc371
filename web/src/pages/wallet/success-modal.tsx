import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useLastNonNull } from '../../lib/browser/use-last.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { isReturned } from '../../transfers/status.ts';
import { WithdrawalReceipt } from '../../transfers/transfer-receipts.tsx';

interface SuccessModalProps {
  /** The withdrawal just requested; null closes the dialog. */
  row: WithdrawalRow | null;
  onChange: (row: WithdrawalRow) => void;
  onClose: () => void;
}

/** Confirms the request and explains what happens next, with the receipt and a cancel button while that is possible. */
export function SuccessModal({ row, onChange, onClose }: SuccessModalProps) {
  const t = useTranslations('withdraw.success');
  const format = useFormat();
  const lastRow = useLastNonNull(row);
  const getLead = ({ state, relatedCoin, promisedAtDateTime }: WithdrawalRow): string => {
    if (state === 'REVIEW') return t('REVIEW');
    if (relatedCoin !== 'TOMAN' || promisedAtDateTime === null) return t('coin');
    return t('toman', { time: format.dateTime(promisedAtDateTime) });
  };
  const isActive = lastRow !== null && !isReturned(lastRow);
  return (
    <WithdrawalReceipt
      withdrawal={row}
      onClose={onClose}
      onChange={onChange}
      {...(isActive && { title: t('title'), lead: getLead(lastRow) })}
    />
  );
}
