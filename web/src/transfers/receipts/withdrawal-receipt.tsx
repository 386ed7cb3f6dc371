import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
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
import { useCurrentWithdrawal } from './use-current-withdrawal.ts';
import { useReceiptLines } from './use-receipt-lines.ts';

export interface WithdrawalReceiptProps {
  /** Null closes the dialog. */
  withdrawal: WithdrawalRow | null;
  onClose: () => void;
  /** Returns the title (default: "receipt"), and a text in addition to the state: what happens next. */
  describe?: (row: WithdrawalRow) => { title?: string; lead?: string | undefined };
}

/** The receipt of a withdrawal, with its current state and a cancel button while that is possible. */
export function WithdrawalReceiptView({ withdrawal, onClose, describe }: WithdrawalReceiptProps) {
  const t = useTranslations('history');
  // The withdrawal whose cancellation waits for an answer: meanwhile it may be sent, and another one be opened.
  const [askedId, setAskedId] = useState<string | null>(null);
  const row = useCurrentWithdrawal(withdrawal);
  const { cancel, busy } = useCancelWithdrawal(() => setAskedId(null));
  const lines = useReceiptLines();
  if (!row) return null;
  const receipt = lines.withdrawal(row);
  const isAsking = askedId === row.id && row.cancellable;
  const { title = t('receipt.withdrawal'), lead } = describe?.(row) ?? {};
  return (
    <>
      <Modal
        open={withdrawal !== null && !isAsking}
        onClose={() => !isAsking && onClose()}
        title={title}
        footer={
          <div className={css.footer}>
            {row.cancellable && (
              <Button
                variant="danger"
                className={css.wide ?? ''}
                icon={<IconArrowBackUp size={18} className="flip" aria-hidden />}
                onClick={() => setAskedId(row.id)}
              >
                {t('cancel.action')}
              </Button>
            )}
            <SaveReceiptButtons
              receipt={receipt}
              title={t('receipt.withdrawal')}
              fileName={`sarraf-${row.number}`}
            />
          </div>
        }
      >
        <ReceiptView receipt={receipt} link={row.link}>
          <TransferStateMark state={getWithdrawalState(row)} progress={getConfirmationProgress(row)} />
          {lead && <p>{lead}</p>}
          {isReturned(row) && (
            <>
              {getTransferReason(row) && (
                <p>
                  <bdi>{getTransferReason(row)}</bdi>
                </p>
              )}
              <p>{t('state.moneyBack')}</p>
            </>
          )}
        </ReceiptView>
        <ReceiptEnd receipt={receipt} onLeave={onClose} />
      </Modal>
      <ConfirmDialog
        open={isAsking}
        title={t('cancel.title')}
        text={t('cancel.text', { amount: receipt.amount })}
        confirm={t('cancel.action')}
        cancel={t('cancel.keep')}
        danger
        busy={busy}
        onConfirm={() => cancel(row.id)}
        onCancel={() => setAskedId(null)}
      />
    </>
  );
}
