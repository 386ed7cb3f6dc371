import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLastNonNull } from '../../lib/browser/use-last.ts';
import { ReceiptEnd } from '../../receipts/receipt-end.tsx';
import { KeepReceipt } from '../../receipts/receipt-parts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { StateMark } from '../state-mark.tsx';
import { isReturned, progressOf, transferReasonOf, withdrawalState } from '../status.ts';
import css from '../transfers.module.css';
import { ReceiptView } from './receipt-view.tsx';
import { useCancel } from './use-cancel.ts';
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
  const [asking, setAsking] = useState(false);
  const shown = useLastNonNull(withdrawal);
  const { cancel, busy } = useCancel((row) => {
    setAsking(false);
    onChange(row);
  });
  const lines = useReceiptLines();
  if (!shown) return null;
  const receipt = lines.withdrawal(shown);
  return (
    <>
      <Modal
        open={withdrawal !== null && !asking}
        onClose={() => !asking && onClose()}
        title={title ?? t('receipt.withdrawal')}
        footer={
          <div className={css.footer}>
            {shown.cancellable && (
              <Button
                variant="danger"
                className={css.wide ?? ''}
                icon={<IconArrowBackUp size={18} className="flip" aria-hidden />}
                onClick={() => setAsking(true)}
              >
                {t('cancel.action')}
              </Button>
            )}
            <KeepReceipt
              receipt={receipt}
              title={t('receipt.withdrawal')}
              fileName={`sarraf-${shown.number}`}
            />
          </div>
        }
      >
        <ReceiptView receipt={receipt} link={shown.link}>
          <StateMark state={withdrawalState(shown)} progress={progressOf(shown)} />
          {lead && <p>{lead}</p>}
          {isReturned(shown) && (
            <>
              {transferReasonOf(shown) && (
                <p>
                  <bdi>{transferReasonOf(shown)}</bdi>
                </p>
              )}
              <p>{t('state.moneyBack')}</p>
            </>
          )}
        </ReceiptView>
        <ReceiptEnd receipt={receipt} onLeave={onClose} />
      </Modal>
      <ConfirmDialog
        open={asking}
        title={t('cancel.title')}
        text={t('cancel.text', { amount: receipt.amount })}
        confirm={t('cancel.action')}
        cancel={t('cancel.keep')}
        danger
        busy={busy}
        onConfirm={() => cancel(shown.id)}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
