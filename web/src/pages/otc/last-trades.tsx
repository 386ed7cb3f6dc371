import { parseMarket } from '@sarraf/domain';
import type { Order, trades } from '@sarraf/domain/contracts';
import { IconArrowDownLeft, IconArrowsExchange, IconArrowUpRight } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useOrderReceipt } from '../../orders/order-receipt.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './last-trades.module.css';

const MAX_TRADES = 5;

const lastTradesQuery = queryOptions({
  queryKey: ['trades', 'last'],
  queryFn: async ({ signal }) =>
    (await call<typeof trades>('GET', '/trades', { query: { size: MAX_TRADES }, signal })).content,
});

/** The person's latest trades; each opens its receipt. */
export function LastTrades({ enabled }: { enabled: boolean }) {
  const t = useTranslations('otc.last');
  return (
    <Card
      title={t('title')}
      aside={
        <Link to="/profile/history" className={css.all}>
          {t('all')}
        </Link>
      }
    >
      <TradeList enabled={enabled} />
    </Card>
  );
}

function TradeList({ enabled }: { enabled: boolean }) {
  const t = useTranslations('otc.last');
  const failure = useErrorMessages();
  const { show, receipt } = useOrderReceipt();
  const { data, isPending, error, refetch } = useQuery({ ...lastTradesQuery, enabled });

  if (error && !data) return <ErrorState text={failure.text(error)} onRetry={() => void refetch()} />;
  if (data?.length === 0) {
    return <EmptyState icon={<IconArrowsExchange size={26} />} title={t('empty')} text={t('emptyText')} />;
  }
  return (
    <>
      <ul className={css.list} aria-busy={isPending || undefined}>
        {data
          ? data.map((order) => <TradeRow key={order.id} order={order} onOpen={() => show(order)} />)
          : Array.from({ length: 3 }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical.
              <li key={i} className={css.trade}>
                <Skeleton width={36} height={36} round />
                <Skeleton width="60%" />
              </li>
            ))}
      </ul>
      {receipt}
    </>
  );
}

function TradeRow({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const t = useTranslations('otc.last');
  const format = useFormat();
  const market = parseMarket(order.marketType);
  if (!market) return null;
  const { coin, quote } = market;
  const buy = order.orderType.endsWith('_BUY');
  return (
    <li>
      <button type="button" className={cx(css.trade, css.press)} aria-haspopup="dialog" onClick={onOpen}>
        <span className={cx(css.arrow, buy ? css.buy : css.sell)}>
          {buy ? <IconArrowDownLeft size={18} aria-hidden /> : <IconArrowUpRight size={18} aria-hidden />}
        </span>
        <span className={css.what}>
          <span>{format.coin(coin)}</span>
          <small>
            {t(buy ? 'bought' : 'sold', { date: format.date(order.createdAtDateTime) })}
            <span className={css.time}> - {format.time(order.createdAtDateTime)}</span>
          </small>
        </span>
        <span className={css.much}>
          <Money value={order.amount} asset={coin} />
          <small>
            <Money value={order.totalPrice} asset={quote} />
          </small>
        </span>
        <span className="hidden">{t('receipt')}</span>
      </button>
    </li>
  );
}
