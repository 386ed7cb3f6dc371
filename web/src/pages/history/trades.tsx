import { COINS } from '@sarraf/domain';
import type { Order, OrdersMessage, trades } from '@sarraf/domain/contracts';
import { IconArrowsExchange, IconFilterOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { coinSymbol } from '../../lib/market/coins.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { usePages } from '../../lib/queries/use-pages.ts';
import { listen } from '../../lib/stream/stream.ts';
import { useOrderReceipt } from '../../orders/order-receipt.tsx';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { ExportMenu } from './export-menu.tsx';
import css from './history.module.css';
import { useTradeColumns } from './trade-columns.tsx';
import { TYPES, type Type, useFilter } from './use-filter.ts';

export function Trades() {
  const t = useTranslations('wallet.history');
  const { type, coin, choose } = useFilter();
  const { show, receipt } = useOrderReceipt();
  const pages = usePages<Order>(['trades', type, coin], (page, signal) =>
    call<typeof trades>('GET', '/trades', {
      query: { ...page, type, ...(coin !== 'ALL' && { destinationCoin: coin }) },
      signal,
    }),
  );
  const columns = useTradeColumns(show);
  useEffect(() => {
    return listenToOrders();
  }, []);
  const filtered = type !== 'ALL' || coin !== 'ALL';

  return (
    <>
      <Filters type={type} coin={coin} onChange={choose} />
      <Card padding="flush" className={css.list} aria-label={t('trades')}>
        <PagedTable
          caption={t('trades')}
          columns={columns}
          pages={pages}
          rowKey={(order) => order.id}
          skeletonRows={6}
          empty={filtered ? <NoMatch onClear={() => choose('ALL', 'ALL')} /> : <NoTrades />}
          className={css.trades}
        />
      </Card>
      {receipt}
    </>
  );
}

/** An open order may trade while its owner reads the list. */
function listenToOrders(): () => void {
  const fetchAgain = () => void queryClient.invalidateQueries({ queryKey: ['trades'] });
  return listen<OrdersMessage>('orders', fetchAgain, fetchAgain);
}

function Filters(props: { type: Type; coin: string; onChange: (type: Type, coin: string) => void }) {
  const { type, coin, onChange } = props;
  const t = useTranslations('wallet.history');
  const format = useFormat();
  return (
    <div className={css.filters}>
      <Segmented
        label={t('type.label')}
        segments={TYPES.map((key) => ({ key, label: t(`type.${key}`) }))}
        value={type}
        onChange={(next) => onChange(next, coin)}
      />
      <div className={css.coin}>
        <Select
          label={t('coin')}
          value={coin}
          onChange={(next) => onChange(type, next)}
          options={[
            { value: 'ALL', label: t('allCoins') },
            ...COINS.map((code) => ({
              value: code as string,
              label: format.coin(code),
              detail: coinSymbol(code),
              icon: <CoinIcon coin={code} size={24} />,
            })),
          ]}
        />
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

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTranslations('wallet.history');
  return (
    <EmptyState
      icon={<IconFilterOff size={26} />}
      title={t('noMatch')}
      text={t('noMatchText')}
      action={
        <Button variant="ghost" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}
