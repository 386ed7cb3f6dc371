import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { coinSymbol } from '../../lib/market/coins.ts';
import { usePrices, useWeekPrices } from '../../lib/market/prices.ts';
import type { Market } from '../../trade-box/form.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, TwoLine } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import css from './coin-card.module.css';
import { WeekChart } from './week-chart.tsx';

/** The chosen coin: price, change, both sides, weekly chart. */
export function CoinCard({ market }: { market: Market }) {
  const t = useTranslations('otc.card');
  const format = useFormat();
  const { coin, quote } = market;
  const { forCoin, loading, failed, refetch } = usePrices(quote);
  const week = useWeekPrices(quote)(coin);
  const row = forCoin(coin);
  if (failed) {
    return (
      <Card>
        <ErrorState title={t('failed')} onRetry={refetch} />
      </Card>
    );
  }
  const renderPrice = (value: string | null | undefined) =>
    loading ? (
      <Skeleton width={120} />
    ) : (
      <Price key={`${coin} ${quote}`} value={value} coin={coin} quote={quote} flash />
    );
  return (
    <Card aria-label={t('label', { coin: format.coin(coin) })}>
      <Cluster gap={3} className={css.head}>
        <CoinIcon key={coin} coin={coin} size={40} />
        <h2>
          {format.coin(coin)}
          <small>
            {coinSymbol(coin)} / {coinSymbol(quote)}
          </small>
        </h2>
        <TwoLine as="div" className={css.now}>
          <strong>{renderPrice(row?.referencePrice)}</strong>
          <span title={t('change')}>
            {loading ? <Skeleton width={60} /> : <Percent value={row?.price24hrChangePercent} />}
            <small>{t('change')}</small>
          </span>
        </TwoLine>
      </Cluster>
      <WeekChart points={week} market={market} />
      <dl className={css.sides}>
        <div>
          <dt>{t('buy')}</dt>
          <dd>{renderPrice(row?.buyPrice)}</dd>
        </div>
        <div>
          <dt>{t('sell')}</dt>
          <dd>{renderPrice(row?.sellPrice)}</dd>
        </div>
      </dl>
    </Card>
  );
}
