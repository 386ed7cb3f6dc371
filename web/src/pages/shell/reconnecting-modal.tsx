import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useOnline } from '../../lib/connection.ts';
import { Spinner } from '../../ui/spinner.tsx';
import css from './full-screen.module.css';

/**
 * Covers everything while the browser is offline. Not a dialog of its own kind, so a modal underneath keeps what
 * was typed in it; the rest of the document is inert meanwhile.
 */
export function ReconnectingModal() {
  const t = useTranslations('state');
  const online = useOnline();
  const screen = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (online) return;
    const others = [...document.body.children].filter((element) => element !== screen.current);
    for (const element of others) element.toggleAttribute('inert', true);
    return () => {
      for (const element of others) element.toggleAttribute('inert', false);
    };
  }, [online]);

  if (online) return null;
  return createPortal(
    <div ref={screen} className={css.screen} role="alertdialog" aria-modal aria-labelledby="reconnecting">
      <div className={css.panel}>
        <Spinner size={32} />
        <h2 id="reconnecting">{t('reconnecting')}</h2>
        <p>{t('reconnectingText')}</p>
      </div>
    </div>,
    document.body,
  );
}
