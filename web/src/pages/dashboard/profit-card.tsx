import type { CoinProfit, PortfolioProfit, portfolioProfit } from '@sarraf/domain/contracts';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money as MoneyText } from '../../ui/values/money.tsx';
import type { ChartMoney } from './chart-line.ts';
import { Gain } from './gain.tsx';
import { type MoneyProps, MoneySwitch } from './money-switch.tsx';
import css from './profit-card.module.css';
import { ProfitHint } from './profit-hint.tsx';

const POLL_MS = 60_000;
const getMoneyKey = (money: ChartMoney) => (money === 'TOMAN' ? 'toman' : 'tether');

/** Gain or loss of each coin, by its average cost. */
export function ProfitCard({ enabled, money, onMoney }: MoneyProps & { enabled: boolean }) {
  const t = useTranslations('dashboard.profit');
  const { text } = useErrorMessages();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['portfolio', 'profit'],
    queryFn: async ({ signal }) =>
      (await call<typeof portfolioProfit>('GET', '/portfolio/profit', { signal })).baseDTO,
    enabled,
    refetchInterval: POLL_MS,
  });
  const columns = useProfitColumns(money);
  // The quote has no gain in itself.
  const coins = data?.coins.filter(({ asset }) => asset !== money) ?? [];
  return (
    <Card
      padding="flush"
      className={css.card}
      title={
        <Cluster as="span" inline gap={1}>
          {t('title')}
          <ProfitHint />
        </Cluster>
      }
      aside={<MoneySwitch money={money} onMoney={onMoney} />}
    >
      {!data && error ? (
        <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          {(!data || coins.length > 0) && <ProfitSums data={data} money={money} />}
          <DataTable
            caption={t('title')}
            columns={columns}
            rows={coins}
            rowKey={({ asset }) => asset}
            loading={!data}
            skeletonRows={3}
            empty={
              <EmptyState
                icon={<IconChartBar size={26} />}
                title={t('empty')}
                text={t('emptyText')}
                action={<LinkButton to="/profile/otc">{t('buy')}</LinkButton>}
              />
            }
          />
        </>
      )}
    </Card>
  );
}

function ProfitSums({ data, money }: { data: PortfolioProfit | undefined; money: ChartMoney }) {
  const t = useTranslations('dashboard.profit');
  const sums = data?.[getMoneyKey(money)];
  return (
    <Cluster as="dl" gap={7} rowGap={3} align="stretch" wrap className={css.sums}>
      {(['unrealised', 'realised'] as const).map((key) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{sums ? <Gain value={sums[key]} money={money} /> : <Skeleton width={130} height={24} />}</dd>
        </div>
      ))}
    </Cluster>
  );
}

function useProfitColumns(money: ChartMoney): readonly Column<CoinProfit>[] {
  const t = useTranslations('dashboard.profit');
  const { coin } = useFormat();
  const key = getMoneyKey(money);
  return [
    {
      key: 'coin',
      head: t('coin'),
      headless: true,
      cell: ({ asset }) => (
        <Cluster as="span" inline gap={3} weight={500}>
          <CoinIcon coin={asset} size={32} />
          {coin(asset)}
        </Cluster>
      ),
    },
    {
      key: 'amount',
      head: t('amount'),
      end: true,
      cell: ({ asset, amount }) => <MoneyText value={amount} asset={asset} />,
    },
    {
      key: 'average',
      head: t('average'),
      end: true,
      cell: (row) => (
        <MoneyText
          // The price of a Toman is below the smallest displayed Tether amount.
          value={row.asset === 'TOMAN' ? null : row[key].averagePrice}
          asset={money}
          decimals={money === 'TOMAN' ? 0 : 4}
        />
      ),
    },
    {
      key: 'worth',
      head: t('worth'),
      end: true,
      cell: (row) =>
        row[key].worth === null ? (
          <Text as="span" size="s" tone="faint">
            {t('noPrice')}
          </Text>
        ) : (
          <MoneyText value={row[key].worth} asset={money} />
        ),
    },
    {
      key: 'gain',
      head: t('gain'),
      end: true,
      cell: (row) => <Gain value={row[key].unrealised} percent={row[key].percent} money={money} />,
    },
    {
      key: 'sold',
      head: t('sold'),
      end: true,
      cell: (row) => <Gain value={row[key].realised} money={money} />,
    },
  ];
}
