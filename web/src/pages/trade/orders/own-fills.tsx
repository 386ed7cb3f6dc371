import { parseMarket } from '@sarraf/domain';
import type { fills, Order, OwnFill } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import css from './own-fills.module.css';

/** The fills of an order, below it in the list. */
export function OrderFills({ order }: { order: Order }) {
  const t = useTranslations('markets.order');
  const tOrders = useTranslations('exchange.orders');
  const pages = useCursorPagination<OwnFill>(
    ['order-fills', 'own', order.id, order.executedAmount],
    async (page, signal) =>
      call<typeof fills>('GET', '/fills', { query: { ...page, orderId: order.id }, signal }),
  );
  if (pages.failed) return <ErrorState title={t('fillsFailed')} busy={pages.busy} onRetry={pages.retry} />;
  return (
    <div className={css.fills}>
      <ul aria-label={tOrders('fillsOf', { number: order.number })} aria-busy={pages.loading || undefined}>
        {pages.loading ? (
          <li>
            <Skeleton width={260} />
          </li>
        ) : (
          pages.rows.map((fill) => <OrderFill key={fill.id} fill={fill} />)
        )}
      </ul>
      {pages.hasMore && (
        <Button variant="text" size="s" busy={pages.loadingMore} onClick={pages.more}>
          {t('moreFills')}
        </Button>
      )}
    </div>
  );
}

function OrderFill({ fill }: { fill: OwnFill }) {
  const t = useTranslations('markets.order');
  const format = useFormat();
  const market = parseMarket(fill.marketType);
  if (!market) return null;
  const { coin, quote } = market;
  return (
    <li>
      <bdi className={css.time}>{format.dateTime(fill.createdAtDateTime)}</bdi>
      <span>
        <Money value={fill.amount} asset={coin} />
      </span>
      <span>
        <small>{t('fill.price')}</small> <Price value={fill.unitPrice} coin={coin} quote={quote} />
      </span>
      <span>
        <Money value={fill.wholePrice} asset={quote} />
      </span>
      <span>
        <small>{t('fill.fee')}</small> <Money value={fill.wage} asset={quote} />
      </span>
      <small>{t(fill.maker ? 'maker' : 'taker')}</small>
    </li>
  );
}
