import { useTranslations } from 'use-intl';
import { History } from '../rows/history.tsx';
import { PartsPage } from '../rows/parts-page.tsx';
import { OneRow, RowsTable } from '../rows/rows-table.tsx';

/** Account levels and withdrawal limits. */
export function Limits() {
  const t = useTranslations('businessRows.limits');
  return (
    <PartsPage
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
              <History kinds={['level', 'withdrawalLevel']} />
            </>
          ),
        },
        {
          key: 'withdrawal',
          label: t('withdrawal'),
          kinds: ['thresholds', 'withdrawalCoin'],
          content: (
            <>
              <OneRow kind="thresholds" />
              <RowsTable kind="withdrawalCoin" skeletonRows={17} />
              <History kinds={['thresholds', 'withdrawalCoin']} />
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
              <History kinds={['hotTarget']} />
            </>
          ),
        },
        {
          key: 'statistics',
          label: t('statistics'),
          kinds: ['statistics'],
          content: (
            <>
              <OneRow kind="statistics" />
              <History kinds={['statistics']} />
            </>
          ),
        },
        {
          key: 'storeLimits',
          label: t('storeLimits'),
          kinds: ['storeLimits'],
          content: (
            <>
              <OneRow kind="storeLimits" />
              <History kinds={['storeLimits']} />
            </>
          ),
        },
      ]}
    />
  );
}
