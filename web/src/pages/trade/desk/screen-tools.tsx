import { IconKeyboard, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useHotkeys } from '../../../lib/browser/hotkeys.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { KeyList } from '../../../ui/values/key-list.tsx';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import { HOTKEYS, type Hotkey, matchHotkey } from './hotkeys.ts';
import css from './screen-tools.module.css';

/** The trade screen's hotkeys, their list, and the full-screen button. */
export function ScreenTools({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.desk');
  const [isListOpen, setIsListOpen] = useState(false);
  const isFullScreen = useSyncExternalStore(subscribeToFullScreen, isFullScreenNow, () => false);
  const frozen = model.planToConfirm !== null || model.placing.sending || model.placing.unresolved;
  useHotkeys(matchHotkey, (hotkey) => {
    if (hotkey === 'list') setIsListOpen(true);
    else if (hotkey === 'screen') toggleFullScreen();
    else if (!frozen) runHotkey(hotkey, model);
  });
  return (
    <span className={css.tools}>
      <IconButton size="s" label={t('keys')} aria-haspopup="dialog" onClick={() => setIsListOpen(true)}>
        <IconKeyboard size={18} />
      </IconButton>
      <IconButton size="s" label={t(isFullScreen ? 'leaveScreen' : 'screen')} onClick={toggleFullScreen}>
        {isFullScreen ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
      </IconButton>
      <Modal open={isListOpen} onClose={() => setIsListOpen(false)} title={t('keys')} size="s">
        <HotkeyList />
      </Modal>
    </span>
  );
}

function HotkeyList() {
  const t = useTranslations('exchange.desk');
  const rows = [
    ...Object.entries(HOTKEYS).map(([code, act]) => [code.slice('Key'.length), act] as const),
    ['?', 'list'] as const,
  ];
  return (
    <KeyList turnLabel={t('on')} rows={rows.map(([key, act]) => ({ keys: [key], does: t(`key.${act}`) }))} />
  );
}

function runHotkey(hotkey: Exclude<Hotkey, 'list' | 'screen'>, model: OrderFormModel): void {
  switch (hotkey) {
    case 'buy':
    case 'sell':
      return model.setSide(hotkey);
    case 'limit':
    case 'market':
      return model.setKind(hotkey);
    default: {
      const field = document.querySelector<HTMLInputElement>(`[data-field="${hotkey}"]`);
      field?.focus();
      field?.select();
    }
  }
}

const isFullScreenNow = (): boolean => document.fullscreenElement !== null;

function subscribeToFullScreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Toggles full screen; does nothing if the browser refuses. */
function toggleFullScreen(): void {
  const change = isFullScreenNow()
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  change?.catch(() => undefined);
}
