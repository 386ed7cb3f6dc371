import { useTranslations } from 'use-intl';
import { RowHistory } from '../rows/history.tsx';
import { RowsTabsPage } from '../rows/parts-page.tsx';
import { RowsTable, SingleRow } from '../rows/rows-table.tsx';

/** Account levels and withdrawal limits. */
export function LimitsPage() {
  const t = useTranslations('businessRows.limits');
  return (
    <RowsTabsPage
      title={t('title')}
      lead={t('lead')}
      label={t('lists')}
      parts={[
        {
          key: 'level',
          label: t('level'),
          kinds: ['level', 'withdrawalLevel'],
          content: (
            <>
              <RowsTable kind="level" skeletonRows={5} />
              <RowsTable kind="withdrawalLevel" skeletonRows={5} />
              <RowHistory kinds={['level', 'withdrawalLevel']} />
            </>
          ),
        },
        {
          key: 'withdrawal',
          label: t('withdrawal'),
          kinds: ['thresholds', 'withdrawalCoin'],
          content: (
            <>
              <SingleRow kind="thresholds" />
              <RowsTable kind="withdrawalCoin" skeletonRows={17} />
              <RowHistory kinds={['thresholds', 'withdrawalCoin']} />
            </>
          ),
        },
        {
          key: 'hotTarget',
          label: t('hotTarget'),
          kinds: ['hotTarget'],
          content: (
            <>
              <RowsTable kind="hotTarget" skeletonRows={16} />
              <RowHistory kinds={['hotTarget']} />
            </>
          ),
        },
        {
          key: 'statistics',
          label: t('statistics'),
          kinds: ['statistics'],
          content: (
            <>
              <SingleRow kind="statistics" />
              <RowHistory kinds={['statistics']} />
            </>
          ),
        },
        {
          key: 'storeLimits',
          label: t('storeLimits'),
          kinds: ['storeLimits'],
          content: (
            <>
              <SingleRow kind="storeLimits" />
              <RowHistory kinds={['storeLimits']} />
            </>
          ),
        },
      ]}
    />
  );
}
