import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { protectFigures } from '../../../ui/values/protect-figures.tsx';
import { summarizeOrder } from './order.ts';
import css from './orders-panel.module.css';
import { getCondition } from './sorts.ts';

/** The order's trigger. */
export function OrderCondition({ order }: { order: Order }) {
  const t = useTranslations('exchange.orders');
  const format = useFormat();
  const { market } = summarizeOrder(order);
  const condition = getCondition(order);
  if (market && order.displayAmount !== null && order.orderStatus === 'IS_OPEN')
    return (
      <span className={css.time}>
        {protectFigures(t('shows', { amount: format.money(order.displayAmount, market.coin) }))}
      </span>
    );
  if (!market || !condition)
    return <span className={css.time}>{t(order.trigger?.triggeredAt ? 'due' : 'noCondition')}</span>;
  if (condition.of === 'entry') return <span className={css.time}>{t('entry')}</span>;
  const formatPrice = (text: string) => format.price(text, market.coin, market.quote);
  const { of, by } = condition;
  return (
    <span className={css.condition}>
      {of === 'trail' ? (
        <>
          {t('trail', { distance: formatPrice(condition.distance) })}
          <small>{t('trailsAt', { price: formatPrice(condition.price) })}</small>
        </>
      ) : (
        <>
          <bdi dir="ltr" aria-hidden>
            {t(of, { price: formatPrice(condition.price) })}
          </bdi>
          <span className="hidden">
            {t(of === 'rise' ? 'riseSpoken' : 'fallSpoken', { price: formatPrice(condition.price) })}
          </span>
        </>
      )}
      {by === 'REFERENCE' && <small>{t('byReference')}</small>}
    </span>
  );
}
