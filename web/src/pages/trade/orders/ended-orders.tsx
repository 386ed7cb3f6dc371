import type { MarketType } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFailure } from '../../../lib/api/use-failure.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { useEndedColumns } from './order-columns.tsx';
import css from './orders-panel.module.css';
import { useEndedOrders } from './use-orders.ts';

interface EndedOrdersProps {
  marketType: MarketType;
  onDetail: (order: Order) => void;
}

/** The person's own history in this market, traded or taken back. */
export function EndedOrders({ marketType, onDetail }: EndedOrdersProps) {
  const t = useTranslations('exchange.orders');
  const failure = useFailure();
  const pages = useEndedOrders(marketType);
  const columns = useEndedColumns(onDetail);
  if (pages.failed)
    return <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />;
  return (
    <div className={css.table}>
      <DataTable
        caption={t('history')}
        columns={columns}
        rows={pages.rows}
        rowKey={(order) => order.id}
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
