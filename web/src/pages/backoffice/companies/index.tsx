import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../../lib/use-title.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import css from '../parts.module.css';
import { useRights } from '../queries.ts';
import { AllRefunds } from './refunds.tsx';
import { Stores } from './stores.tsx';

const LISTS = ['stores', 'refundList'] as const;

/** The stores of companies; for the treasury also what goes back to payers (`?list=refundList`). */
export function Companies() {
  const t = useTranslations('companyDesk');
  useTitle(t('title'));
  const { money } = useRights();
  const [search, setSearch] = useSearchParams();
  const list = (money && LISTS.find((key) => key === search.get('list'))) || 'stores';
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
        {money && (
          <Segmented
            label={t('lists')}
            segments={LISTS.map((key) => ({ key, label: t(key) }))}
            value={list}
            onChange={(key) => setSearch(key === 'stores' ? {} : { list: key }, { replace: true })}
          />
        )}
      </div>
      {list === 'stores' ? <Stores /> : <AllRefunds />}
    </main>
  );
}
