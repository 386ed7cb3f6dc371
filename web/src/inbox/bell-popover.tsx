import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import { IconSettings } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../framework/navigation/router.tsx';
import buttonCss from '../ui/buttons/icon-button.module.css';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './bell.module.css';
import { NoticePanel } from './panel.tsx';

export interface BellPopoverProps {
  open: boolean;
  onOpen: (open: boolean) => void;
  button: { className: string; 'aria-label': string; title: string };
  face: ReactNode;
}

/** `openOnLoad`: the button was pressed before this code was loaded. */
export function BellPopover({
  open,
  onOpen,
  button,
  face,
  openOnLoad,
}: BellPopoverProps & { openOnLoad: boolean }) {
  const t = useTranslations('notices');
  const close = () => onOpen(false);
  useEffect(() => {
    if (openOnLoad) onOpen(true);
  }, [openOnLoad, onOpen]);
  return (
    <CSPProvider disableStyleElements>
      <Popover.Root open={open} onOpenChange={onOpen}>
        <Popover.Trigger {...button}>{face}</Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={css.positioner} sideOffset={8} align="end" collisionPadding={12}>
            <Popover.Popup className={css.popup}>
              <Cluster justify="between" className={css.head}>
                <Popover.Title className={css.title}>{t('title')}</Popover.Title>
                <Link
                  to="/profile/settings#notices"
                  className={buttonCss.button}
                  aria-label={t('settings')}
                  title={t('settings')}
                  onClick={close}
                >
                  <IconSettings size={20} aria-hidden />
                </Link>
              </Cluster>
              <div className={css.body}>
                <NoticePanel onClose={close} />
              </div>
              <div className={css.foot}>
                <Link to="/profile/notices" onClick={close}>
                  {t('all')}
                </Link>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </CSPProvider>
  );
}
