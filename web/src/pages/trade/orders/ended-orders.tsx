import type { MarketType } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { FillsExport } from './fills-export.tsx';
import { useClosedOrderColumns } from './order-columns.tsx';
import css from './orders-panel.module.css';
import { OrderFills } from './own-fills.tsx';
import { useClosedOrders } from './use-orders.ts';
import { useExpandedOrders } from './use-unfolded.ts';

interface EndedOrdersProps {
  marketType: MarketType;
  onDetail: (order: Order) => void;
}

/** The person's closed orders in this market, filled or cancelled. */
export function EndedOrders({ marketType, onDetail }: EndedOrdersProps) {
  const t = useTranslations('exchange.orders');
  const failure = useErrorMessages();
  const pages = useClosedOrders(marketType);
  const expanded = useExpandedOrders();
  const columns = useClosedOrderColumns(onDetail, expanded);
  if (pages.failed)
    return <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />;
  return (
    <div className={css.table}>
      <div className={css.bar}>
        <span />
        <FillsExport />
      </div>
      <DataTable
        caption={t('history')}
        columns={columns}
        rows={pages.rows}
        rowKey={(order) => order.id}
        below={(order) => expanded.has(order) && <OrderFills order={order} />}
        loading={pages.loading}
        skeletonRows={3}
        empty={
          <EmptyState icon={<IconHistory size={26} />} title={t('noHistory')} text={t('noHistoryText')} />
        }
      />
      {pages.rows.length > 0 && <ListEnd pages={pages} />}
    </div>
  );
}
