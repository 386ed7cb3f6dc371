import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { logout } from '../../lib/session/session.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

export function ExitDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('exit');
  const [busy, setBusy] = useState(false);
  const handleLogout = () => {
    setBusy(true);
    void logout().finally(() => {
      setBusy(false);
      onClose();
    });
  };
  return (
    <ConfirmDialog
      open={open}
      title={t('title')}
      text={t('text')}
      busy={busy}
      onConfirm={handleLogout}
      onCancel={onClose}
    />
  );
}
