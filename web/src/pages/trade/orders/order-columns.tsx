import type { Order } from '@sarraf/domain/contracts';
import { IconChevronLeft } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { averageOf } from '../../../orders/order.ts';
import { useOrderState } from '../../../orders/use-order-words.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Cluster } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../../ui/values/coin-icon.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { decimalsOf } from '../market/use-market.ts';
import { faceOf } from './order.ts';
import css from './orders-panel.module.css';

interface Actions {
  onDetail: (order: Order) => void;
  onCancel: (order: Order) => void;
  busy: boolean;
}

export function useOpenColumns({ onDetail, onCancel, busy }: Actions): Column<Order>[] {
  const t = useTranslations('exchange.orders');
  const common = useCommonColumns();
  return [
    common.order,
    common.time,
    common.price,
    common.amount,
    {
      key: 'done',
      head: t('done'),
      cell: (order) => <Progress order={order} />,
    },
    {
      key: 'actions',
      head: <span className="hidden">{t('actions')}</span>,
      headless: true,
      end: true,
      cell: (order) => (
        <Cluster as="span" inline gap={1} className={css.actions}>
          <Button
            variant="ghost"
            size="s"
            disabled={busy}
            aria-label={t('cancelOf', { number: order.number })}
            onClick={() => onCancel(order)}
          >
            {t('cancel')}
          </Button>
          <DetailButton order={order} onDetail={onDetail} />
        </Cluster>
      ),
    },
  ];
}

export function useEndedColumns(onDetail: (order: Order) => void): Column<Order>[] {
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
      cell: (order) => <Money value={order.executedAmount} asset={faceOf(order).market?.coin ?? ''} />,
    },
    {
      key: 'total',
      head: t('total'),
      end: true,
      wideOnly: true,
      cell: (order) => <Money value={order.totalPrice} asset={faceOf(order).market?.quote ?? ''} />,
    },
    { key: 'state', head: t('state'), cell: (order) => <State order={order} /> },
    {
      key: 'detail',
      head: <span className="hidden">{t('actions')}</span>,
      headless: true,
      end: true,
      cell: (order) => <DetailButton order={order} onDetail={onDetail} />,
    },
  ];
}

function useCommonColumns() {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  return {
    order: { key: 'order', head: t('order'), headless: true, cell: (order) => <Name order={order} /> },
    time: {
      key: 'time',
      head: t('time'),
      cell: ({ createdAtDateTime }) => <bdi className={css.time}>{format.dateTime(createdAtDateTime)}</bdi>,
    },
    price: { key: 'price', head: t('price'), end: true, cell: (order) => <Price order={order} /> },
    amount: {
      key: 'amount',
      head: t('amount'),
      end: true,
      cell: (order) => <Money value={order.amount} asset={faceOf(order).market?.coin ?? ''} />,
    },
  } satisfies Record<string, Column<Order>>;
}

/** What it buys or sells, with the direction's arrow beside its word. */
function Name({ order }: { order: Order }) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const { side, mode, market } = faceOf(order);
  const coin = market?.coin ?? '';
  return (
    <Cluster as="span" gap={3} className={css.name}>
      <CoinIcon coin={coin} size={30} />
      <span>
        <span className={css[side]}>
          <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden>
            <path d={side === 'buy' ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} fill="currentColor" />
          </svg>
          {t(side, { coin: format.coin(coin) })}
        </span>
        <small>
          {t(`mode.${mode}`)} / {market ? format.unit(market.quote) : ''}
        </small>
      </span>
    </Cluster>
  );
}

function Price({ order }: { order: Order }) {
  const t = useTranslations('exchange.orders');
  const { mode, market } = faceOf(order);
  if (!market) return <Money value={order.unitPrice} asset="" />;
  if (mode === 'MARKET' && averageOf(order) === null) return t('atMarket');
  return <Money value={order.unitPrice} asset={market.quote} decimals={decimalsOf(market)} fixed />;
}

function Progress({ order }: { order: Order }) {
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

function State({ order }: { order: Order }) {
  return (
    <span className={cx(css.state, order.orderStatus === 'IS_CLOSED' && css.filled)}>
      {useOrderState()(order)}
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
