import type { MarketType } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { FillsExport } from './fills-export.tsx';
import { useEndedColumns } from './order-columns.tsx';
import css from './orders-panel.module.css';
import { OwnFills } from './own-fills.tsx';
import { useEndedOrders } from './use-orders.ts';
import { useUnfolded } from './use-unfolded.ts';

interface EndedOrdersProps {
  marketType: MarketType;
  onDetail: (order: Order) => void;
}

/** The person's closed orders in this market, filled or cancelled. */
export function EndedOrders({ marketType, onDetail }: EndedOrdersProps) {
  const t = useTranslations('exchange.orders');
  const failure = useErrorMessages();
  const pages = useEndedOrders(marketType);
  const unfolded = useUnfolded();
  const columns = useEndedColumns(onDetail, unfolded);
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
        below={(order) => unfolded.has(order) && <OwnFills order={order} />}
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
