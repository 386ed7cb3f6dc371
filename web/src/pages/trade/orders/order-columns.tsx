import type { Order } from '@sarraf/domain/contracts';
import {
  IconChevronDown,
  IconChevronLeft,
  IconCornerDownRight,
  IconPencil,
  IconX,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { getAveragePrice, hasTraded } from '../../../orders/order.ts';
import { useOrderStateText } from '../../../orders/use-order-state-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Cluster } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import { summarizeOrder } from './order.ts';
import { OrderCondition } from './order-condition.tsx';
import css from './orders-panel.module.css';
import { type GroupedOrder, getOrderTypeKey, isChangeable } from './sorts.ts';

interface OrderActions {
  onDetail: (order: Order) => void;
  onCancel: (order: Order) => void;
  onChange: (order: Order) => void;
  busy: boolean;
  unfolded: ExpandedOrders;
}

/** The orders whose fills are expanded. */
export interface ExpandedOrders {
  has: (order: Order) => boolean;
  toggle: (order: Order) => void;
}

export function useOpenOrderColumns(actions: OrderActions): Column<GroupedOrder>[] {
  const t = useTranslations('exchange.orders');
  const common = useCommonColumns();
  const getColumn = (column: Column<Order>): Column<GroupedOrder> => ({
    ...column,
    cell: ({ order }) => column.cell(order),
  });
  return [
    { ...common.order, cell: ({ order, group }) => <OrderName order={order} group={group} /> },
    { key: 'condition', head: t('condition'), cell: ({ order }) => <OrderCondition order={order} /> },
    getColumn(common.price),
    getColumn(common.amount),
    { key: 'done', head: t('done'), cell: ({ order }) => <OrderProgress order={order} /> },
    {
      key: 'actions',
      head: <span className="hidden">{t('actions')}</span>,
      headless: true,
      end: true,
      cell: ({ order }) => <OrderActions order={order} {...actions} />,
    },
  ];
}

function OrderActions({
  order,
  onDetail,
  onCancel,
  onChange,
  busy,
  unfolded,
}: OrderActions & { order: Order }) {
  const t = useTranslations('exchange.orders');
  const changeable = isChangeable(order);
  return (
    <Cluster as="span" inline gap={1} className={css.actions}>
      {hasTraded(order) && <FillsButton order={order} unfolded={unfolded} />}
      <span title={t(changeable ? 'change' : 'notChangeable')}>
        <Button
          variant="ghost"
          size="s"
          disabled={busy || !changeable}
          aria-haspopup="dialog"
          icon={<IconPencil size={16} aria-hidden />}
          aria-label={t('changeOf', { number: order.number })}
          onClick={() => onChange(order)}
        >
          <span className={css.word}>{t('change')}</span>
        </Button>
      </span>
      <Button
        variant="ghost"
        size="s"
        disabled={busy}
        icon={<IconX size={16} aria-hidden />}
        title={t('cancel')}
        aria-label={t('cancelOf', { number: order.number })}
        onClick={() => onCancel(order)}
      >
        <span className={css.word}>{t('cancel')}</span>
      </Button>
      <DetailButton order={order} onDetail={onDetail} />
    </Cluster>
  );
}

export function useClosedOrderColumns(
  onDetail: (order: Order) => void,
  unfolded: ExpandedOrders,
): Column<Order>[] {
  const t = useTranslations('exchange.orders');
  const common = useCommonColumns();
  return [
    common.order,
    common.time,
    common.price,
    {
      key: 'executed',
      head: t('done'),
      end: true,
      cell: (order) => (
        <Money value={order.executedAmount} asset={summarizeOrder(order).market?.coin ?? ''} />
      ),
    },
    {
      key: 'total',
      head: t('total'),
      end: true,
      wideOnly: true,
      cell: (order) => <Money value={order.totalPrice} asset={summarizeOrder(order).market?.quote ?? ''} />,
    },
    { key: 'state', head: t('state'), cell: (order) => <OrderStateCell order={order} /> },
    {
      key: 'detail',
      head: <span className="hidden">{t('actions')}</span>,
      headless: true,
      end: true,
      cell: (order) => (
        <Cluster as="span" inline gap={1}>
          {hasTraded(order) && <FillsButton order={order} unfolded={unfolded} />}
          <DetailButton order={order} onDetail={onDetail} />
        </Cluster>
      ),
    },
  ];
}

function FillsButton({ order, unfolded }: { order: Order; unfolded: ExpandedOrders }) {
  const t = useTranslations('exchange.orders');
  const open = unfolded.has(order);
  return (
    <button
      type="button"
      className={css.detail}
      aria-expanded={open}
      aria-label={t('showFills', { number: order.number })}
      onClick={() => unfolded.toggle(order)}
    >
      <IconChevronDown size={18} aria-hidden className={cx(css.fold, open && css.up)} />
    </button>
  );
}

function useCommonColumns() {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  return {
    order: {
      key: 'order',
      head: t('order'),
      headless: true,
      cell: (order) => <OrderName order={order} group={null} />,
    },
    time: {
      key: 'time',
      head: t('time'),
      cell: ({ createdAtDateTime }) => <bdi className={css.time}>{format.dateTime(createdAtDateTime)}</bdi>,
    },
    price: { key: 'price', head: t('price'), end: true, cell: (order) => <OrderPrice order={order} /> },
    amount: {
      key: 'amount',
      head: t('amount'),
      end: true,
      cell: (order) => <Money value={order.amount} asset={summarizeOrder(order).market?.coin ?? ''} />,
    },
  } satisfies Record<string, Column<Order>>;
}

/**
 * The traded coin and the order's type, with the direction's arrow next to the text; for a group also the link
 * between its orders.
 */
function OrderName({ order, group }: GroupedOrder) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const { side, market } = summarizeOrder(order);
  const coin = market?.coin ?? '';
  const isFollower = group !== null && !group.first;
  return (
    <Cluster as="span" gap={2} className={css.name}>
      {isFollower ? (
        <IconCornerDownRight size={18} className={cx('flip', css.link)} aria-hidden />
      ) : (
        <CoinIcon coin={coin} size={26} />
      )}
      <span>
        <span className={css[side]}>
          <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden>
            <path d={side === 'buy' ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} fill="currentColor" />
          </svg>
          {t(side, { coin: format.coin(coin) })}
          {group?.first && <span className={css.group}>{t(`group.${group.kind}`)}</span>}
          {isFollower && <span className="hidden"> {t('linked')}</span>}
        </span>
        <small>
          {t(`sort.${getOrderTypeKey(order)}`)} / {market ? format.unit(market.quote) : ''}
        </small>
      </span>
    </Cluster>
  );
}

function OrderPrice({ order }: { order: Order }) {
  const t = useTranslations('exchange.orders');
  const { mode, market } = summarizeOrder(order);
  if (!market) return <Money value={order.unitPrice} asset="" />;
  if (mode === 'MARKET' && getAveragePrice(order) === null) return t('atMarket');
  return <Price value={order.unitPrice} coin={market.coin} quote={market.quote} />;
}

function OrderProgress({ order }: { order: Order }) {
  const t = useTranslations('exchange.orders');
  const { percent } = useFormat();
  const text = percent(order.executedPercent.toString());
  return (
    <Cluster as="span" inline gap={2} number>
      <span
        className={css.track}
        role="progressbar"
        aria-label={t('progress', { percent: text })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={order.executedPercent}
      >
        <span style={{ inlineSize: `${order.executedPercent}%` }} />
      </span>
      <bdi dir="ltr">{text}</bdi>
    </Cluster>
  );
}

function OrderStateCell({ order }: { order: Order }) {
  return (
    <span className={cx(css.state, order.orderStatus === 'IS_CLOSED' && css.filled)}>
      {useOrderStateText()(order)}
    </span>
  );
}

function DetailButton({ order, onDetail }: { order: Order; onDetail: (order: Order) => void }) {
  const t = useTranslations('exchange.orders');
  return (
    <button
      type="button"
      className={css.detail}
      aria-haspopup="dialog"
      aria-label={t('detailOf', { number: order.number })}
      onClick={() => onDetail(order)}
    >
      <IconChevronLeft size={18} aria-hidden className={css.chevron} />
    </button>
  );
}
