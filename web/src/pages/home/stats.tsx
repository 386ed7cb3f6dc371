import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { useValueQuote } from '../../lib/market/use-worth.ts';
import { statsQuery } from '../../lib/queries/queries.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './stats.module.css';

/** Numbers of users and trades, and the traded value. Hidden if they can't be loaded. */
export function Stats() {
  const t = useTranslations('home.stats');
  const { compact, language } = useFormat();
  const { worthOf } = useValueQuote();
  const { data, isError } = useQuery(statsQuery(language));
  // Too few to be shown yet.
  if (data?.userCount === null) return null;
  const figures = [
    { key: 'users', value: data?.userCount },
    { key: 'trades', value: data?.tradesAmount },
    { key: 'value', value: data?.tradesValue ? worthOf(data.tradesValue) : null },
  ] as const;
  return (
    <section aria-label={t('label')}>
      <dl className={css.stats} aria-busy={!data && !isError}>
        {figures.map(({ key, value }) => (
          <div key={key} className={css.stat}>
            <dt>{t(key)}</dt>
            <dd translate="no">
              {value == null ? isError ? '—' : <Skeleton width={72} height={22} /> : compact(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
