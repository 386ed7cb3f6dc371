import { COINS, type Coin } from '@sarraf/domain';
import type { CoinDetail } from '@sarraf/domain/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { searchCoins } from '../../lib/market/coin-search.ts';
import { coinDetailsQuery } from '../../lib/queries/queries.ts';
import { useNetworkName } from '../../transfers/use-network-name.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { SearchBox } from '../../ui/fields/search-box.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import { CoinLabel } from '../../ui/values/coin-label.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './wages.module.css';

interface NetworkRow {
  coin: Coin;
  network: CoinDetail['tokenTypeDetails'][number];
}

/** Minimum withdrawal and fee of each coin on each of its networks. */
export function NetworkFees() {
  const t = useTranslations('help.wages.networks');
  const { language, digits } = useFormat();
  const { text } = useErrorMessages();
  const columns = useNetworkColumns();
  const [searchText, setSearchText] = useState('');
  const sought = useDeferredValue(searchText.trim());
  const { data, error, isFetching, refetch } = useQuery(coinDetailsQuery(language));
  const found = searchCoins(COINS, sought);
  const rows = found.flatMap((coin): NetworkRow[] => {
    const networks = data?.find(({ name }) => name === coin)?.tokenTypeDetails ?? [];
    return networks.map((network) => ({ coin, network }));
  });
  return (
    <section className={css.section}>
      <SectionHead title={t('title')} lead={t('lead')} />
      <Card padding="flush" className={css.card}>
        <div className={css.bar}>
          <SearchBox
            label={t('search')}
            placeholder={t('searchHint')}
            value={searchText}
            onChange={setSearchText}
          />
          <span className="hidden" role="status">
            {sought !== '' && t('found', { count: found.length, shown: digits(found.length) })}
          </span>
        </div>
        {error && !data ? (
          <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            caption={t('caption')}
            columns={columns}
            rows={rows}
            rowKey={({ coin, network }) => `${coin} ${network.tokenType}`}
            loading={!data}
            skeletonRows={COINS.length + 1}
            empty={
              <EmptyState
                icon={<IconSearch size={26} />}
                title={t('none')}
                text={t('noneText')}
                action={
                  <Button variant="ghost" onClick={() => setSearchText('')}>
                    {t('clear')}
                  </Button>
                }
              />
            }
          />
        )}
      </Card>
    </section>
  );
}

function useNetworkColumns(): readonly Column<NetworkRow>[] {
  const t = useTranslations('help.wages.networks');
  const getNetworkName = useNetworkName();
  const renderAmount = ({ coin, network }: NetworkRow, value: string) =>
    network.withdrawEnable ? (
      <Money value={value} asset={coin} decimals={8} />
    ) : (
      <Text as="span" tone="faint">
        —
      </Text>
    );
  return [
    { key: 'coin', head: t('coin'), cell: ({ coin }) => <CoinLabel coin={coin} />, headless: true },
    {
      key: 'network',
      head: t('network'),
      cell: ({ network }) => (
        <Cluster as="span" inline gap={2} rowGap={1} wrap className={css.network}>
          {getNetworkName(network.tokenType)}
          {!network.isDepositEnable && <span className={css.closed}>{t('depositClosed')}</span>}
          {!network.withdrawEnable && <span className={css.closed}>{t('withdrawalClosed')}</span>}
        </Cluster>
      ),
    },
    { key: 'min', head: t('min'), cell: (row) => renderAmount(row, row.network.minWithdraw), end: true },
    { key: 'fee', head: t('fee'), cell: (row) => renderAmount(row, row.network.withdrawalFee), end: true },
  ];
}
