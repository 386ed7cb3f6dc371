import { IconLockPause } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './hold-banner.module.css';

/** Nothing leaves the account until then; null: no hold. */
export function HoldBanner({ until }: { until: string | null }) {
  const t = useTranslations('settings.hold');
  const { dateTime } = useFormat();
  if (until === null || Date.parse(until) <= Date.now()) return null;
  return (
    <Cluster as="section" align="first" gap={3} size="sm" className={css.hold} aria-label={t('title')}>
      <IconLockPause size={22} stroke={1.75} aria-hidden />
      <div>
        <strong>{t('title')}</strong>
        <p>{t.rich('text', { until: dateTime(until), b: (chunks) => <bdi>{chunks}</bdi> })}</p>
      </div>
    </Cluster>
  );
}
