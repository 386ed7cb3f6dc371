import type { DepositRow, payment } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useLastNonNull } from '../../lib/browser/use-last.ts';
import { refundTextKey, usePaymentReason } from '../../lib/payments/payments.ts';
import { ReceiptEnd } from '../../receipts/receipt-end.tsx';
import { SaveReceiptButtons } from '../../receipts/receipt-parts.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { DepositState, isBankTransfer } from '../deposit-state.tsx';
import { TransferStateMark } from '../state-mark.tsx';
import { getConfirmationProgress, getCryptoDepositState } from '../status.ts';
import { ReceiptView } from './receipt-view.tsx';
import { useReceiptLines } from './use-receipt-lines.ts';

export interface DepositReceiptProps {
  /** Null closes the dialog. */
  deposit: DepositRow | null;
  onClose: () => void;
}

/** The receipt of a deposit of Toman or coins, with its state. */
export function DepositReceiptView({ deposit, onClose }: DepositReceiptProps) {
  const t = useTranslations('history.receipt');
  const lines = useReceiptLines();
  const lastDeposit = useLastNonNull(deposit);
  const tracking = useTrackingCode(lastDeposit);
  if (!lastDeposit) return null;
  const receipt = lines.deposit(lastDeposit, tracking);
  return (
    <Modal
      open={deposit !== null}
      onClose={onClose}
      title={t('deposit')}
      footer={
        <SaveReceiptButtons receipt={receipt} title={t('deposit')} fileName={`sarraf-${lastDeposit.id}`} />
      }
    >
      <ReceiptView receipt={receipt} link={lastDeposit.link}>
        {lastDeposit.relatedCoin === 'TOMAN' ? (
          <TomanOutcome deposit={lastDeposit} />
        ) : (
          <TransferStateMark
            state={getCryptoDepositState(lastDeposit)}
            progress={getConfirmationProgress(lastDeposit)}
          />
        )}
      </ReceiptView>
      <ReceiptEnd receipt={receipt} onLeave={onClose} />
    </Modal>
  );
}

function TomanOutcome({ deposit }: { deposit: DepositRow }) {
  const t = useTranslations('wallet.bankReturn.FAILED');
  const reason = usePaymentReason();
  return (
    <>
      <DepositState state={deposit.state} />
      {deposit.state === 'FAILED' && (
        <p>
          {reason(deposit.message)} {t(refundTextKey(deposit.message, deposit.refund))}
        </p>
      )}
    </>
  );
}

/** Loads the payment for its tracking code, which the list doesn't have; a bank transfer has none. */
function useTrackingCode(deposit: DepositRow | null): string | null {
  const id = deposit?.relatedCoin === 'TOMAN' && !isBankTransfer(deposit.bankAccount) ? deposit.id : null;
  const { data } = useQuery({
    queryKey: ['payment', id],
    queryFn: async ({ signal }) =>
      (await call<typeof payment>('GET', '/payments/:id', { params: { id: id ?? '' }, signal })).baseDTO,
    enabled: id !== null,
  });
  return data?.trackingCode ?? null;
}
