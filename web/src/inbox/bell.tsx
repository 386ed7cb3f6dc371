import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../framework/loading/lazy-part.ts';
import { useMediaQuery } from '../lib/browser/media.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { LinkButton } from '../ui/buttons/button.tsx';
import buttonCss from '../ui/buttons/icon-button.module.css';
import { cx } from '../ui/class-names.ts';
import { Modal } from '../ui/overlays/modal.tsx';
import { useLazyTrigger } from '../ui/overlays/use-swap.ts';
import css from './bell.module.css';
import type { BellPopoverProps } from './bell-popover.tsx';
import { NoticePanel } from './panel.tsx';
import { useSyncPreferences } from './use-follow-account.ts';
import { MAX_COUNTED, useUnreadCount } from './use-unread.ts';

/** For signed-in users: the number of unread notices, and the newest of them in a popover, on a phone in a sheet. */
export function Bell() {
  useSyncPreferences();
  const t = useTranslations('notices');
  const { digits } = useFormat();
  const { unread, came } = useUnreadCount();
  const [open, setOpen] = useState(false);
  const isPhone = useMediaQuery('(max-width: 720px)');
  const close = () => setOpen(false);
  const count = unread > MAX_COUNTED ? t('over', { number: digits(MAX_COUNTED) }) : digits(unread);
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
      {isPhone ? (
        <>
          <button type="button" {...button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {face}
          </button>
          <Modal open={open} onClose={close} title={t('title')} footer={<BellActions onClose={close} />}>
            <div className={css.sheet}>
              <NoticePanel onClose={close} />
            </div>
          </Modal>
        </>
      ) : (
        <BellWithPopover open={open} onOpen={setOpen} button={button} face={face} />
      )}
      <span className="hidden" role="status">
        {came.count > 0 && (
          <span key={came.times}>
            {t('news', { count: came.count, number: digits(Math.min(came.count, MAX_COUNTED)) })}
          </span>
        )}
      </span>
    </>
  );
}

const popover = lazyPart(() => import('./bell-popover.tsx'));

/** Loads its popover at the person's first interaction. */
function BellWithPopover(props: BellPopoverProps) {
  const { part, isRequested, place, early } = useLazyTrigger(popover);
  return (
    <span ref={place} className={css.place}>
      {part ? (
        <part.BellPopover {...props} openOnLoad={isRequested} />
      ) : (
        <button type="button" {...props.button} aria-haspopup="dialog" {...early}>
          {props.face}
        </button>
      )}
    </span>
  );
}

function BellActions({ onClose }: { onClose: () => void }) {
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
