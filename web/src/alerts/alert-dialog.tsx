import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import type { Market } from '../trade-box/form.ts';
import { Modal } from '../ui/overlays/modal.tsx';
import { AlertForm } from './alert-form.tsx';

interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  market: Market;
  /** Shows a coin picker. */
  pick?: boolean;
}

/** A price alert in a dialog, on a phone in a sheet. */
export function AlertDialog({ open, onClose, market, pick = false }: AlertDialogProps) {
  const t = useTranslations('alerts.form');
  const { coin } = useFormat();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={pick ? t('titleAny') : t('title', { coin: coin(market.coin) })}
    >
      <AlertForm market={market} pick={pick} onDone={onClose} />
    </Modal>
  );
}
