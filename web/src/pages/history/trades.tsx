import type { Order, OrdersMessage, trades } from '@sarraf/domain/contracts';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { subscribeToChannel } from '../../lib/stream/stream.ts';
import { useOrderReceipt } from '../../orders/order-receipt.tsx';
import { ExportMenu } from '../../transfers/export-menu.tsx';
import { NoMatch } from '../../transfers/no-match.tsx';
import { useCoinOptions } from '../../transfers/use-coin-options.tsx';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import css from './history.module.css';
import { useTradeColumns } from './trade-columns.tsx';
import { TRADE_TYPES, type TradeType, useTradeFilter } from './use-filter.ts';
import { useOrderFromUrl } from './use-named-order.ts';

export function TradeHistory() {
  const t = useTranslations('wallet.history');
  const { type, coin, choose } = useTradeFilter();
  const { show, receipt } = useOrderReceipt();
  useOrderFromUrl(show);
  const pages = useCursorPagination<Order>(['trades', type, coin], (page, signal) =>
    call<typeof trades>('GET', '/trades', {
      query: { ...page, type, ...(coin !== 'ALL' && { destinationCoin: coin }) },
      signal,
    }),
  );
  const columns = useTradeColumns(show);
  useEffect(() => {
    return listenToOrders();
  }, []);
  const isFiltered = type !== 'ALL' || coin !== 'ALL';
  const noMatch = { title: t('noMatch'), text: t('noMatchText'), clear: t('clear') };

  return (
    <>
      <TradeFilters type={type} coin={coin} onChange={choose} />
      <Card padding="flush" className={css.list} aria-label={t('trades')}>
        <PagedTable
          caption={t('trades')}
          columns={columns}
          pages={pages}
          rowKey={(order) => order.id}
          skeletonRows={6}
          empty={isFiltered ? <NoMatch words={noMatch} onClear={() => choose('ALL', 'ALL')} /> : <NoTrades />}
          className={css.trades}
        />
      </Card>
      {receipt}
    </>
  );
}

/** An open order may be filled while its owner reads the list. */
function listenToOrders(): () => void {
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['trades'] });
  return subscribeToChannel<OrdersMessage>('orders', refetch, refetch);
}

function TradeFilters(props: {
  type: TradeType;
  coin: string;
  onChange: (type: TradeType, coin: string) => void;
}) {
  const { type, coin, onChange } = props;
  const t = useTranslations('wallet.history');
  const coins = useCoinOptions(t('allCoins'));
  return (
    <div className={css.filters}>
      <Segmented
        label={t('type.label')}
        segments={TRADE_TYPES.map((key) => ({ key, label: t(`type.${key}`) }))}
        value={type}
        onChange={(next) => onChange(next, coin)}
      />
      <div className={css.coin}>
        <Select label={t('coin')} value={coin} onChange={(next) => onChange(type, next)} options={coins} />
      </div>
      <ExportMenu kind="TRADES" />
    </div>
  );
}

function NoTrades() {
  const t = useTranslations('wallet.history');
  return (
    <EmptyState
      icon={<IconArrowsExchange size={26} />}
      title={t('noTrades')}
      text={t('noTradesText')}
      action={<LinkButton to="/profile/otc">{t('firstTrade')}</LinkButton>}
    />
  );
}
