import { parseDecimal } from '@sarraf/domain';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster, Text } from '../../../ui/layout/layout.tsx';
import { Price } from '../../../ui/values/price.tsx';
import css from './last-price.module.css';
import type { MarketView } from './use-market.ts';

const SCALE = 18;

/**
 * The last price, with the direction relative to the previous different price; the reference price, labelled as
 * such, if there was no trade for a day.
 */
export const LastPrice = memo(function LastPrice({
  view,
  unit,
  className,
}: {
  view: MarketView;
  unit?: boolean;
  className?: string | undefined;
}) {
  const t = useTranslations('exchange.head');
  const { lastPrice, market } = view.facts;
  const direction = view.priceOf === 'TRADES' ? compareToPrevious(view) : null;
  if (lastPrice === null && view.row === undefined)
    return <Skeleton width={130} className={className ?? ''} />;
  return (
    <Cluster
      as="span"
      inline
      gap="icon"
      number
      className={cx(direction && css[direction], view.priceOf === 'REFERENCE' && css.named, className)}
    >
      <Price
        key={`${market.coin} ${market.quote}`}
        value={lastPrice}
        coin={market.coin}
        quote={market.quote}
        bare={!unit}
      />
      {view.priceOf === 'REFERENCE' && (
        <Text as="span" size="2xs" tone="faint" weight={500}>
          {t('reference')}
        </Text>
      )}
      {direction && (
        <>
          <svg width="9" height="9" viewBox="0 0 8 8" aria-hidden>
            <path d={direction === 'up' ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} fill="currentColor" />
          </svg>
          <span className="hidden">{t(direction === 'up' ? 'rose' : 'fell')}</span>
        </>
      )}
    </Cluster>
  );
});

function compareToPrevious({ trades, facts }: MarketView): 'up' | 'down' | null {
  const now = facts.lastPrice === null ? null : parseDecimal(facts.lastPrice, SCALE);
  if (now === null) return null;
  for (const { unitPrice } of trades.trades ?? []) {
    const previous = parseDecimal(unitPrice, SCALE);
    if (previous !== null && previous !== now) return now > previous ? 'up' : 'down';
  }
  return null;
}
