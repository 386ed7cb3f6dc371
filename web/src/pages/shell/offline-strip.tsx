import { useTranslations } from 'use-intl';
import { useOnline } from '../../lib/connection.ts';
import { Spinner } from '../../ui/spinner.tsx';
import css from './strips.module.css';

/** While the browser is offline, above everything: what was loaded stays where it is, and can be read. */
export function OfflineStrip() {
  const t = useTranslations('state');
  if (useOnline()) return null;
  return (
    <div className={css.offline} role="alert">
      <Spinner size={20} />
      <p>
        <strong>{t('reconnecting')}</strong> <span>{t('reconnectingText')}</span>
      </p>
    </div>
  );
}
