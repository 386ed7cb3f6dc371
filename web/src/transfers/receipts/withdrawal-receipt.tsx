import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLastNonNull } from '../../lib/browser/use-last.ts';
import { ReceiptEnd } from '../../receipts/receipt-end.tsx';
import { SaveReceiptButtons } from '../../receipts/receipt-parts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { TransferStateMark } from '../state-mark.tsx';
import { getConfirmationProgress, getTransferReason, getWithdrawalState, isReturned } from '../status.ts';
import css from '../transfers.module.css';
import { ReceiptView } from './receipt-view.tsx';
import { useCancelWithdrawal } from './use-cancel.ts';
import { useReceiptLines } from './use-receipt-lines.ts';

export interface WithdrawalReceiptProps {
  /** Null closes the dialog. */
  withdrawal: WithdrawalRow | null;
  onClose: () => void;
  /** Called with the new state after a cancellation. */
  onChange: (row: WithdrawalRow) => void;
  /** Default: "receipt". */
  title?: string;
  /** A text in addition to the state: what happens next. */
  lead?: string | undefined;
}

/** The receipt of a withdrawal, with its state and a cancel button while that is possible. */
export function WithdrawalReceiptView({
  withdrawal,
  onClose,
  onChange,
  title,
  lead,
}: WithdrawalReceiptProps) {
  const t = useTranslations('history');
  const [isConfirming, setIsConfirming] = useState(false);
  const lastWithdrawal = useLastNonNull(withdrawal);
  const { cancel, busy } = useCancelWithdrawal((row) => {
    setIsConfirming(false);
    onChange(row);
  });
  const lines = useReceiptLines();
  if (!lastWithdrawal) return null;
  const receipt = lines.withdrawal(lastWithdrawal);
  return (
    <>
      <Modal
        open={withdrawal !== null && !isConfirming}
        onClose={() => !isConfirming && onClose()}
        title={title ?? t('receipt.withdrawal')}
        footer={
          <div className={css.footer}>
            {lastWithdrawal.cancellable && (
              <Button
                variant="danger"
                className={css.wide ?? ''}
                icon={<IconArrowBackUp size={18} className="flip" aria-hidden />}
                onClick={() => setIsConfirming(true)}
              >
                {t('cancel.action')}
              </Button>
            )}
            <SaveReceiptButtons
              receipt={receipt}
              title={t('receipt.withdrawal')}
              fileName={`sarraf-${lastWithdrawal.number}`}
            />
          </div>
        }
      >
        <ReceiptView receipt={receipt} link={lastWithdrawal.link}>
          <TransferStateMark
            state={getWithdrawalState(lastWithdrawal)}
            progress={getConfirmationProgress(lastWithdrawal)}
          />
          {lead && <p>{lead}</p>}
          {isReturned(lastWithdrawal) && (
            <>
              {getTransferReason(lastWithdrawal) && (
                <p>
                  <bdi>{getTransferReason(lastWithdrawal)}</bdi>
                </p>
              )}
              <p>{t('state.moneyBack')}</p>
            </>
          )}
        </ReceiptView>
        <ReceiptEnd receipt={receipt} onLeave={onClose} />
      </Modal>
      <ConfirmDialog
        open={isConfirming}
        title={t('cancel.title')}
        text={t('cancel.text', { amount: receipt.amount })}
        confirm={t('cancel.action')}
        cancel={t('cancel.keep')}
        danger
        busy={busy}
        onConfirm={() => cancel(lastWithdrawal.id)}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
