import { formatMarketType } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { IconClipboardList } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { PaginatedList } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import type { OrderFormModel } from '../order-form/use-order-form.ts';
import type { OrdersScope } from '../panels.ts';
import { ChangeOrder } from './change-order.tsx';
import { summarizeOrder } from './order.ts';
import { useOpenOrderColumns } from './order-columns.tsx';
import css from './orders-panel.module.css';
import { OrderFills } from './own-fills.tsx';
import { groupOrders } from './sorts.ts';
import { type CancelFilter, useCancelOrders } from './use-cancel.ts';
import { useExpandedOrders } from './use-unfolded.ts';

interface OpenOrdersProps {
  model: OrderFormModel;
  open: PaginatedList<Order>;
  scope: OrdersScope;
  onScope: (scope: OrdersScope) => void;
  onDetail: (order: Order) => void;
}

export function OpenOrders({ model, open, scope, onScope, onDetail }: OpenOrdersProps) {
  const t = useTranslations('exchange.orders');
  const failure = useErrorMessages();
  const cancel = useCancelOrders();
  const expanded = useExpandedOrders();
  const [orderToCancel, setOrderToCancel] = useState<Order | null>(null);
  const [isCancelAllOpen, setIsCancelAllOpen] = useState(false);
  const [orderToChange, setOrderToChange] = useState<Order | null>(null);
  const actions = {
    onDetail,
    onCancel: setOrderToCancel,
    onChange: setOrderToChange,
    busy: cancel.busy,
    unfolded: expanded,
  };
  const columns = useOpenOrderColumns(actions);
  const groupedOrders = useMemo(() => groupOrders(open.rows), [open.rows]);
  return (
    <>
      <div className={css.bar}>
        <Segmented
          size="s"
          label={t('scope')}
          value={scope}
          onChange={onScope}
          segments={[
            { key: 'here', label: t('here') },
            { key: 'everywhere', label: t('everywhere') },
          ]}
        />
        {open.rows.length > 0 && (
          <Button variant="text" size="s" busy={cancel.busyAll} onClick={() => setIsCancelAllOpen(true)}>
            {t('cancelAll')}
          </Button>
        )}
      </div>
      {open.failed ? (
        <ErrorState text={failure.text(open.error)} busy={open.busy} onRetry={open.retry} />
      ) : (
        <div className={css.table}>
          <DataTable
            caption={t('open')}
            columns={columns}
            rows={groupedOrders}
            rowKey={({ order }) => order.id}
            below={({ order }) => expanded.has(order) && <OrderFills order={order} />}
            loading={open.loading}
            skeletonRows={2}
            empty={
              <EmptyState icon={<IconClipboardList size={26} />} title={t('noOpen')} text={t('noOpenText')} />
            }
          />
          {open.hasMore && <ListEnd pages={open} />}
        </div>
      )}
      <CancelDialog
        order={orderToCancel}
        busy={cancel.busy}
        onConfirm={(order) => cancel.one(order, () => setOrderToCancel(null))}
        onCancel={() => setOrderToCancel(null)}
      />
      {isCancelAllOpen && (
        <CancelAllDialog
          model={model}
          scope={scope}
          busy={cancel.busyAll}
          onConfirm={(filter) => cancel.all(filter, () => setIsCancelAllOpen(false))}
          onCancel={() => setIsCancelAllOpen(false)}
        />
      )}
      <ChangeOrder model={model} order={orderToChange} onClose={() => setOrderToChange(null)} />
    </>
  );
}

interface CancelDialogProps {
  order: Order | null;
  busy: boolean;
  onConfirm: (order: Order) => void;
  onCancel: () => void;
}

function CancelDialog({ order, busy, onConfirm, onCancel }: CancelDialogProps) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const summary = order && summarizeOrder(order);
  const market = summary?.market;
  const orderText =
    summary && market ? t(summary.side, { coin: format.money(order.amount, market.coin) }) : '';
  const price =
    order && market
      ? `${format.price(order.unitPrice, market.coin, market.quote)} ${format.unit(market.quote)}`
      : '';
  return (
    <ConfirmDialog
      open={order !== null}
      danger
      title={t('cancelTitle')}
      text={order && t('cancelText', { what: orderText, price })}
      confirm={t('cancelYes')}
      cancel={t('cancelNo')}
      busy={busy}
      onConfirm={() => order && onConfirm(order)}
      onCancel={onCancel}
    />
  );
}

interface CancelAllDialogProps {
  model: OrderFormModel;
  scope: OrdersScope;
  busy: boolean;
  onConfirm: (filter: CancelFilter) => void;
  onCancel: () => void;
}

type CancelSelection = 'both' | 'BUY' | 'SELL';

function CancelAllDialog({ model, scope, busy, onConfirm, onCancel }: CancelAllDialogProps) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const { coin, quote } = model.market;
  const market = `${format.coin(coin)} / ${format.coin(quote)}`;
  const [selection, setSelection] = useState<CancelSelection>('both');
  return (
    <ConfirmDialog
      open
      danger
      title={t('cancelAllTitle')}
      text={scope === 'here' ? t('cancelAllHere', { market }) : t('cancelAllEverywhere')}
      confirm={t('cancelAllYes')}
      cancel={t('cancelNo')}
      busy={busy}
      onConfirm={() =>
        onConfirm({
          marketType: scope === 'here' ? formatMarketType(coin, quote) : null,
          side: selection === 'both' ? null : selection,
        })
      }
      onCancel={onCancel}
    >
      <Segmented
        block
        size="s"
        label={t('which')}
        value={selection}
        onChange={setSelection}
        segments={[
          { key: 'both', label: t('both') },
          { key: 'BUY', label: t('onlyBuys') },
          { key: 'SELL', label: t('onlySells') },
        ]}
      />
    </ConfirmDialog>
  );
}
