import { useTranslations } from 'use-intl';
import { History } from '../rows/history.tsx';
import { PartsPage } from '../rows/parts-page.tsx';
import { OneRow, RowsTable } from '../rows/rows-table.tsx';
import { CardPrefixes } from './card-prefixes.tsx';
import { PriceSources } from './price-sources.tsx';

/** Coins, their networks, markets and price sources, and Toman through the bank. */
export function Coins() {
  const t = useTranslations('businessRows.coins');
  return (
    <PartsPage
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
              <History kinds={['coin']} />
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
              <History kinds={['network']} />
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
              <History kinds={['market', 'quote']} />
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
              <History kinds={['priceSource']} />
            </>
          ),
        },
        {
          key: 'bank',
          label: t('bank'),
          kinds: ['bank'],
          content: (
            <>
              <OneRow kind="bank" />
              <History kinds={['bank']} />
              <CardPrefixes />
            </>
          ),
        },
      ]}
    />
  );
}
