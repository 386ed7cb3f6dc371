import { useTranslations } from 'use-intl';
import { useOnline } from '../../lib/stream/connection.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './strips.module.css';

/** While the browser is offline, above everything: what was loaded stays where it is, and can be read. */
export function OfflineStrip() {
  const t = useTranslations('state');
  if (useOnline()) return null;
  return (
    <Cluster gap={3} justify="center" size="sm" tone="soft" className={css.offline} role="alert">
      <Spinner size={20} />
      <p>
        <strong>{t('reconnecting')}</strong> <span>{t('reconnectingText')}</span>
      </p>
    </Cluster>
  );
}
