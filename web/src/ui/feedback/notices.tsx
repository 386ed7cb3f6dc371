import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import {
  closeDialog,
  type DialogNotice,
  dismissToast,
  type ToastNotice,
  useNotices,
} from '../../lib/notices.ts';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../class-names.ts';
import { Modal } from '../overlays/modal.tsx';
import { protectFigures } from '../values/protect-figures.tsx';
import css from './notices.module.css';

const ICONS = { info: IconInfoCircle, done: IconCircleCheck, problem: IconAlertCircle };

/** Toasts and the single dialog that code outside components can open. Mounted once, at the root. */
export function Notices() {
  const { toasts, dialog } = useNotices();
  return (
    <>
      <div className={css.toasts} role="status" aria-live="polite">
        {toasts.map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </div>
      <NoticeDialog dialog={dialog} />
    </>
  );
}

function Toast({ notice }: { notice: ToastNotice }) {
  const t = useTranslations('action');
  const Icon = ICONS[notice.tone];
  return (
    <div className={cx(css.toast, css[notice.tone])}>
      <Icon size={20} className={css.icon} aria-hidden />
      <span className={css.text}>{protectFigures(notice.text)}</span>
      <IconButton size="s" label={t('close')} onClick={() => dismissToast(notice.id)}>
        <IconX size={16} />
      </IconButton>
    </div>
  );
}

function NoticeDialog({ dialog }: { dialog: DialogNotice | null }) {
  const t = useTranslations('action');
  return (
    <Modal
      open={dialog !== null}
      onClose={closeDialog}
      title={dialog?.title ?? ''}
      description={dialog?.text}
      size="s"
      footer={
        <>
          <Button
            onClick={() => {
              closeDialog();
              dialog?.onConfirm?.();
            }}
          >
            {dialog?.confirm ?? t('understood')}
          </Button>
          {dialog?.cancel && (
            <Button variant="ghost" onClick={closeDialog}>
              {dialog.cancel}
            </Button>
          )}
        </>
      }
    >
      {dialog?.lines && (
        <ul className={css.lines}>
          {dialog.lines.map((line) => (
            <li key={line}>{protectFigures(line)}</li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
