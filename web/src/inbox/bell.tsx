import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover } from '@base-ui/react/popover';
import { IconBell, IconSettings } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMedia } from '../lib/browser/media.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { LinkButton } from '../ui/buttons/button.tsx';
import buttonCss from '../ui/buttons/icon-button.module.css';
import { cx } from '../ui/class-names.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import css from './bell.module.css';
import { Panel } from './panel.tsx';
import { useFollowAccount } from './use-follow-account.ts';
import { COUNTED, useUnread } from './use-unread.ts';

/** Of everybody who is signed in: how much is unread, and the newest of it. On the phone a sheet, else a popover. */
export function Bell() {
  useFollowAccount();
  const t = useTranslations('notices');
  const { digits } = useFormat();
  const { unread, came } = useUnread();
  const [open, setOpen] = useState(false);
  const phone = useMedia('(max-width: 720px)');
  const close = () => setOpen(false);
  const count = unread > COUNTED ? t('over', { number: digits(COUNTED) }) : digits(unread);
  const button = {
    className: cx(buttonCss.button, css.bell),
    'aria-label': unread > 0 ? t('bellUnread', { count }) : t('bell'),
    title: t('bell'),
  };
  const face = (
    <>
      <IconBell size={22} aria-hidden />
      {unread > 0 && (
        <span className={css.count} aria-hidden>
          {count}
        </span>
      )}
    </>
  );
  return (
    <>
      {phone ? (
        <>
          <button type="button" {...button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {face}
          </button>
          <Modal open={open} onClose={close} title={t('title')} footer={<Ways onClose={close} />}>
            <div className={css.sheet}>
              <Panel onClose={close} />
            </div>
          </Modal>
        </>
      ) : (
        <BellPopover open={open} onOpen={setOpen} button={button} face={face} />
      )}
      <span className="hidden" role="status">
        {came.count > 0 && (
          <span key={came.times}>
            {t('news', { count: came.count, number: digits(Math.min(came.count, COUNTED)) })}
          </span>
        )}
      </span>
    </>
  );
}

interface BellPopoverProps {
  open: boolean;
  onOpen: (open: boolean) => void;
  button: { className: string; 'aria-label': string; title: string };
  face: ReactNode;
}

function BellPopover({ open, onOpen, button, face }: BellPopoverProps) {
  const t = useTranslations('notices');
  const close = () => onOpen(false);
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
                <Panel onClose={close} />
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

function Ways({ onClose }: { onClose: () => void }) {
  const t = useTranslations('notices');
  return (
    <>
      <LinkButton to="/profile/notices" onClick={onClose}>
        {t('all')}
      </LinkButton>
      <LinkButton to="/profile/settings#notices" variant="ghost" onClick={onClose}>
        {t('settings')}
      </LinkButton>
    </>
  );
}
