import { IconKeyboard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../framework/navigation/history.ts';
import { useLocation } from '../../framework/navigation/router.tsx';
import { useHotkeys } from '../../lib/browser/hotkeys.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { KeyList } from '../../ui/values/key-list.tsx';
import css from './menu.module.css';
import { getBackofficePath } from './shared/places.ts';
import { matchQueueKey, moveInQueue, resetQueuePosition } from './shared/queue-keys.ts';

const ROWS = [
  { keys: ['J', '↓'], does: 'next' },
  { keys: ['K', '↑'], does: 'back' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['N'], does: 'now' },
  { keys: ['?'], does: 'list' },
] as const;

/** The hotkeys for queues, and their list. */
export function StaffHotkeys() {
  const t = useTranslations('backoffice.keys');
  const [isListOpen, setIsListOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another queue.
  useEffect(() => {
    document.addEventListener('pointerdown', resetQueuePosition);
    resetQueuePosition();
    return () => document.removeEventListener('pointerdown', resetQueuePosition);
  }, [pathname]);
  useHotkeys(matchQueueKey, (hotkey) => {
    if (hotkey === 'list') setIsListOpen(true);
    else if (hotkey === 'now') navigate(getBackofficePath('now'));
    // Outside of a queue the arrow keys scroll, or select options of a field.
    else if (hotkey === 'down' || hotkey === 'up')
      return moveInQueue(hotkey === 'down' ? 1 : -1, { inQueueOnly: true });
    else return moveInQueue(hotkey === 'next' ? 1 : -1, { inQueueOnly: false });
    return true;
  });
  return (
    <>
      <button type="button" className={css.keys} aria-haspopup="dialog" onClick={() => setIsListOpen(true)}>
        <IconKeyboard size={20} aria-hidden />
        <span>{t('title')}</span>
        <kbd aria-hidden>?</kbd>
      </button>
      <Modal open={isListOpen} onClose={() => setIsListOpen(false)} title={t('title')} size="s">
        <KeyList turnLabel={t('on')} rows={ROWS.map(({ keys, does }) => ({ keys, does: t(does) }))} />
      </Modal>
    </>
  );
}
