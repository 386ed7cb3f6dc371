import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { isReturned } from '../../transfers/status.ts';
import { WithdrawalReceipt } from '../../transfers/transfer-receipts.tsx';

interface SuccessModalProps {
  /** The withdrawal just requested; null closes the dialog. */
  row: WithdrawalRow | null;
  onClose: () => void;
}

/** Confirms the request and explains what happens next, with the receipt and a cancel button while that is possible. */
export function SuccessModal({ row, onClose }: SuccessModalProps) {
  const t = useTranslations('withdraw.success');
  const format = useFormat();
  const getLead = ({ state, relatedCoin, isDone, promisedAtDateTime }: WithdrawalRow): string | undefined => {
    if (state === 'REVIEW') return t('REVIEW');
    // Its state says what happens next.
    if (isDone || (relatedCoin !== 'TOMAN' && state === 'SENT')) return;
    if (relatedCoin !== 'TOMAN' || promisedAtDateTime === null) return t('coin');
    return t('toman', { time: format.dateTime(promisedAtDateTime) });
  };
  const describe = (current: WithdrawalRow) =>
    isReturned(current) ? {} : { title: t('title'), lead: getLead(current) };
  return <WithdrawalReceipt withdrawal={row} onClose={onClose} describe={describe} />;
}
