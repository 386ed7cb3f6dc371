import { parseMarket } from '@sarraf/domain';
import type { Fill, Order, orderDetail } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { call } from '../lib/api/api.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { useCursorPagination } from '../lib/queries/use-pages.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ErrorState } from '../ui/feedback/empty-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Money } from '../ui/values/money.tsx';
import { Price } from '../ui/values/price.tsx';
import css from './orders.module.css';

/** The fills of an order, newest first. */
export function Fills({ order }: { order: Order }) {
  const t = useTranslations('markets.order');
  const { id, executedAmount } = order;
  const pages = useCursorPagination<Fill>(['order-fills', id, executedAmount], async (page, signal) =>
    call<typeof orderDetail>('GET', '/orders/:id', { params: { id }, query: page, signal }),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the long receipt scrollable by keyboard.
    <section className={css.fills} aria-label={t('fills')} tabIndex={0}>
      <h3>{t('fills')}</h3>
      {pages.failed ? (
        <ErrorState title={t('fillsFailed')} busy={pages.busy} onRetry={pages.retry} />
      ) : (
        <ul aria-busy={pages.loading || undefined}>
          {pages.loading ? (
            <li>
              <Skeleton width={140} />
              <Skeleton width={100} />
            </li>
          ) : (
            pages.rows.map((fill) => <FillRow key={fill.number} fill={fill} order={order} />)
          )}
        </ul>
      )}
      {pages.hasMore && (
        <Button variant="text" size="s" busy={pages.loadingMore} onClick={pages.more}>
          {t('moreFills')}
        </Button>
      )}
    </section>
  );
}

function FillRow({ fill, order }: { fill: Fill; order: Order }) {
  const t = useTranslations('markets.order');
  const format = useFormat();
  const market = parseMarket(order.marketType);
  if (!market) return null;
  const { coin, quote } = market;
  return (
    <li>
      <span className={css.fill}>
        <Money value={fill.amount} asset={coin} />
        <small>
          {t('fill.price')} <Price value={fill.unitPrice} coin={coin} quote={quote} />
        </small>
      </span>
      <span className={css.fillEnd}>
        <Money value={fill.wholePrice} asset={quote} />
        <small>
          {t('fill.fee')} <Money value={fill.wage} asset={quote} />
        </small>
      </span>
      <small className={css.fillTime}>
        <bdi>{format.dateTime(fill.createdAtDateTime)}</bdi>
        <span>{t(fill.maker ? 'maker' : 'taker')}</span>
      </small>
    </li>
  );
}
