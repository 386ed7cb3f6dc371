import { useTranslations } from 'use-intl';
import { RowHistory } from '../rows/history.tsx';
import { RowsTabsPage } from '../rows/parts-page.tsx';
import { RowsTable, SingleRow } from '../rows/rows-table.tsx';
import { CardPrefixes } from './card-prefixes.tsx';
import { PriceSources } from './price-sources.tsx';

/** Coins, their networks, markets and price sources, and Toman through the bank. */
export function CoinsPage() {
  const t = useTranslations('businessRows.coins');
  return (
    <RowsTabsPage
      title={t('title')}
      lead={t('lead')}
      label={t('lists')}
      parts={[
        {
          key: 'coin',
          label: t('coin'),
          kinds: ['coin'],
          content: (
            <>
              <RowsTable kind="coin" skeletonRows={16} />
              <RowHistory kinds={['coin']} />
            </>
          ),
        },
        {
          key: 'network',
          label: t('network'),
          kinds: ['network'],
          content: (
            <>
              <RowsTable kind="network" skeletonRows={17} />
              <RowHistory kinds={['network']} />
            </>
          ),
        },
        {
          key: 'market',
          label: t('market'),
          kinds: ['market', 'quote'],
          content: (
            <>
              <RowsTable kind="quote" skeletonRows={2} />
              <RowsTable kind="market" skeletonRows={31} />
              <RowHistory kinds={['market', 'quote']} />
            </>
          ),
        },
        {
          key: 'priceSource',
          label: t('priceSource'),
          kinds: ['priceSource'],
          content: (
            <>
              <PriceSources />
              <RowHistory kinds={['priceSource']} />
            </>
          ),
        },
        {
          key: 'bank',
          label: t('bank'),
          kinds: ['bank'],
          content: (
            <>
              <SingleRow kind="bank" />
              <RowHistory kinds={['bank']} />
              <CardPrefixes />
            </>
          ),
        },
      ]}
    />
  );
}
