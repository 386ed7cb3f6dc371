import type { Coin } from '@sarraf/domain';
import type { CoinDetail } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { coinDetailsQuery } from '../../lib/queries/queries.ts';
import { useNetworkName } from '../../transfers/use-network-name.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './market.module.css';

type Network = CoinDetail['tokenTypeDetails'][number];

/** Trading limits of the coin, and its networks for deposits and withdrawals. */
export function TermsCard({ coin }: { coin: Coin }) {
  const t = useTranslations('markets.coin');
  const format = useFormat();
  const columns = useNetworkColumns(coin);
  const { data, isError, refetch } = useQuery(coinDetailsQuery(format.language));
  const detail = data?.find(({ name }) => name === coin);
  if (isError && !data) {
    return (
      <Card title={t('terms')}>
        <ErrorState title={t('termsFailed')} onRetry={() => void refetch()} />
      </Card>
    );
  }
  return (
    <Card title={t('terms')} padding="flush" className={css.terms}>
      <Facts
        className={css.limits}
        facts={[
          {
            key: 'trade',
            label: t('trade'),
            value: detail ? (
              t('range', {
                min: format.amount(detail.minAmountExchange, coin),
                max: format.money(detail.maxAmountExchange, coin),
              })
            ) : (
              <Skeleton width={160} />
            ),
          },
        ]}
      />
      <DataTable
        caption={t('networksOf', { coin: format.coin(coin) })}
        columns={columns}
        rows={detail?.tokenTypeDetails ?? []}
        rowKey={({ tokenType }) => tokenType}
        loading={!data}
        skeletonRows={1}
      />
    </Card>
  );
}

function useNetworkColumns(coin: Coin): readonly Column<Network>[] {
  const t = useTranslations('markets.coin');
  const { digits } = useFormat();
  const getNetworkName = useNetworkName();
  const formatAmount = (isOpen: boolean, value: string) =>
    isOpen ? (
      <Money value={value} asset={coin} decimals={8} />
    ) : (
      <Text as="span" tone="faint">
        {t('shut')}
      </Text>
    );
  return [
    {
      key: 'network',
      head: t('network'),
      cell: ({ tokenType }) => (
        <Text as="span" weight={500}>
          {getNetworkName(tokenType)}
        </Text>
      ),
      headless: true,
    },
    {
      key: 'deposit',
      head: t('deposit'),
      cell: ({ isDepositEnable, minDeposit }) => formatAmount(isDepositEnable, minDeposit),
      end: true,
    },
    {
      key: 'confirmations',
      head: t('confirmations'),
      cell: ({ confirmations }) => digits(confirmations),
      end: true,
    },
    {
      key: 'withdraw',
      head: t('withdraw'),
      cell: ({ withdrawEnable, minWithdraw }) => formatAmount(withdrawEnable, minWithdraw),
      end: true,
    },
    {
      key: 'fee',
      head: t('fee'),
      cell: ({ withdrawEnable, withdrawalFee }) => formatAmount(withdrawEnable, withdrawalFee),
      end: true,
    },
  ];
}
