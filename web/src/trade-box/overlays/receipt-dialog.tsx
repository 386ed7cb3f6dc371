import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { ReceiptActions, ReceiptBody } from '../../receipts/receipt-parts.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';

/** Dialog with the receipt of an earlier quick trade. */
export function ReceiptDialog(props: { order: Order; open: boolean; onClose: () => void }) {
  const { order, open, onClose } = props;
  const t = useTranslations('trade.receipt');
  return (
    <Modal open={open} onClose={onClose} title={t('title')} footer={<ReceiptActions order={order} />}>
      <ReceiptBody order={order} onLeave={onClose} />
    </Modal>
  );
}
