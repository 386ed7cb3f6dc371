import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useStepUpRequest } from '../../lib/session/step-up.ts';
import buttonCss from '../buttons/icon-button.module.css';
import { cx } from '../class-names.ts';
import { protectFigures } from '../values/protect-figures.tsx';
import css from './modal-view.module.css';
import { getFocusAfter, registerOpenModal, rememberOpener } from './one-modal.ts';
import type { ModalProps } from './props.ts';

export function ModalView(props: ModalProps) {
  const {
    open,
    onClose,
    title,
    description,
    size = 'm',
    dismissible = true,
    alert,
    urgent = false,
    footer,
    children,
  } = props;
  const t = useTranslations('action');
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    return open && !urgent ? registerOpenModal(() => close.current()) : undefined;
  }, [open, urgent]);
  const aside = useStepUpRequest() !== null && open && !urgent;
  const popupRef = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  // During rendering, because an autofocus field takes the focus before any effect runs.
  if (open && !wasOpen.current) rememberOpener();
  wasOpen.current = open;

  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root
        open={open && !aside}
        disablePointerDismissal={!dismissible || Boolean(alert)}
        onOpenChange={(next) => {
          if (!next && dismissible) onClose();
        }}
      >
        <Dialog.Portal keepMounted={open}>
          <Dialog.Backdrop className={css.backdrop} />
          <Dialog.Viewport className={css.viewport}>
            <Dialog.Popup
              ref={popupRef}
              className={cx(css.popup, css[size])}
              role={alert ? 'alertdialog' : 'dialog'}
              finalFocus={() => getFocusAfter(popupRef.current)}
            >
              {/* No HTML header or footer: while it closes they would duplicate the page's own. */}
              <div className={css.head}>
                <Dialog.Title className={css.title}>{title}</Dialog.Title>
                {dismissible && !alert && (
                  <Dialog.Close className={cx(buttonCss.button, css.close)} aria-label={t('close')}>
                    <IconX size={20} aria-hidden />
                  </Dialog.Close>
                )}
              </div>
              {description && (
                <Dialog.Description className={css.description}>
                  {protectFigures(description)}
                </Dialog.Description>
              )}
              {children && <div className={css.body}>{children}</div>}
              {footer && <div className={css.footer}>{footer}</div>}
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}
