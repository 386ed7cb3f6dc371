import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../buttons/button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  /** Default: yes. */
  confirm?: string;
  /** Default: no. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, children, confirm, cancel, danger, busy = false, onConfirm, onCancel } = props;
  const t = useTranslations('action');
  return (
    <Modal
      open={open}
      onClose={onCancel}
      title={title}
      description={text}
      size="s"
      alert
      dismissible={!busy}
      footer={
        <>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm ?? t('yes')}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onCancel}>
            {cancel ?? t('no')}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
