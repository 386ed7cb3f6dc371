import { marketType } from '@sarraf/domain';
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
import type { Scope } from '../shown.ts';
import { ChangeOrder } from './change-order.tsx';
import { summarizeOrder } from './order.ts';
import { useOpenColumns } from './order-columns.tsx';
import css from './orders-panel.module.css';
import { OwnFills } from './own-fills.tsx';
import { placesInGroups } from './sorts.ts';
import { type CancelFilter, useOrderCancel } from './use-cancel.ts';
import { useUnfolded } from './use-unfolded.ts';

interface OpenOrdersProps {
  model: OrderFormModel;
  open: PaginatedList<Order>;
  scope: Scope;
  onScope: (scope: Scope) => void;
  onDetail: (order: Order) => void;
}

export function OpenOrders({ model, open, scope, onScope, onDetail }: OpenOrdersProps) {
  const t = useTranslations('exchange.orders');
  const failure = useErrorMessages();
  const cancel = useOrderCancel();
  const unfolded = useUnfolded();
  const [asked, setAsked] = useState<Order | null>(null);
  const [askedAll, setAskedAll] = useState(false);
  const [changed, setChanged] = useState<Order | null>(null);
  const actions = { onDetail, onCancel: setAsked, onChange: setChanged, busy: cancel.busy, unfolded };
  const columns = useOpenColumns(actions);
  const places = useMemo(() => placesInGroups(open.rows), [open.rows]);
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
          <Button variant="text" size="s" busy={cancel.busyAll} onClick={() => setAskedAll(true)}>
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
            rows={places}
            rowKey={({ order }) => order.id}
            below={({ order }) => unfolded.has(order) && <OwnFills order={order} />}
            loading={open.loading}
            skeletonRows={2}
            empty={
              <EmptyState icon={<IconClipboardList size={26} />} title={t('noOpen')} text={t('noOpenText')} />
            }
          />
          {open.hasMore && <ListEnd pages={open} />}
        </div>
      )}
      <CancelQuestion
        order={asked}
        busy={cancel.busy}
        onConfirm={(order) => cancel.one(order, () => setAsked(null))}
        onCancel={() => setAsked(null)}
      />
      {askedAll && (
        <CancelAllQuestion
          model={model}
          scope={scope}
          busy={cancel.busyAll}
          onConfirm={(filter) => cancel.all(filter, () => setAskedAll(false))}
          onCancel={() => setAskedAll(false)}
        />
      )}
      <ChangeOrder model={model} order={changed} onClose={() => setChanged(null)} />
    </>
  );
}

interface QuestionProps {
  order: Order | null;
  busy: boolean;
  onConfirm: (order: Order) => void;
  onCancel: () => void;
}

function CancelQuestion({ order, busy, onConfirm, onCancel }: QuestionProps) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const face = order && summarizeOrder(order);
  const market = face?.market;
  const what = face && market ? t(face.side, { coin: format.money(order.amount, market.coin) }) : '';
  const price =
    order && market
      ? `${format.price(order.unitPrice, market.coin, market.quote)} ${format.unit(market.quote)}`
      : '';
  return (
    <ConfirmDialog
      open={order !== null}
      danger
      title={t('cancelTitle')}
      text={order && t('cancelText', { what, price })}
      confirm={t('cancelYes')}
      cancel={t('cancelNo')}
      busy={busy}
      onConfirm={() => order && onConfirm(order)}
      onCancel={onCancel}
    />
  );
}

interface AllProps {
  model: OrderFormModel;
  scope: Scope;
  busy: boolean;
  onConfirm: (filter: CancelFilter) => void;
  onCancel: () => void;
}

type Which = 'both' | 'BUY' | 'SELL';

function CancelAllQuestion({ model, scope, busy, onConfirm, onCancel }: AllProps) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const { coin, quote } = model.market;
  const market = `${format.coin(coin)} / ${format.coin(quote)}`;
  const [which, setWhich] = useState<Which>('both');
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
          marketType: scope === 'here' ? marketType(coin, quote) : null,
          side: which === 'both' ? null : which,
        })
      }
      onCancel={onCancel}
    >
      <Segmented
        block
        size="s"
        label={t('which')}
        value={which}
        onChange={setWhich}
        segments={[
          { key: 'both', label: t('both') },
          { key: 'BUY', label: t('onlyBuys') },
          { key: 'SELL', label: t('onlySells') },
        ]}
      />
    </ConfirmDialog>
  );
}
