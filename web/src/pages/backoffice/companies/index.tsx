import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../framework/navigation/router.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { useRights } from '../shared/queries.ts';
import { AllRefunds } from './refunds.tsx';
import { Stores } from './stores.tsx';

const LISTS = ['stores', 'refundList'] as const;

/** Stores of companies; for the treasury also refunds to payers (`?list=refundList`). */
export function Companies() {
  const t = useTranslations('staffCompanies');
  const { money } = useRights();
  const [search, setSearch] = useSearchParams();
  const list = (money && LISTS.find((key) => key === search.get('list'))) || 'stores';
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      filtersOf="companies"
      aside={
        money && (
          <Segmented
            label={t('lists')}
            segments={LISTS.map((key) => ({ key, label: t(key) }))}
            value={list}
            onChange={(key) => setSearch(key === 'stores' ? {} : { list: key }, { replace: true })}
          />
        )
      }
    >
      {list === 'stores' ? <Stores /> : <AllRefunds />}
    </BackofficePage>
  );
}
