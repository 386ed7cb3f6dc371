import type { DepositRow } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useLast } from '../../../lib/browser/use-last.ts';
import { KeepTransferReceipt, ReceiptView } from '../../../transfers/receipt-view.tsx';
import { StateMark } from '../../../transfers/state-mark.tsx';
import { cryptoDepositState, progressOf } from '../../../transfers/status.ts';
import { useReceiptLines } from '../../../transfers/use-receipt-lines.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';

export function CryptoDepositReceipt(props: { deposit: DepositRow | null; onClose: () => void }) {
  const { deposit, onClose } = props;
  const t = useTranslations('history.receipt');
  const lines = useReceiptLines();
  const shown = useLast(deposit);
  if (!shown) return null;
  const receipt = lines.deposit(shown);
  return (
    <Modal
      open={deposit !== null}
      onClose={onClose}
      title={t('deposit')}
      footer={<KeepTransferReceipt receipt={receipt} title={t('deposit')} fileName={`sarraf-${shown.id}`} />}
    >
      <ReceiptView receipt={receipt} link={shown.link}>
        <StateMark state={cryptoDepositState(shown)} progress={progressOf(shown)} />
      </ReceiptView>
    </Modal>
  );
}
