import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { getOrderState } from '../../orders/order.ts';
import { UnitPrice } from '../../orders/unit-price.tsx';
import { useOrderStateText } from '../../orders/use-order-state-text.ts';
import { createOpenColumn, OpenRow } from '../../transfers/open-row.tsx';
import { Cluster, TwoLine } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './history.module.css';
import { toTrade } from './trade.ts';

/** The traded coin, with sign and colour of the direction next to its name. */
export function TradeName({ order }: { order: Order }) {
  const t = useTranslations('wallet.history');
  const format = useFormat();
  const state = useOrderStateText();
  const { side, mode, coin } = toTrade(order);
  return (
    <Cluster as="span" inline gap={3} shrink>
      <CoinIcon coin={coin} size={34} />
      <TwoLine>
        <Cluster as="span" inline gap="icon" weight={500} className={css.side}>
          <Direction side={side} />
          {t(`side.${side}`, { coin: format.coin(coin) })}
        </Cluster>
        <small>
          {t(`mode.${mode}`)}
          {getOrderState(order) !== 'filled' && <span className={css.part}>{state(order)}</span>}
        </small>
      </TwoLine>
    </Cluster>
  );
}

/** An arrow up for buying and down for selling, so that the direction isn't shown by colour alone. */
function Direction({ side }: { side: 'buy' | 'sell' }) {
  return (
    <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden className={css[side]}>
      <path d={side === 'buy' ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} fill="currentColor" />
    </svg>
  );
}

export function useTradeColumns(onOpen: (order: Order) => void): Column<Order>[] {
  const t = useTranslations('wallet.history');
  const format = useFormat();
  return [
    { key: 'trade', head: t('head.trade'), cell: (order) => <TradeName order={order} />, headless: true },
    {
      key: 'time',
      head: t('head.time'),
      cell: ({ createdAtDateTime }) => <bdi className={css.time}>{format.dateTime(createdAtDateTime)}</bdi>,
      headless: true,
    },
    {
      key: 'amount',
      head: t('head.amount'),
      cell: (order) => <Money value={order.executedAmount} asset={toTrade(order).coin} />,
      end: true,
      headless: true,
    },
    {
      key: 'price',
      head: t('head.price'),
      cell: (order) => <UnitPrice order={order} />,
      end: true,
      wideOnly: true,
    },
    {
      key: 'total',
      head: t('head.total'),
      cell: (order) => <Money value={order.totalPrice} asset={toTrade(order).quote} className={css.total} />,
      end: true,
      headless: true,
    },
    createOpenColumn(t('receipt'), (order) => {
      const { side, coin } = toTrade(order);
      const rowLabel = `${t(`side.${side}`, { coin: format.coin(coin) })} ${order.number}`;
      return <OpenRow label={t('receiptOf', { what: rowLabel })} onClick={() => onOpen(order)} />;
    }),
  ];
}
