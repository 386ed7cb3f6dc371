import { COINS, type Coin, QUOTES, type Quote } from '@sarraf/domain';
import { IconChartLine } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { usePrices, useWeekPrices } from '../../lib/market/prices.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { useThrottledPrices } from './calm-prices.ts';
import { HomeMarketRow, HomeMarketSkeleton } from './market-row.tsx';
import css from './markets.module.css';

const MARKET_COUNT = 8;

/** The first markets: price, daily change, weekly sparkline. Toman only in Persian. */
export function MarketsSection() {
  const t = useTranslations('home.markets');
  const { language, coin, digits } = useFormat();
  const [chosen, setChosen] = useState<Quote>('TOMAN');
  const titleId = useId();
  const quote = language === 'fa' ? chosen : 'TETHER';
  const coins = COINS.filter((code) => code !== quote);
  return (
    <section id="markets" aria-labelledby={titleId} className={css.section}>
      <SectionHead
        id={titleId}
        title={t('title')}
        aside={
          language === 'fa' && (
            <Segmented
              size="s"
              label={t('unit')}
              value={quote}
              onChange={setChosen}
              segments={QUOTES.map((key) => ({ key, label: coin(key) }))}
            />
          )
        }
      />
      <Card padding="flush" raised className={css.card}>
        <MarketTable quote={quote} coins={coins.slice(0, MARKET_COUNT)} />
        <div className={css.foot}>
          <LinkButton
            variant="text"
            to={language === 'fa' && quote === 'TETHER' ? '/markets?unit=TETHER' : '/markets'}
          >
            {t('showAll', { count: digits(coins.length) })}
          </LinkButton>
        </div>
      </Card>
    </section>
  );
}

function MarketTable({ quote, coins }: { quote: Quote; coins: readonly Coin[] }) {
  const t = useTranslations('home.markets');
  const { coin: name, unit } = useFormat();
  const { list, loading, failed, refetch } = usePrices(quote);
  const getPrice = useThrottledPrices(quote);
  const getWeekPrices = useWeekPrices(quote);
  if (failed) return <ErrorState title={t('failed')} onRetry={refetch} />;
  if (!loading && list.length === 0) {
    return <EmptyState icon={<IconChartLine size={26} />} title={t('empty')} text={t('emptyText')} />;
  }
  return (
    <table className={css.table} aria-busy={loading || undefined}>
      <caption className="hidden">{t('caption', { unit: name(quote) })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col" className={css.end}>
            {t('price', { unit: unit(quote) })}
          </th>
          <th scope="col" className={css.end}>
            {t('change')}
          </th>
          <th scope="col" className={css.week}>
            {t('week')}
          </th>
          <th scope="col" className={css.action}>
            <span className="hidden">{t('action')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map((coin) =>
          loading ? (
            <HomeMarketSkeleton key={coin} coin={coin} />
          ) : (
            <HomeMarketRow
              key={coin}
              coin={coin}
              quote={quote}
              row={getPrice(coin)}
              week={getWeekPrices(coin)}
            />
          ),
        )}
      </tbody>
    </table>
  );
}
