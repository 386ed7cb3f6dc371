import { useTranslations } from 'use-intl';
import { useOnline } from '../../lib/stream/connection.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './strips.module.css';

/** Shown above everything while the browser is offline: loaded content stays readable. */
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
