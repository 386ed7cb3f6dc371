import type { Order } from '@sarraf/domain/contracts';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { hasTraded } from '../../orders/order.ts';
import { UnitPrice } from '../../orders/unit-price.tsx';
import { useOrderStateText } from '../../orders/use-order-state-text.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Text, TwoLine } from '../../ui/layout/layout.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import { closedOrdersQuery } from './closed-orders.ts';
import { getOrderSide, splitMarketType } from './holdings.ts';
import css from './orders-card.module.css';

/** The latest closed orders; open ones are listed where they can be cancelled. */
export function OrdersCard({ enabled }: { enabled: boolean }) {
  const t = useTranslations('profile.dashboard');
  const columns = useOrderColumns();
  const { data, error, refetch, isFetching } = useQuery({ ...closedOrdersQuery, enabled });
  const { text } = useErrorMessages();
  const hasOrders = data !== undefined && data.length > 0;
  return (
    <Card
      padding="flush"
      className={css.card}
      title={t('orders')}
      aside={
        hasOrders && (
          <Link to="/profile/history" className={css.all}>
            {t('allOrders')}
          </Link>
        )
      }
    >
      {!data && error ? (
        <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption={t('orders')}
          columns={columns}
          rows={data ?? []}
          rowKey={(order) => order.id}
          loading={!data}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<IconReceipt size={26} />}
              title={t('noOrders')}
              text={t('noOrdersText')}
              action={<LinkButton to="/profile/otc">{t('firstOrder')}</LinkButton>}
            />
          }
        />
      )}
    </Card>
  );
}

function useOrderColumns(): readonly Column<Order>[] {
  const t = useTranslations('profile.dashboard');
  const state = useOrderStateText();
  return [
    { key: 'what', head: t('head.what'), headless: true, cell: (order) => <OrderNameCell order={order} /> },
    {
      key: 'amount',
      head: t('head.amount'),
      end: true,
      cell: (order) => {
        const { coin } = splitMarketType(order.marketType);
        // An order without fills shows its requested amount.
        const amount = hasTraded(order) ? order.executedAmount : order.amount;
        return <Money value={amount} asset={coin} />;
      },
    },
    {
      key: 'price',
      head: t('head.price'),
      end: true,
      wideOnly: true,
      cell: (order) => <UnitPrice order={order} />,
    },
    {
      key: 'total',
      head: t('head.total'),
      end: true,
      cell: (order) =>
        hasTraded(order) ? (
          <Money value={order.totalPrice} asset={splitMarketType(order.marketType).quote} />
        ) : (
          <Text as="span" size="s" tone="soft">
            {state(order)}
          </Text>
        ),
    },
    {
      key: 'state',
      head: t('head.state'),
      end: true,
      wideOnly: true,
      cell: (order) => (
        <Text as="span" size="s" tone="soft">
          {order.orderStatus === 'IS_CLOSED' ? t('done') : state(order)}
        </Text>
      ),
    },
  ];
}

function OrderNameCell({ order }: { order: Order }) {
  const t = useTranslations('profile.dashboard');
  const format = useFormat();
  const tCoin = useTranslations('markets.coin');
  const { coin } = splitMarketType(order.marketType);
  const buy = getOrderSide(order.orderType) === 'buy';
  const name = { coin: format.coin(coin) };
  return (
    <Cluster as="span" inline gap={3}>
      <CoinIcon coin={coin} size={32} />
      <TwoLine weight={500} className={css.names}>
        <span>{hasTraded(order) ? t(buy ? 'bought' : 'sold', name) : tCoin(buy ? 'buy' : 'sell', name)}</span>
        <small>
          <time dateTime={order.createdAtDateTime}>
            <bdi dir="ltr">{format.dateTime(order.createdAtDateTime)}</bdi>
          </time>
        </small>
      </TwoLine>
    </Cluster>
  );
}
