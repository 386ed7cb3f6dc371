import { useTranslations } from 'use-intl';
import { useStats } from '../../lib/queries/use-stats.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './stats.module.css';

/** Sarraf in three figures. Without an answer they say so by a dash. */
export function Stats() {
  const t = useTranslations('home.stats');
  const { stats, loading, failed } = useStats();
  return (
    <section aria-label={t('label')}>
      <dl className={css.stats} aria-busy={loading}>
        {stats.map(({ key, label, text }) => (
          <div key={key} className={css.stat}>
            <dt>{label}</dt>
            <dd translate="no">{text ?? (failed ? '—' : <Skeleton width={72} height={22} />)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
