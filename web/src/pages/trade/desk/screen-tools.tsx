import { IconKeyboard, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useHotkeys } from '../../../lib/browser/hotkeys.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { KeyList } from '../../../ui/values/key-list.tsx';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import { HOTKEYS, type Hotkey, hotkeyOf } from './hotkeys.ts';
import css from './screen-tools.module.css';

/** The trade screen's hotkeys, their list, and the full-screen button. */
export function ScreenTools({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.desk');
  const [listed, setListed] = useState(false);
  const whole = useSyncExternalStore(onScreen, isWhole, () => false);
  const frozen = model.asked !== null || model.placing.sending || model.placing.unresolved;
  useHotkeys(hotkeyOf, (hotkey) => {
    if (hotkey === 'list') setListed(true);
    else if (hotkey === 'screen') turnScreen();
    else if (!frozen) act(hotkey, model);
  });
  return (
    <span className={css.tools}>
      <IconButton size="s" label={t('keys')} aria-haspopup="dialog" onClick={() => setListed(true)}>
        <IconKeyboard size={18} />
      </IconButton>
      <IconButton size="s" label={t(whole ? 'leaveScreen' : 'screen')} onClick={turnScreen}>
        {whole ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
      </IconButton>
      <Modal open={listed} onClose={() => setListed(false)} title={t('keys')} size="s">
        <DeskKeys />
      </Modal>
    </span>
  );
}

function DeskKeys() {
  const t = useTranslations('exchange.desk');
  const rows = [
    ...Object.entries(HOTKEYS).map(([code, act]) => [code.slice('Key'.length), act] as const),
    ['?', 'list'] as const,
  ];
  return (
    <KeyList turnLabel={t('on')} rows={rows.map(([key, act]) => ({ keys: [key], does: t(`key.${act}`) }))} />
  );
}

function act(hotkey: Exclude<Hotkey, 'list' | 'screen'>, model: OrderFormModel): void {
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

const isWhole = (): boolean => document.fullscreenElement !== null;

function onScreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Toggles full screen; does nothing if the browser refuses. */
function turnScreen(): void {
  const turned = isWhole() ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  turned?.catch(() => undefined);
}
