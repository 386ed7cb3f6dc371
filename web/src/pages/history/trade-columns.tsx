import { isCoin, isQuote, priceDecimals } from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { IconChevronLeft } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { averageOf, stateOf } from '../../orders/order.ts';
import { useOrderState } from '../../orders/use-order-words.ts';
import { Cluster, TwoLine } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './history.module.css';
import { tradeOf } from './trade.ts';

/** What was bought or sold, with the direction's sign and colour beside its word. */
export function TradeName({ order }: { order: Order }) {
  const t = useTranslations('wallet.history');
  const format = useFormat();
  const state = useOrderState();
  const { side, mode, coin } = tradeOf(order);
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
          {stateOf(order) !== 'filled' && <span className={css.part}>{state(order)}</span>}
        </small>
      </TwoLine>
    </Cluster>
  );
}

/** Buying points up, selling down, so that nobody has to tell them by colour. */
function Direction({ side }: { side: 'buy' | 'sell' }) {
  return (
    <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden className={css[side]}>
      <path d={side === 'buy' ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} fill="currentColor" />
    </svg>
  );
}

export function UnitPrice({ order }: { order: Order }) {
  const { coin, quote } = tradeOf(order);
  const decimals = isCoin(coin) && isQuote(quote) ? priceDecimals(coin, quote) : undefined;
  // A limit order trades at its own price or better.
  const price = averageOf(order) ?? order.unitPrice;
  return <Money value={price} asset={quote} {...(decimals !== undefined && { decimals })} />;
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
      cell: (order) => <Money value={order.executedAmount} asset={tradeOf(order).coin} />,
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
      cell: (order) => <Money value={order.totalPrice} asset={tradeOf(order).quote} className={css.total} />,
      end: true,
      headless: true,
    },
    {
      key: 'receipt',
      head: <span className="hidden">{t('receipt')}</span>,
      cell: (order) => {
        const { side, coin } = tradeOf(order);
        const what = `${t(`side.${side}`, { coin: format.coin(coin) })} ${order.number}`;
        return <OpenButton label={t('receiptOf', { what })} onClick={() => onOpen(order)} />;
      },
      end: true,
      headless: true,
    },
  ];
}

/** Its area is the whole row. */
export function OpenButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={css.open} aria-label={label} aria-haspopup="dialog" onClick={onClick}>
      <IconChevronLeft size={18} aria-hidden className={css.chevron} />
    </button>
  );
}
